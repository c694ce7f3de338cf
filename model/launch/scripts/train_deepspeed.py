#!/usr/bin/env python3
# @plan
#
# Trains the plan's model with DeepSpeed. run.sh starts it; train.json says what, ds_config.json how.
import argparse
import json
import os
import time

import deepspeed
import torch
from deepspeed.accelerator import get_accelerator
from hf_model import build_data, build_model, check_releases, read_settings
from transformers.integrations import HfDeepSpeedConfig


def split_sequences(model, settings, micro_batch):
    """Cuts sequences over ranks by Ulysses; what initialize() must know of the groups."""
    from deepspeed.runtime.sequence_parallel.ulysses_sp import UlyssesSPAttentionHF

    return UlyssesSPAttentionHF.register_with_transformers(
        model_name_or_path=model,
        core_attn_implementation=settings["attention"],
        sequence_parallel_size=settings["sequence_ranks"],
        micro_batch_size=micro_batch,
        seq_length=settings["sequence_length"],
        seq_length_is_variable=False,
    )


def split_batches(data, engine):
    """Batches of which each rank has its part of every sequence, and labels of its tokens."""
    from deepspeed.runtime.sequence_parallel.ulysses_sp import UlyssesSPDataLoaderAdapter
    from deepspeed.utils import groups

    return UlyssesSPDataLoaderAdapter(
        data,
        sp_rank=groups._get_sequence_parallel_rank(),
        sp_group=groups._get_sequence_parallel_group(),
        sp_world_size=groups._get_sequence_parallel_world_size(),
        device=engine.device,
    )


def loss_of(engine, batch):
    """The mean loss of a batch, over all ranks that share its sequences."""
    if "shift_labels" not in batch:
        return engine(**batch).loss
    from deepspeed.utils import groups
    from torch.distributed.nn.functional import all_reduce

    labels = batch.pop("shift_labels")
    logits = engine(**batch).logits
    own = engine.module.loss_function(
        logits=logits, labels=None, shift_labels=labels, vocab_size=engine.module.config.vocab_size
    )
    counted = (labels != -100).sum()  # the last token of a sequence has no next one
    group = groups._get_sequence_parallel_group()
    return all_reduce(own * counted, group=group) / all_reduce(counted, group=group)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--local_rank", type=int, default=int(os.environ.get("LOCAL_RANK", "0")))
    parser.add_argument("--steps", type=int)
    deepspeed.add_config_arguments(parser)
    arguments = parser.parse_args()
    settings = read_settings()
    check_releases(settings)
    with open(arguments.deepspeed_config) as file:
        config = json.load(file)

    deepspeed.init_distributed()
    get_accelerator().set_device(arguments.local_rank)
    rank, ranks = torch.distributed.get_rank(), torch.distributed.get_world_size()
    keep = HfDeepSpeedConfig(config)  # with ZeRO 3 no rank ever holds the whole model
    model = build_model(settings)
    if settings["recompute"]:
        model.gradient_checkpointing_enable()
    is_split = settings["sequence_ranks"] > 1
    groups = {}
    if is_split:
        groups["mpu"] = split_sequences(model, settings, config["train_micro_batch_size_per_gpu"])
    engine, *_ = deepspeed.initialize(
        args=arguments, model=model, model_parameters=model.parameters(), **groups
    )
    folder, period = settings["checkpoint_folder"], settings["checkpoint_every_steps"]
    if period:
        engine.load_checkpoint(folder)  # nothing there: the run begins
    tensor = config.get("tensor_parallel", {}).get("autotp_size", 1)  # a group sees the same sequences
    data = torch.utils.data.DataLoader(
        build_data(settings, rank // tensor, ranks // tensor), batch_size=engine.train_micro_batch_size_per_gpu()
    )
    batches = iter(split_batches(data, engine) if is_split else data)
    for step in range(engine.global_steps, arguments.steps or settings["steps"]):
        start = time.perf_counter()
        for _ in range(engine.gradient_accumulation_steps()):
            batch = {name: tensor.to(engine.device) for name, tensor in next(batches).items()}
            loss = loss_of(engine, batch)
            engine.backward(loss)
            engine.step()
        get_accelerator().synchronize()
        if rank == 0:
            print(f"step {step} loss {loss.item():.4f} seconds {time.perf_counter() - start:.4f}")
        if period and (step + 1) % period == 0:
            engine.save_checkpoint(folder)
    del keep


main()
