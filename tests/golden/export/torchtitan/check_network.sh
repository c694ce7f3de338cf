#!/usr/bin/env bash
# Plan: Llama 3.1 405B on 128 H100 nodes
# llama3.1-405b on 128 nodes of 8 h100-sxm, sequence 8192, 512 sequences per step; target torchtitan, benchmark.
# Data of 2026-08-22.
# Machine: accelerator=h100-sxm devices_per_node=8 nodes=128
#
# All-reduce bandwidth over all nodes of the job, against what the plan needs. Run it before training, on every node at once: under srun with one task per GPU, or by hand with NODE_RANK and MASTER_ADDR set.
set -euo pipefail

HERE="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"
CHECK=(
  "${HERE}/all_reduce_check.py"
  --need-gbytes-per-s 0.0
  --payload-mib 1024
  --nodes 128
  --devices-per-node 8
)

if [[ -n "${SLURM_PROCID:-}" ]] || ! python3 -c 'import torch' 2>/dev/null; then
  exec python3 "${CHECK[@]}"
fi
exec python3 -m torch.distributed.run --nproc_per_node 8 \
  --nnodes "${NNODES:-128}" --node_rank "${NODE_RANK:-0}" \
  --master_addr "${MASTER_ADDR:-localhost}" --master_port "${MASTER_PORT:-6001}" \
  "${CHECK[@]}"
