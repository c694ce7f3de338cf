import argparse

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, Trainer, TrainingArguments

parser = argparse.ArgumentParser()
parser.add_argument("--base", type=str, default="mistralai/Mistral-7B-v0.1")
parser.add_argument("--max-seq-length", type=int, default=4_096)
options = parser.parse_args()
"""TrainingArguments(per_device_train_batch_size=64) stands in a text alone."""
tokenizer = AutoTokenizer.from_pretrained(options.base)
model = AutoModelForCausalLM.from_pretrained(
    options.base, torch_dtype=torch.bfloat16, attn_implementation="flash_attention_2")
model.gradient_checkpointing_enable()
# TrainingArguments(per_device_train_batch_size=32)
arguments = TrainingArguments(
    "out", per_device_train_batch_size=1, gradient_accumulation_steps=int("8"), bf16=True,
    fsdp="full_shard auto_wrap")
Trainer(model=model, args=arguments).train()
