# Adapters on a 7B model, as a program of one's own.
import torch
from peft import LoraConfig, get_peft_model
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments

batch = 1  # each device
max_seq_length = 2048
model = AutoModelForCausalLM.from_pretrained(
    "mistralai/Mistral-7B-v0.1", torch_dtype=torch.bfloat16, attn_implementation="flash_attention_2"
)
model = get_peft_model(model, LoraConfig(r=16, target_modules="all-linear"))
tokens = tokenizer(texts, truncation=True, max_length=max_seq_length)
arguments = TrainingArguments(
    output_dir="out",
    per_device_train_batch_size=batch,
    gradient_accumulation_steps=4,
    gradient_checkpointing=True,  # room for it
    bf16=True,
    optim="adamw_torch",
    fsdp="full_shard",
)
Trainer(model=model, args=arguments, train_dataset=tokens).train()
