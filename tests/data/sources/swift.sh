NPROC_PER_NODE=8 swift sft \
    --model Qwen/Qwen2.5-32B-Instruct \
    --train_type lora \
    --dataset chats.jsonl \
    --torch_dtype bfloat16 \
    --per_device_train_batch_size 2 \
    --lora_rank 16 \
    --gradient_accumulation_steps 8 --gradient_checkpointing false \
    --max_length 8192 \
    --deepspeed zero3
