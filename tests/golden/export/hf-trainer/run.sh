#!/usr/bin/env bash
# Plan: Llama 3.1 8B on one H100 node
# llama3.1-8b on 1 node of 8 h100-sxm, sequence 8192, 128 sequences per step; target hf-trainer, benchmark.
# Data of 2026-08-22.
# Machine: accelerator=h100-sxm devices_per_node=8 nodes=1
#
# Starts a script that reads Hugging Face's TrainingArguments: TRAIN_SCRIPT=mine.py bash run.sh --its-own-options
set -euo pipefail

HERE="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"
export NCCL_DEBUG=WARN
export PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True

LAUNCH=(--standalone --nnodes 1 --nproc_per_node 8)
TRAIN=(
  --per_device_train_batch_size 1 --gradient_accumulation_steps 16 --gradient_checkpointing false
  --bf16 true --fp16 false --optim adamw_torch_fused --learning_rate 3e-4
  --lr_scheduler_type cosine --warmup_steps 3 --adam_beta1 0.9 --adam_beta2 0.95 --weight_decay 0.1
  --max_grad_norm 1.0 --max_steps 30 --torch_compile true --logging_steps 1 --save_strategy no
  --report_to none
)
SHARD=(--fsdp "full_shard auto_wrap" --fsdp_config "${HERE}/fsdp_config.json")

exec python3 -m torch.distributed.run "${LAUNCH[@]}" \
  "${TRAIN_SCRIPT:-${HERE}/train.py}" --output_dir "${OUT_DIR:-output}" \
  "${TRAIN[@]}" "${SHARD[@]}" "$@"
