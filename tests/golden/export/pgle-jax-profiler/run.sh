#!/usr/bin/env bash
# Plan: Llama 3.1 8B on one H100 node
# llama3.1-8b on 1 node of 8 h100-sxm, sequence 8192, 128 sequences per step; target pgle-jax-profiler, benchmark.
# Data of 2026-08-22; written for jaxlib 0.9.2 and MaxText 0.2.2.
# Machine: accelerator=h100-sxm devices_per_node=8 nodes=1
#
# Trains with MaxText. Arguments are handed on: bash run.sh steps=10
set -euo pipefail

HERE="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"

export NCCL_DEBUG=WARN
export XLA_PYTHON_CLIENT_MEM_FRACTION=0.75
export NVTE_FUSED_ATTN=1

exec python3 -m maxtext.trainers.pre_train.train "${HERE}/config.yml" \
  run_name="${RUN_NAME:-llama-3-1-8b-on-one-h100-node}" \
  base_output_directory="${OUT_DIR:-output}" \
  "$@"
