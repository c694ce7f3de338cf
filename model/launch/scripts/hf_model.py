#!/usr/bin/env python3
# @plan
#
# The model and the data of train.py, as train.json says: a Hugging Face model from its configuration
# with fresh weights, and sequences of random tokens or of a text data set.
import json
import os
import re

import torch


def read_settings():
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "train.json")) as file:
        return json.load(file)


def number(release):
    """The numbers in front: of a build from source, "0.19.6+edaa7221", those of its release."""
    return [int(part) for part in re.match(r"[0-9.]*", release)[0].split(".") if part]


def check_releases(settings):
    """Stops where a package is older than what train.json asks for."""
    from importlib.metadata import version

    for package, least in settings.get("needs", {}).items():
        if number(version(package)) < number(least):
            raise SystemExit(f"train.json needs {package} {least} or later, here is {version(package)}")


def build_model(settings):
    from transformers import AutoConfig, AutoModelForCausalLM

    shape = dict(settings["model"])
    config = AutoConfig.for_model(shape.pop("model_type"), **shape)
    config.use_cache = False
    torch.manual_seed(0)  # the same weights on all ranks of a tensor group: nobody hands them round
    return AutoModelForCausalLM.from_config(
        config,
        torch_dtype=getattr(torch, settings["dtype"]),
        attn_implementation=settings["attention"],
    )


def row(tokens, settings):
    """One sequence. Ranks that share it must know where their part lies."""
    values = {"input_ids": tokens, "labels": tokens}
    if settings.get("sequence_ranks", 1) > 1:
        values["position_ids"] = torch.arange(len(tokens))
    return values


class RandomTokens(torch.utils.data.IterableDataset):
    """One sequence of random tokens, again and again: what a benchmark trains on."""

    def __init__(self, settings):
        self.settings = settings
        generator = torch.Generator().manual_seed(0)
        self.tokens = torch.randint(
            settings["model"]["vocab_size"], (settings["sequence_length"],), generator=generator
        )

    def __iter__(self):
        while True:
            yield row(self.tokens, self.settings)

    def place(self):
        return {}

    def go_to(self, place):
        """Every sequence is the same."""


class TextTokens(torch.utils.data.IterableDataset):
    """Texts of a data set, tokenized and cut into sequences without padding; rank of ranks reads every
    ranks-th text."""

    def __init__(self, settings, rank, ranks):
        from datasets import load_dataset
        from transformers import AutoTokenizer

        path = settings["data_path"]
        kind = next((k for k in ("json", "parquet", "text") if f".{k}" in path), None)
        source = {"path": kind, "data_files": path} if kind else {"path": path}
        self.texts = load_dataset(**source, split="train", streaming=True)
        self.tokenizer = AutoTokenizer.from_pretrained(settings["tokenizer"])
        self.settings = settings
        self.length = settings["sequence_length"]
        self.rank, self.ranks = rank, ranks
        self.read, self.rest = 0, []  # texts of this pass that were read; tokens that are in no sequence yet

    def place(self):
        """What go_to() needs for the next sequence to be the one that would have followed."""
        return {"read": self.read, "rest": list(self.rest)}

    def go_to(self, place):
        self.read, self.rest = place["read"], list(place["rest"])

    def sequences(self):
        while len(self.rest) >= self.length:
            tokens, self.rest = self.rest[: self.length], self.rest[self.length :]
            yield row(torch.tensor(tokens), self.settings)

    def __iter__(self):
        while True:  # a short data set is read again
            yield from self.sequences()
            for text in self.texts.skip(self.read):
                self.read += 1
                if (self.read - 1) % self.ranks == self.rank:
                    self.rest += self.tokenizer(text["text"])["input_ids"] + [self.tokenizer.eos_token_id]
                    yield from self.sequences()
            self.read = 0


def build_data(settings, rank, ranks):
    if not settings.get("data_path"):
        return RandomTokens(settings)
    if not settings.get("tokenizer"):
        raise SystemExit("train.json names data and no tokenizer: set job.tokenizer in the plan")
    return TextTokens(settings, rank, ranks)
