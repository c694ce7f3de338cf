#!/usr/bin/env python3
# @plan
#
# Trains adapters (LoRA, QLoRA) with Hugging Face's Trainer and PEFT. Needs torch, transformers 4.46 or later, peft
# 0.15 or later (0.17 where experts lie in one tensor), and bitsandbytes 0.43 or later for a quantised base.
# tuning.json beside this file holds what the plan decides. Arguments are those of transformers.TrainingArguments and
#   --model  folder of the model or its name on the Hub (or the variable MODEL)
#   --data   JSON lines with a field "text" (or the variable DATA); without: random tokens, for a test of speed
# It goes on from the newest whole checkpoint in --output_dir.
import argparse
import json
import os
import random
from pathlib import Path

import torch
from hf_resume import checkpoint_to_go_on_from
from peft import LoraConfig, get_peft_model
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    BitsAndBytesConfig,
    HfArgumentParser,
    Trainer,
    TrainingArguments,
)

HERE = Path(__file__).resolve().parent


def quantization(settings, dtype):
    """How bitsandbytes stores the frozen matrices; None leaves them in 16 bits."""
    if settings["base_format"] == "nf4":
        return BitsAndBytesConfig(
            load_in_4bit=True,
            bnb_4bit_quant_type="nf4",
            bnb_4bit_use_double_quant=True,
            bnb_4bit_compute_dtype=dtype,
            bnb_4bit_quant_storage=dtype,  # lets FSDP and ZeRO-3 cut the packed weights
        )
    if settings["base_format"] == "int8":
        return BitsAndBytesConfig(load_in_8bit=True)
    return None


def say(text):
    """Once for all ranks."""
    if os.environ.get("RANK", "0") == "0":
        print(text, flush=True)


def texts(path):
    """The field "text" of every line that is not empty."""
    if not os.path.isfile(path):
        raise SystemExit(f"{path}: is no file; name one of JSON lines")
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                yield json.loads(line)["text"]
            except (ValueError, KeyError, TypeError):
                raise SystemExit(f'{path}:{number}: is no JSON object with a field "text"') from None


def documents(path, tokenizer, length, count):
    """Token lists of the data, none longer than the sequence: longer documents become several."""
    if not path:
        generator = random.Random(0)
        for _ in range(count):
            yield [generator.randrange(1000, 20000) for _ in range(length)]
        return
    found = longer = pieces = 0
    for text in texts(path):
        tokens = tokenizer(text)["input_ids"] + [tokenizer.eos_token_id]
        found += 1
        if len(tokens) > length:
            longer += 1
            pieces += -(-len(tokens) // length)
        for start in range(0, len(tokens), length):
            yield tokens[start : start + length]
    if not found:
        raise SystemExit(f"{path}: holds no document")
    if longer:
        say(f"{longer} of {found} documents are longer than {length} tokens: they are split into {pieces} parts")


def sequences(found, length, packs):
    """Rows of one document each, or of whole documents behind one another."""
    row = []
    for tokens in found:
        if row and (not packs or sum(map(len, row)) + len(tokens) > length):
            yield row
            row = []
        row.append(tokens)
    if row:
        yield row


class Rows(torch.utils.data.Dataset):
    def __init__(self, rows):
        self.rows = list(rows)

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, index):
        return self.rows[index]


def padded(length, pad):
    """One document in each row, filled up to the sequence length."""

    def collate(batch):
        rows = [[token for part in row for token in part] for row in batch]
        ids = torch.tensor([row + [pad] * (length - len(row)) for row in rows])
        kept = torch.tensor([[1] * len(row) + [0] * (length - len(row)) for row in rows])
        return {"input_ids": ids, "attention_mask": kept, "labels": ids.masked_fill(kept == 0, -100)}

    return collate


def packed(length, pad):
    """All documents of the micro-batch in one row; positions begin anew in each, which keeps attention
    inside it. The first token of a document has no label."""

    def collate(batch):
        ids, positions, labels = [], [], []
        for row in batch:
            for tokens in row:
                ids += tokens
                positions += range(len(tokens))
                labels += [-100] + tokens[1:]
            rest = length - sum(map(len, row))
            ids += [pad] * rest
            positions += range(rest)
            labels += [-100] * rest
        return {name: torch.tensor([values]) for name, values in
                (("input_ids", ids), ("position_ids", positions), ("labels", labels))}

    return collate


def present(model, names):
    """Those of the tensors that the model has: older releases of transformers have a module for each expert."""
    paths = [path for path, _ in model.named_parameters()]
    return [name for name in names if any(path.endswith("." + name) for path in paths)]


def compare(model, planned):
    """Says where adapters are not those of the plan; ZeRO-3 tells the size of a whole tensor apart."""
    own = sum(getattr(p, "ds_numel", p.numel()) for p in model.parameters() if p.requires_grad)
    if planned and own != planned:
        say(f"warning: {own} parameters are trained, and the plan counts {planned}: is this its model?")


def load_model(own, settings, dtype):
    model = AutoModelForCausalLM.from_pretrained(
        own.model,
        torch_dtype=dtype,
        attn_implementation=settings["attention"],
        quantization_config=quantization(settings, dtype),
    )
    model.config.use_cache = False
    if settings["base_format"] != "bf16":
        # What prepare_model_for_kbit_training does, less the fp32 copies of embedding and head.
        for parameter in model.parameters():
            parameter.requires_grad = False
    model.enable_input_require_grads()
    tensors = present(model, settings["lora_parameters"])
    adapters = LoraConfig(
        r=settings["lora_rank"],
        lora_alpha=settings["lora_alpha"],
        lora_dropout=0.0,
        bias="none",
        task_type="CAUSAL_LM",
        target_modules=settings["lora_modules"] or [],
        **({"target_parameters": tensors} if tensors else {}),
    )
    model = get_peft_model(model, adapters, autocast_adapter_dtype=settings["adapter_dtype"] == "fp32")
    model.print_trainable_parameters()
    compare(model, settings["trained_parameters"])
    return model


def main():
    settings = json.loads((HERE / "tuning.json").read_text(encoding="utf-8"))
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--model", default=os.environ.get("MODEL"))
    parser.add_argument("--data", default=os.environ.get("DATA"))
    own, rest = parser.parse_known_args()
    if not own.model:
        parser.error("--model: name the folder or the Hub name of the model")
    (arguments,) = HfArgumentParser(TrainingArguments).parse_args_into_dataclasses(rest)
    # Ahead of the model: each rank takes its device, where quantised weights go while they load; ZeRO-3 cuts them.
    print("training on", arguments.device)
    arguments.remove_unused_columns = False
    dtype = {"bf16": torch.bfloat16, "fp16": torch.float16, "fp32": torch.float32}[settings["compute"]]
    tokenizer = AutoTokenizer.from_pretrained(own.model)
    pad = tokenizer.pad_token_id if tokenizer.pad_token_id is not None else tokenizer.eos_token_id
    length = settings["sequence_length"]
    model = load_model(own, settings, dtype)
    rows = Rows(sequences(documents(own.data, tokenizer, length, 4096), length, settings["packing"]))
    collate = packed(length, pad) if settings["packing"] else padded(length, pad)
    trainer = Trainer(model=model, args=arguments, train_dataset=rows, data_collator=collate)
    trainer.train(resume_from_checkpoint=checkpoint_to_go_on_from(arguments))
    trainer.save_model()


if __name__ == "__main__":
    main()
