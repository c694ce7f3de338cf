export WORLD_SIZE=256
TP=${TP:-2}
python pretrain_gpt.py --tensor-model-parallel-size $TP --pipeline-model-parallel-size 8 --sequence-parallel \
    --use-distributed-optimizer --micro-batch-size 1 --global-batch-size 2048 --seq-length 4096 --bf16 \
    --num-layers 32 --hidden-size 4096 --ffn-hidden-size 11008 --num-attention-heads 32 --vocab-size 32000 --swiglu \
    --normalization RMSNorm --disable-bias-linear --untie-embeddings-and-output-weights --position-embedding-type rope
