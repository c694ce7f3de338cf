#!/bin/bash
export CUDA_DEVICE_MAX_CONNECTIONS=1
WORLD_SIZE=16
GPT_ARGS="
    --num-layers 40 \
    --hidden-size 5120 \
    --num-attention-heads 40 \
    --seq-length 4096 \
    --max-position-embeddings 4096 \
    --micro-batch-size 2 \
    --global-batch-size 256 \
    --lr 0.00015 \
    --min-lr 1.0e-5 \
    --lr-decay-style cosine \
    --tensor-model-parallel-size 4 \
    --pipeline-model-parallel-size 2 \
    --sequence-parallel \
    --use-distributed-optimizer \
    --overlap-grad-reduce \
    --overlap-param-gather \
    --bf16
"
DATA_ARGS="--mock-data --tokenizer-type NullTokenizer --vocab-size 50257"
torchrun --nproc_per_node 8 --nnodes 2 pretrain_gpt.py $GPT_ARGS $DATA_ARGS --train-iters 500 --log-interval 10
