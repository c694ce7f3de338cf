#!/usr/bin/env bash
# Plan: Llama 3.1 8B on one H100 node
# llama3.1-8b on 1 node of 8 h100-sxm, sequence 8192, 128 sequences per step; target jax, benchmark.
# Data of 2026-08-22; written for jaxlib 0.9.2 and MaxText 0.2.2.
# Machine: accelerator=h100-sxm devices_per_node=8 nodes=1
#
# Times Pallas kernels over block sizes for the plan's shapes; --list shows the search space and needs no device.
set -euo pipefail

HERE="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"
exec python3 "${HERE}/tune_kernels.py" \
  --kind gpu \
  --scratch-kib 227 \
  --batch 1 \
  --sequence 8192 \
  --heads 32 \
  --kv-heads 8 \
  --head-dim 128 \
  --hidden 4096 \
  --ffn 14336 \
  "$@"
