#!/bin/bash
deepspeed --num_gpus 8 run_clm.py --deepspeed ds_config.json \
  --per_device_train_batch_size 2 --gradient_accumulation_steps=4 \
  --block_size 2048 --bf16 --gradient_checkpointing --optim adamw_torch_fused \
  --output_dir $1
