#!/bin/bash
#SBATCH --nodes=4
#SBATCH --gres=gpu:h100:8
DECODER_SEQ_LEN=4096
MODEL=(
  --num-layers 32 --hidden-size 4096 --ffn-hidden-size 14336
  --num-attention-heads 32 --group-query-attention --num-query-groups 8
  --seq-length 576 --decoder-seq-length $DECODER_SEQ_LEN --max-position-embeddings $DECODER_SEQ_LEN
  --swiglu --normalization RMSNorm --disable-bias-linear --position-embedding-type rope
  --untie-embeddings-and-output-weights --vocab-size 128256
  --language-model-type llama3_8b --vision-model-type clip --img-h 336 --img-w 336 --patch-dim 14
)
srun torchrun --nproc_per_node 8 --nnodes 4 examples/multimodal/train.py ${MODEL[@]} \
  --tensor-model-parallel-size 2 --sequence-parallel --use-distributed-optimizer \
  --micro-batch-size 1 --global-batch-size 128 --bf16
