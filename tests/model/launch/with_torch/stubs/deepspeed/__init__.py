"""DeepSpeed's engine as far as train.py uses it: data parallelism over gloo, and checkpoints with "latest"
(DeepSpeed 0.19, runtime/engine.py: save_checkpoint, load_checkpoint)."""
import json
import os
import signal

import torch


def add_config_arguments(parser):
    parser.add_argument("--deepspeed", action="store_true")
    parser.add_argument("--deepspeed_config")


def init_distributed():
    torch.distributed.init_process_group("gloo")


class Engine:
    device = torch.device("cpu")

    def __init__(self, path, model):
        with open(path, encoding="utf-8") as file:
            self.config = json.load(file)
        self.module, self.optimizer = model, torch.optim.AdamW(model.parameters(), lr=0.01)
        self.global_steps, self.passes, self.rank = 0, 0, torch.distributed.get_rank()

    def train_micro_batch_size_per_gpu(self):
        return self.config["train_micro_batch_size_per_gpu"]

    def gradient_accumulation_steps(self):
        return self.config["gradient_accumulation_steps"]

    def __call__(self, **batch):
        self.sample = batch["input_ids"].flatten()[:6].tolist()
        return self.module(**batch)

    def backward(self, loss):
        self.loss = loss.item()
        loss.backward()

    def step(self):
        self.passes += 1
        if self.passes % self.gradient_accumulation_steps():
            return
        for parameter in self.module.parameters():
            torch.distributed.all_reduce(parameter.grad)
        self.optimizer.step()
        self.optimizer.zero_grad()
        self.global_steps += 1
        told = {"step": self.global_steps, "loss": self.loss, "sample": self.sample}
        print(f"rank {self.rank} " + json.dumps(told), flush=True)
        if os.environ.get("KILL_IN_STEP") == str(self.global_steps):
            os.kill(os.getpid(), signal.SIGKILL)

    def save_checkpoint(self, folder):
        tag = f"global_step{self.global_steps}"
        os.makedirs(os.path.join(folder, tag), exist_ok=True)
        if self.rank == 0:
            state = {"model": self.module.state_dict(), "optimizer": self.optimizer.state_dict(), "step": self.global_steps}
            torch.save(state, os.path.join(folder, tag, "state.pt"))
        torch.distributed.barrier()
        if self.rank == 0:
            with open(os.path.join(folder, "latest"), "w", encoding="utf-8") as out:
                out.write(tag)

    def load_checkpoint(self, folder):
        latest = os.path.join(folder, "latest")
        if not os.path.isfile(latest):
            return None, None
        with open(latest, encoding="utf-8") as file:
            state = torch.load(os.path.join(folder, file.read(), "state.pt"))
        self.module.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.global_steps = state["step"]
        return folder, {}


def initialize(args, model, model_parameters):
    return Engine(args.deepspeed_config, model), None, None, None
