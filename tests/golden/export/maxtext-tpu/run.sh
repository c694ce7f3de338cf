#!/usr/bin/env bash
# Plan: Llama 3.1 8B on v6e 4x4
# llama3.1-8b on 1 slice of 16 tpu-v6e, sequence 8192, 48 sequences per step; target maxtext-tpu, benchmark.
# Data of 2026-08-22; written for jaxlib 0.9.2 and MaxText 0.2.2.
# Machine: accelerator=tpu-v6e devices_per_node=16 nodes=1
#
# Trains with MaxText. Arguments are handed on: bash run.sh steps=10
set -euo pipefail

HERE="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"

export NCCL_DEBUG=WARN

LIBTPU_FLAG_LIST=(
  --xla_tpu_scoped_vmem_limit_kib=98304
)
export LIBTPU_INIT_ARGS="${LIBTPU_FLAG_LIST[*]}${LIBTPU_INIT_ARGS:+ ${LIBTPU_INIT_ARGS}}"

# What tune_kernels.sh found, such as sa_block_q=1024, one to a line.
TUNED=()
if [[ -f "${HERE}/tuned_blocks.txt" ]]; then
  mapfile -t TUNED <"${HERE}/tuned_blocks.txt"
fi
exec python3 -m maxtext.trainers.pre_train.train "${HERE}/config.yml" \
  run_name="${RUN_NAME:-llama-3-1-8b-on-v6e-4x4}" \
  base_output_directory="${OUT_DIR:-output}" \
  "${TUNED[@]}" "$@"
