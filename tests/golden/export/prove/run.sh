#!/usr/bin/env bash
# Plan: Llama 3 70B on 32 H100 nodes
# llama3-70b on 32 nodes of 8 h100-sxm, sequence 8192, 512 sequences per step; target prove, benchmark.
# Data of 2026-08-22; written for jaxlib 0.9.2 and MaxText 0.2.2.
# Machine: accelerator=h100-sxm devices_per_node=8 nodes=32
#
# Compiles the plan's step with MaxText's train_compile, and writes prove.json where it is started (PROVE_OUT names another file). Nothing is run.
set -euo pipefail

HERE="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"
ON="${PROVE_ON:-cpu}"
STAND_IN=()
if [[ "${ON}" == cpu ]]; then
  # As many devices as the plan has, none of them real.
  export JAX_PLATFORMS=cpu
  export XLA_FLAGS="--xla_force_host_platform_device_count=256${XLA_FLAGS:+ ${XLA_FLAGS}}"
  STAND_IN=(
    ici_fsdp_parallelism=256
    dcn_fsdp_parallelism=1
    attention=dot_product
  )
else
  # The plan's own chips and flags.
  export NCCL_DEBUG=WARN
  export XLA_PYTHON_CLIENT_MEM_FRACTION=0.75
  export NVTE_FUSED_ATTN=1
  export NCCL_LAUNCH_MODE=GROUP
  XLA_FLAG_LIST=(
    --xla_gpu_enable_latency_hiding_scheduler=true
  )
  export XLA_FLAGS="${XLA_FLAG_LIST[*]}${XLA_FLAGS:+ ${XLA_FLAGS}}"
fi

exec python3 "${HERE}/prove.py" --what "${HERE}/what.json" \
  --out "${PROVE_OUT:-prove.json}" --on "${ON}" \
  "${HERE}/config.yml" \
  run_name=llama-3-70b-on-32-h100-nodes \
  base_output_directory=output \
  "${STAND_IN[@]}" "$@"
