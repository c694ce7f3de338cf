#!/usr/bin/env bash
# Plan: Llama 3.1 405B on 128 H100 nodes
# llama3.1-405b on 128 nodes of 8 h100-sxm, sequence 8192, 512 sequences per step; target megatron, benchmark.
# Data of 2026-08-22.
# Machine: accelerator=h100-sxm devices_per_node=8 nodes=128
#
# Trains with Megatron-LM. MEGATRON_DIR is the folder of pretrain_gpt.py; further arguments are passed on; a data path or tokenizer there replaces the plan's.
set -euo pipefail

export NCCL_DEBUG=WARN
export CUDA_DEVICE_MAX_CONNECTIONS=1

LAUNCH=(
  --nproc_per_node 8 --nnodes "${NNODES:-128}"
  --node_rank "${NODE_RANK:?rank of this node, 0 to 127}"
  --master_addr "${MASTER_ADDR:?address of node 0}" --master_port "${MASTER_PORT:-6000}"
)
MODEL=(
  --num-layers 126 --hidden-size 16384 --ffn-hidden-size 53248 --swiglu --disable-bias-linear
  --num-attention-heads 128 --group-query-attention --num-query-groups 8 --kv-channels 128
  --seq-length 8192 --max-position-embeddings 8192 --position-embedding-type rope
  --rotary-base 500000 --use-rope-scaling --rope-scaling-factor 8 --normalization RMSNorm
  --untie-embeddings-and-output-weights --attention-dropout 0.0 --hidden-dropout 0.0
)
PARALLEL=(
  --tensor-model-parallel-size 8 --pipeline-model-parallel-size 8
  --account-for-embedding-in-pipeline-split --account-for-loss-in-pipeline-split
  --num-virtual-stages-per-pipeline-rank 8 --context-parallel-size 2 --cp-comm-type p2p
  --sequence-parallel --use-distributed-optimizer --overlap-grad-reduce --overlap-param-gather
  --tp-comm-overlap
)
TRAIN=(
  --micro-batch-size 1 --global-batch-size 512 --train-iters 30 --lr 8e-5 --min-lr 8e-6
  --lr-warmup-iters 3 --lr-decay-style cosine --lr-decay-iters 30 --adam-beta1 0.9
  --adam-beta2 0.95 --weight-decay 0.1 --clip-grad 1.0 --bf16 --grad-reduce-in-bf16
  --fp8-format hybrid --fp8-recipe tensorwise --optimizer adam --fp8-param-gather
  --attention-backend fused
)
LOG=(
  --log-interval 1 --eval-iters 0 --log-throughput --profile --use-pytorch-profiler
  --profile-step-start 22 --profile-step-end 25 --profile-ranks 0 --tensorboard-dir tensorboard
)
TOKENS=(--tokenizer-type NullTokenizer --vocab-size 128256)
DATA=(--mock-data --split "99,1,0")
# Data and a tokenizer among the arguments stand for these; other arguments are added.
for WORD in "$@"; do
  case "${WORD%%=*}" in
    --data-path | --data-args-path | --per-split-data-args-path | --train-data-path)
      DATA=()
      ;;
    --tokenizer-type)
      TOKENS=()
      ;;
  esac
done

exec python3 -m torch.distributed.run "${LAUNCH[@]}" \
  "${MEGATRON_DIR:+${MEGATRON_DIR}/}pretrain_gpt.py" \
  "${MODEL[@]}" "${PARALLEL[@]}" "${TRAIN[@]}" "${LOG[@]}" \
  "${TOKENS[@]}" "${DATA[@]}" "$@"
