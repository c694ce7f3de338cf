#!/usr/bin/env bash
# Plan: Llama 3.1 8B LoRA on one GPU
# llama3.1-8b on 1 node of 1 h100-sxm, sequence 4096, 16 sequences per step; target trl, benchmark.
# Data of 2026-08-22.
# Machine: accelerator=h100-sxm devices_per_node=1 nodes=1
#
# Starts TRL 1.9.0: MODEL=... names another model or folder than sft.yaml.
set -euo pipefail

HERE="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"
export NCCL_DEBUG=WARN
export PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True

LAUNCH=(--standalone --nnodes 1 --nproc_per_node 1)
MODEL_ARGUMENT=()
if [[ -n "${MODEL:-}" ]]; then
  MODEL_ARGUMENT=(--model_name_or_path "${MODEL}")
fi
cd "${HERE}"
python3 "${HERE}/make_data.py" synthetic.jsonl 64 1024
exec python3 -m torch.distributed.run "${LAUNCH[@]}" "${HERE}/train_trl.py" \
  --config sft.yaml "${MODEL_ARGUMENT[@]}" "$@"
