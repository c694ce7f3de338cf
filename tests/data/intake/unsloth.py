# One GPU, 4-bit base: names, a quotient and a helper that only running would answer.
from unsloth import FastLanguageModel, is_bfloat16_supported
from trl import SFTConfig, SFTTrainer

max_seq_length = 2048
batch_size = 16
micro_batch = 2

model, tokenizer = FastLanguageModel.from_pretrained(
    model_name="unsloth/llama-3-8b-bnb-4bit",  # "fourbit"
    max_seq_length=max_seq_length,
    dtype=None,
)
model = FastLanguageModel.get_peft_model(
    model,
    r=32,
    target_modules=["q_proj", "k_proj", "v_proj", "o_proj"],
    lora_dropout=0,
    use_gradient_checkpointing="unsloth",
)
trainer = SFTTrainer(
    model=model,
    train_dataset=rows,
    args=SFTConfig(
        per_device_train_batch_size=micro_batch,
        gradient_accumulation_steps=batch_size // micro_batch,
        fp16=not is_bfloat16_supported(), bf16=is_bfloat16_supported(),
        optim="adamw_8bit", eval_strategy="steps",
    ),
)
trainer.train()
