deepspeed --include worker-0:4,5,6,7@worker-1:4,5,6,7 --master_port 29597 train.py --deepspeed ./scripts/zero3.json \
    --model_name_or_path Qwen/Qwen2.5-14B --bf16 True --per_device_train_batch_size 2 \
    --gradient_accumulation_steps 16 --model_max_length 2048 --gradient_checkpointing True
