#!/bin/bash
NGPU=8
torchrun --nproc_per_node=${NGPU} --nnodes 1 -m torchtitan.train \
    --job.config_file torchtitan.toml \
    --training.seq_len 8192 \
    --parallelism.tensor_parallel_degree=2 \
    --compile.enable
