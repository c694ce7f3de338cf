#!/bin/bash
# Llama 3 8B on one node of H100
export CUDA_DEVICE_MAX_CONNECTIONS=1
GPUS_PER_NODE=8
NNODES=1
TP=8   # tensor

DISTRIBUTED_ARGS=(
    --nproc_per_node $GPUS_PER_NODE
    --nnodes $NNODES
    --master_port 6000
)
MODEL_ARGS=(
    --num-layers 32
    --hidden-size 4096
    --ffn-hidden-size 14336
    --num-attention-heads 32
    --group-query-attention
    --num-query-groups 8
    --seq-length 8192
    --max-position-embeddings 8192
    --position-embedding-type rope
    --rotary-base 500000
    --normalization RMSNorm
    --swiglu
    --disable-bias-linear
    --untie-embeddings-and-output-weights
    --tokenizer-type NullTokenizer
    --vocab-size 128256
)
TRAIN_ARGS=(
    --tensor-model-parallel-size ${TP}   # one node
    --micro-batch-size 1
    --global-batch-size 128
    --train-iters 1000
    --lr 3.0e-4
    --min-lr 3.0e-5
    --bf16
    --recompute-granularity full
    --recompute-method uniform
    --recompute-num-layers 1
    --attention-backend flash
    --mock-data
)
torchrun ${DISTRIBUTED_ARGS[@]} pretrain_gpt.py ${MODEL_ARGS[@]} ${TRAIN_ARGS[@]}
