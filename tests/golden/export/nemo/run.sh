#!/usr/bin/env bash
# Plan: Llama 3.1 405B on 128 H100 nodes
# llama3.1-405b on 128 nodes of 8 h100-sxm, sequence 8192, 512 sequences per step; target nemo, benchmark.
# Data of 2026-08-22.
# Machine: accelerator=h100-sxm devices_per_node=8 nodes=128
#
# Trains with Megatron-Bridge (NeMo). Arguments change single fields: bash run.sh train.train_iters=10
set -euo pipefail

HERE="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"
export NCCL_DEBUG=WARN
export CUDA_DEVICE_MAX_CONNECTIONS=1

LAUNCH=(
  --nproc_per_node 8 --nnodes "${NNODES:-128}"
  --node_rank "${NODE_RANK:?rank of this node, 0 to 127}"
  --master_addr "${MASTER_ADDR:?address of node 0}" --master_port "${MASTER_PORT:-6000}"
)
exec python3 -m torch.distributed.run "${LAUNCH[@]}" \
  "${HERE}/headroom_nemo.py" "$@"
