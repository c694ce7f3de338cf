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
from hf_model import build_data, build_model, read_settings
from transformers.integrations import HfDeepSpeedConfig


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--local_rank", type=int, default=int(os.environ.get("LOCAL_RANK", "0")))
    parser.add_argument("--steps", type=int)
    deepspeed.add_config_arguments(parser)
    arguments = parser.parse_args()
    settings = read_settings()
    with open(arguments.deepspeed_config) as file:
        config = json.load(file)

    deepspeed.init_distributed()
    torch.cuda.set_device(arguments.local_rank)
    rank, ranks = torch.distributed.get_rank(), torch.distributed.get_world_size()
    keep = HfDeepSpeedConfig(config)  # with ZeRO 3 no rank ever holds the whole model
    model = build_model(settings)
    if settings["recompute"]:
        model.gradient_checkpointing_enable()
    engine, *_ = deepspeed.initialize(
        args=arguments, model=model, model_parameters=model.parameters()
    )
    folder, period = settings["checkpoint_folder"], settings["checkpoint_every_steps"]
    if period:
        engine.load_checkpoint(folder)  # nothing there: the run begins
    tensor = config.get("tensor_parallel", {}).get("autotp_size", 1)  # a group sees the same sequences
    data = torch.utils.data.DataLoader(
        build_data(settings, rank // tensor, ranks // tensor), batch_size=engine.train_micro_batch_size_per_gpu()
    )
    batches = iter(data)
    for step in range(engine.global_steps, arguments.steps or settings["steps"]):
        start = time.perf_counter()
        for _ in range(engine.gradient_accumulation_steps()):
            batch = {name: tensor.to(engine.device) for name, tensor in next(batches).items()}
            loss = engine(**batch).loss
            engine.backward(loss)
            engine.step()
        torch.cuda.synchronize()
        if rank == 0:
            print(f"step {step} loss {loss.item():.4f} seconds {time.perf_counter() - start:.4f}")
        if period and (step + 1) % period == 0:
            engine.save_checkpoint(folder)
    del keep


main()
