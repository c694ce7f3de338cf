#!/usr/bin/env bash
# Plan: Llama 3.1 70B QLoRA on one node
# llama3.1-70b on 1 node of 8 a100-80-sxm, sequence 4096, 64 sequences per step; target llama-factory, benchmark.
# Data of 2026-08-22.
# Machine: accelerator=a100-80-sxm devices_per_node=8 nodes=1
#
# Starts LLaMA-Factory 0.9.5: MODEL=... names another model or folder than llamafactory.yaml.
set -euo pipefail

HERE="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"
export NCCL_DEBUG=WARN
export PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True

LAUNCH=(--standalone --nnodes 1 --nproc_per_node 8)
MODEL_ARGUMENT=()
if [[ -n "${MODEL:-}" ]]; then
  MODEL_ARGUMENT=(model_name_or_path="${MODEL}")
fi
cd "${HERE}"
python3 "${HERE}/make_data.py" synthetic.jsonl 256 1024
exec python3 -m torch.distributed.run "${LAUNCH[@]}" -m llamafactory.launcher \
  llamafactory.yaml "${MODEL_ARGUMENT[@]}" "$@"
