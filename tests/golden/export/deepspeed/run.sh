#!/usr/bin/env bash
# Plan: Llama 3 70B on 32 H100 nodes
# llama3-70b on 32 nodes of 8 h100-sxm, sequence 8192, 512 sequences per step; target deepspeed, benchmark.
# Data of 2026-08-22.
# Machine: accelerator=h100-sxm devices_per_node=8 nodes=32
#
# Starts a training script with DeepSpeed: TRAIN_SCRIPT=mine.py bash run.sh --its-own-options
set -euo pipefail

HERE="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"
export NCCL_DEBUG=WARN
export PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True

LAUNCH=(
  --nproc_per_node 8 --nnodes "${NNODES:-32}"
  --node_rank "${NODE_RANK:?rank of this node, 0 to 31}"
  --master_addr "${MASTER_ADDR:?address of node 0}" --master_port "${MASTER_PORT:-6000}"
)
exec python3 -m torch.distributed.run "${LAUNCH[@]}" \
  "${TRAIN_SCRIPT:-${HERE}/train.py}" --deepspeed --deepspeed_config "${HERE}/ds_config.json" "$@"
