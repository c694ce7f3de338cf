#!/bin/bash
litgpt finetune_full meta-llama/Llama-2-7b-hf --devices 4 --precision bf16-true \
  --train.micro_batch_size 2 --train.global_batch_size 32 --train.max_seq_length 1024
