#!/usr/bin/env python3
# @plan
#
# Trains the plan's model with DeepSpeed. run.sh starts it; train.json says what, ds_config.json how.
import argparse
import json
import os
import shutil
import time

import deepspeed
import torch
from deepspeed.accelerator import get_accelerator
from hf_model import build_data, build_model, check_releases, read_settings
from stop_time import limit_is_near
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


class Batches:
    """The data in batches, and the place in them: a checkpoint keeps it, so that the next step has the next sequences."""

    def __init__(self, data, batch_size, split, engine, rank, ranks):
        loader = torch.utils.data.DataLoader(data, batch_size=batch_size)
        self.data, self.split, self.engine, self.rank, self.ranks = data, split, engine, rank, ranks
        self.drawn, self.before = 0, {}
        self.batches = iter(split_batches(loader, engine) if split > 1 else loader)

    def __next__(self):
        if self.drawn % self.split == 0:  # one draw serves as many batches as ranks share a sequence
            self.before = self.data.place()
        self.drawn += 1
        return next(self.batches)

    def file(self, folder):
        return os.path.join(folder, f"global_step{self.engine.global_steps}", f"data_of_rank{self.rank}.json")

    def keep(self, folder):
        """Ahead of DeepSpeed's part: the checkpoint counts only once that is whole."""
        whole = self.drawn % self.split == 0
        place = {"ranks": self.ranks, "split": self.split, "drawn": self.drawn, "place": self.data.place() if whole else self.before}
        os.makedirs(os.path.dirname(self.file(folder)), exist_ok=True)
        with open(self.file(folder), "w", encoding="utf-8") as out:
            json.dump(place, out)

    def go_on(self, folder):
        try:
            with open(self.file(folder), encoding="utf-8") as kept:
                place = json.load(kept)
        except OSError:
            place = {}
        if (place.get("ranks"), place.get("split")) != (self.ranks, self.split):
            if self.rank == 0:
                print(f"warning: {folder} does not tell where {self.ranks} ranks are in the data: they begin it anew")
            return
        self.data.go_to(place["place"])
        self.drawn = place["drawn"] // self.split * self.split
        while self.drawn < place["drawn"]:
            next(self)



def delete_older(folder, kept):
    """Once the newest checkpoint is whole; one process of a node does it, since folders may be local."""
    if not kept or int(os.environ.get("LOCAL_RANK", 0)):
        return
    steps = sorted(int(name[len("global_step"):]) for name in os.listdir(folder) if name.startswith("global_step"))
    for step in steps[:-kept]:
        shutil.rmtree(os.path.join(folder, f"global_step{step}"), ignore_errors=True)

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
    # With ZeRO 3 no rank ever holds the whole model, unless DeepSpeed splits its tensors: it takes whole ones.
    tensor = config.get("tensor_parallel", {}).get("autotp_size", 1)
    keep = HfDeepSpeedConfig(config) if tensor == 1 else None
    model = build_model(settings)
    if settings["recompute"]:
        model.gradient_checkpointing_enable()
    if settings.get("offload_activations"):
        # Inputs of layers wait in host memory: DeepSpeed's own function does that, which Transformers does not call.
        deepspeed.checkpointing.configure(None, checkpoint_in_cpu=True)
        model._set_gradient_checkpointing(gradient_checkpointing_func=deepspeed.checkpointing.checkpoint)
    groups = {}
    if settings["sequence_ranks"] > 1:
        groups["mpu"] = split_sequences(model, settings, config["train_micro_batch_size_per_gpu"])
    engine, *_ = deepspeed.initialize(
        args=arguments, model=model, model_parameters=model.parameters(), **groups
    )
    # The ranks of a tensor group see the same sequences.
    batches = Batches(build_data(settings, rank // tensor, ranks // tensor), engine.train_micro_batch_size_per_gpu(),
                      settings["sequence_ranks"], engine, rank, ranks)
    folder, period = settings["checkpoint_folder"], settings["checkpoint_every_steps"]
    if period:
        engine.load_checkpoint(folder)  # nothing there: the run begins
        if engine.global_steps > 0:
            batches.go_on(folder)
            if rank == 0:
                print(f"going on from {folder} with step {engine.global_steps}")
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
        is_last = period and limit_is_near()
        if period and ((step + 1) % period == 0 or is_last):
            batches.keep(folder)
            engine.save_checkpoint(folder)
            delete_older(folder, settings["keep_checkpoints"])
        if is_last:
            break
    del keep


main()
