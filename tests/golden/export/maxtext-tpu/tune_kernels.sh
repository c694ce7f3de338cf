#!/usr/bin/env bash
# Plan: Llama 3.1 8B on v6e 4x4
# llama3.1-8b on 1 slice of 16 tpu-v6e, sequence 8192, 48 sequences per step; target maxtext-tpu, benchmark.
# Data of 2026-08-22; written for jaxlib 0.9.2 and MaxText 0.2.2.
# Machine: accelerator=tpu-v6e devices_per_node=16 nodes=1
#
# Times Pallas kernels over block sizes for the plan's shapes; --list shows the search space and needs no device.
set -euo pipefail

HERE="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"
exec python3 "${HERE}/tune_kernels.py" \
  --kind tpu \
  --scratch-kib 131072 \
  --batch 1 \
  --sequence 8192 \
  --heads 32 \
  --kv-heads 8 \
  --head-dim 128 \
  --hidden 4096 \
  --ffn 14336 \
  --write "${HERE}/tuned_blocks.txt" \
  "$@"
