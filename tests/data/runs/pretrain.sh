#!/bin/bash
#SBATCH --nodes=4
#SBATCH --gpus-per-node=8
export CUDA_DEVICE_MAX_CONNECTIONS=1
NLAYERS=32
TP=${TP:-4}
GPT_ARGS="
    --num-layers $NLAYERS --hidden-size 4096 --ffn-hidden-size 14336
    --num-attention-heads 32 --group-query-attention --num-query-groups 8
    --kv-channels 128 --seq-length 8192 --max-position-embeddings 8192 --position-embedding-type rope
    --swiglu --normalization RMSNorm --untie-embeddings-and-output-weights --disable-bias-linear
"
TRAIN=(--micro-batch-size 1 --global-batch-size=256 --bf16 --vocab-size 128256
       --tokenizer-model "/data/Llama-3.1-8B/tokenizer.model" --use-distributed-optimizer)
srun torchrun --nproc_per_node 8 --nnodes "$SLURM_NNODES" pretrain_gpt.py $GPT_ARGS "${TRAIN[@]}" \
    --tensor-model-parallel-size $TP --sequence-parallel --pipeline-model-parallel-size 1 # four way
