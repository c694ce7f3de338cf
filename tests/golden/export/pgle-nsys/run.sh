#!/usr/bin/env bash
# Plan: Llama 3 70B on 32 H100 nodes
# llama3-70b on 32 nodes of 8 h100-sxm, sequence 8192, 512 sequences per step; target pgle-nsys, benchmark.
# Data of 2026-08-22; written for jaxlib 0.9.2 and MaxText 0.2.2.
# Machine: accelerator=h100-sxm devices_per_node=8 nodes=32
#
# Trains with MaxText. Arguments are handed on: bash run.sh steps=10
set -euo pipefail

HERE="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"

export NCCL_DEBUG=WARN
export XLA_PYTHON_CLIENT_MEM_FRACTION=0.75
export NVTE_FUSED_ATTN=1

exec python3 -m maxtext.trainers.pre_train.train "${HERE}/config.yml" \
  run_name="${RUN_NAME:-llama-3-70b-on-32-h100-nodes}" \
  base_output_directory="${OUT_DIR:-output}" \
  "$@"
