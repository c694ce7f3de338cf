NPROC_PER_NODE=4 swift sft --model Qwen/Qwen2.5-7B-Instruct --dataset chats.jsonl --deepspeed zero2 --torch_dtype bfloat16 --quant_method bnb --quant_bits 4 --max_length 4096
