export CUDA_VISIBLE_DEVICES=0,1
SIZE=13b
GPUS=2
EACH=1
ALL=128
accelerate launch --mixed_precision bf16 --num_machines 1 --num_processes $GPUS \
    --use_deepspeed --deepspeed_config_file ds_configs/stage3_no_offloading.conf finetune.py \
    --model_name_or_path models/llama-2-$SIZE --use_flash_attn --use_lora --lora_rank 64 --max_seq_length 4096 \
    --per_device_train_batch_size $EACH --gradient_accumulation_steps $(($ALL/$GPUS/$EACH))
