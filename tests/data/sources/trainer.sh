#!/bin/bash
deepspeed --num_gpus 8 run_clm.py \
    --model_name_or_path meta-llama/Meta-Llama-3-8B \
    --dataset_name wikitext \
    --per_device_train_batch_size 4 \
    --gradient_accumulation_steps 2 \
    --max_grad_norm 1.0 \
    --learning_rate 2e-5 \
    --lr_scheduler_type cosine \
    --num_train_epochs 1 \
    --gradient_checkpointing True \
    --bf16 True \
    --output_dir out \
    --deepspeed ds_config.json
