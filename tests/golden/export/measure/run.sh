#!/usr/bin/env bash
# Plan: Llama 3 70B on 32 H100 nodes
# llama3-70b on 32 nodes of 8 h100-sxm, sequence 8192, 512 sequences per step; target measure, benchmark.
# Data of 2026-08-22; written for jaxlib 0.9.2 and MaxText 0.2.2.
# Machine: accelerator=h100-sxm devices_per_node=8 nodes=32
#
# Measures the parts of the plan's step and writes measure.json where it is started. Run it on every node at once: under srun, or by hand with NNODES, NODE_RANK and MASTER_ADDR set. KIT_DEVICES=1 measures one device alone.
set -euo pipefail

HERE="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"
export NCCL_DEBUG=WARN
KIT=("${HERE}/measure.py" "$@")
DEVICES="${KIT_DEVICES:-8}"

# JAX and Slurm's tasks start themselves; torch wants a process for each device.
if [[ -n "${SLURM_PROCID:-}" || "${DEVICES}" == 1 ]] ||
  ! python3 -c 'import torch' 2>/dev/null; then
  exec python3 "${KIT[@]}"
fi
exec python3 -m torch.distributed.run --nproc_per_node "${DEVICES}" \
  --nnodes "${NNODES:-1}" --node_rank "${NODE_RANK:-0}" \
  --master_addr "${MASTER_ADDR:-localhost}" --master_port "${MASTER_PORT:-6001}" \
  "${KIT[@]}"
