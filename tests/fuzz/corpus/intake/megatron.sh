#!/bin/bash
#SBATCH --nodes=4
#SBATCH --gres=gpu:h100:8
TP=${TP:-2}
PP=2
GPUS=$((SLURM_NNODES * 8))
MBS=1
GBS=$(( GPUS * 4 ))
MODEL=(
  --num-layers 32 --hidden-size 4096 --ffn-hidden-size 14336
  --num-attention-heads 32 --group-query-attention --num-query-groups 8
  --seq-length 8192 --max-position-embeddings 8192
  --swiglu --normalization RMSNorm --disable-bias-linear --position-embedding-type rope
  --untie-embeddings-and-output-weights
  "--vocab-size 128256"
)
srun torchrun --nproc_per_node $SLURM_GPUS_ON_NODE --nnodes ${SLURM_NNODES} pretrain_gpt.py ${MODEL[@]} \
  --tensor-model-parallel-size $TP --pipeline-model-parallel-size $PP \
  --sequence-parallel --use-distributed-optimizer --micro-batch-size $MBS --global-batch-size $GBS \
  --tokenizer-model $TOKENIZER --bf16
