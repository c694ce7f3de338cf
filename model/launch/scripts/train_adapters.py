#!/usr/bin/env python3
# @plan
#
# Trains adapters (LoRA, QLoRA) with Hugging Face's Trainer and PEFT. Needs torch, transformers 4.46 or later, peft
# 0.15 or later (0.17 where experts lie in one tensor), and bitsandbytes 0.43 or later for a quantised base.
# tuning.json beside this file holds what the plan decides. Arguments are those of transformers.TrainingArguments and
#   --model  folder of the model or its name on the Hub (or the variable MODEL)
#   --data   JSON lines (or the variable DATA) with "text", with "messages" (role and content: the tokenizer's chat
#            template, and only what the assistant says is learnt), or with "prompt" and "response" (only the latter is
#            learnt); without: random tokens, for a test of speed
# It goes on from the newest whole checkpoint in --output_dir.
import argparse
import json
import os
import random
from pathlib import Path

import torch
from hf_resume import EndBeforeLimit, checkpoint_to_go_on_from
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
    """How bitsandbytes stores the frozen matrices; None leaves them as they are loaded."""
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
    return None  # a checkpoint of GPTQ or AWQ says itself how it is read


def say(text):
    """Once for all ranks."""
    if os.environ.get("RANK", "0") == "0":
        print(text, flush=True)


def rows_of(path):
    """The object of every line that is not empty, with its place."""
    if not os.path.isfile(path):
        raise SystemExit(f"{path}: is no file; name one of JSON lines")
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
            except ValueError:
                row = None
            if not isinstance(row, dict) or not ({"text", "messages"} & set(row) or {"prompt", "response"} <= set(row)):
                raise SystemExit(f'{path}:{number}: is no JSON object with "text", "messages", or "prompt" and "response"')
            yield f"{path}:{number}", row


NOT_LEARNT = -100  # what PyTorch's cross-entropy passes over


def conversation(place, messages, tokenizer):
    """Tokens by the chat template; what the assistant says has labels."""
    tokens, labels = [], []
    for count, message in enumerate(messages, 1):
        is_answer = message["role"] == "assistant"
        # The template's words in front of an answer are the user's side, too.
        asked = tokenizer.apply_chat_template(messages[: count - 1], add_generation_prompt=True) if is_answer else tokens
        told = tokenizer.apply_chat_template(messages[:count])
        if told[: len(asked)] != asked or asked[: len(tokens)] != tokens:
            raise SystemExit(f"{place}: the chat template changes earlier turns, so that answers cannot be told apart")
        labels += [NOT_LEARNT] * (len(asked) - len(tokens))
        labels += told[len(asked) :] if is_answer else [NOT_LEARNT] * (len(told) - len(asked))
        tokens = told
    return tokens, labels


def document(place, row, tokenizer):
    """Tokens of a row, and the label of each."""
    if "messages" in row:
        return conversation(place, row["messages"], tokenizer)
    end = [tokenizer.eos_token_id]
    if "prompt" not in row:
        tokens = tokenizer(row["text"])["input_ids"] + end
        return tokens, list(tokens)
    asked = tokenizer(row["prompt"])["input_ids"]
    answer = tokenizer(row["response"], add_special_tokens=False)["input_ids"] + end
    return asked + answer, [NOT_LEARNT] * len(asked) + answer


def documents(path, tokenizer, length, count):
    """Tokens and labels of the data, none longer than the sequence: longer documents become several."""
    if not path:
        generator = random.Random(0)
        for _ in range(count):
            tokens = [generator.randrange(1000, 20000) for _ in range(length)]
            yield tokens, tokens
        return
    found = longer = pieces = 0
    for place, row in rows_of(path):
        tokens, labels = document(place, row, tokenizer)
        found += 1
        if len(tokens) > length:
            longer += 1
            pieces += -(-len(tokens) // length)
        for start in range(0, len(tokens), length):
            yield tokens[start : start + length], labels[start : start + length]
    if not found:
        raise SystemExit(f"{path}: holds no document")
    if longer:
        say(f"{longer} of {found} documents are longer than {length} tokens: they are split into {pieces} parts")


def sequences(found, length, packs):
    """Rows of one document each, or of whole documents behind one another."""
    row = []
    for one in found:
        if row and (not packs or sum(len(tokens) for tokens, _ in row) + len(one[0]) > length):
            yield row
            row = []
        row.append(one)
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
        rows = [[token for part, _ in row for token in part] for row in batch]
        marks = [[label for _, part in row for label in part] for row in batch]
        ids = torch.tensor([row + [pad] * (length - len(row)) for row in rows])
        kept = torch.tensor([[1] * len(row) + [0] * (length - len(row)) for row in rows])
        labels = torch.tensor([row + [NOT_LEARNT] * (length - len(row)) for row in marks])
        return {"input_ids": ids, "attention_mask": kept, "labels": labels}

    return collate


def packed(length, pad):
    """All documents of the micro-batch in one row; positions begin anew in each, which keeps attention
    inside it. The first token of a document has no label."""

    def collate(batch):
        ids, positions, labels = [], [], []
        for row in batch:
            for tokens, marks in row:
                ids += tokens
                positions += range(len(tokens))
                labels += [NOT_LEARNT] + marks[1:]
            rest = length - sum(len(tokens) for tokens, _ in row)
            ids += [pad] * rest
            positions += range(rest)
            labels += [NOT_LEARNT] * rest
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
        torch_dtype=torch.float32 if settings["base_format"] == "fp32" else dtype,
        attn_implementation=settings["attention"],
        quantization_config=quantization(settings, dtype),
    )
    model.config.use_cache = False
    if settings["base_format"] not in ("bf16", "fp32"):
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
        modules_to_save=settings["trained_modules"] or None,
        **({"target_parameters": tensors} if tensors else {}),
        **settings["switches"],
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
    held_out = None  # two evaluation batches for each rank: data of your own say how well the model does
    if getattr(arguments, "eval_strategy", "no") != "no":
        count = 2 * arguments.per_device_eval_batch_size * arguments.world_size
        held_out = torch.utils.data.Subset(rows, range(min(count, len(rows))))
    trainer = Trainer(model=model, args=arguments, train_dataset=rows, eval_dataset=held_out, data_collator=collate,
                      callbacks=[EndBeforeLimit()])
    trainer.train(resume_from_checkpoint=checkpoint_to_go_on_from(arguments))
    trainer.save_model()


if __name__ == "__main__":
    main()
