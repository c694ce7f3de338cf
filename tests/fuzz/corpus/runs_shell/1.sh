export TP=2
torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 2 --tensor-model-parallel-size ${TP} \
  --bf16
