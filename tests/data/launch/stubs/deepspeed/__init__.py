import json
import types

from torch import Tensor


def add_config_arguments(parser):
    parser.add_argument("--deepspeed", action="store_true")
    parser.add_argument("--deepspeed_config")


def init_distributed():
    pass


class Engine:
    device, global_steps = "cuda:0", 0

    def __init__(self, path, module):
        with open(path) as file:
            self.config = json.load(file)
        self.passes = 0
        self.module = module

    def train_micro_batch_size_per_gpu(self):
        return self.config["train_micro_batch_size_per_gpu"]

    def gradient_accumulation_steps(self):
        return self.config["gradient_accumulation_steps"]

    def __call__(self, input_ids, labels=None, position_ids=None):
        self.passes += 1
        if position_ids is not None:
            print("part", len(input_ids), "at", position_ids[0], "labels", labels)
        return types.SimpleNamespace(loss=Tensor(input_ids), logits="logits")

    def backward(self, loss):
        pass

    def step(self):
        pass

    def load_checkpoint(self, folder):
        print("load", folder)

    def save_checkpoint(self, folder):
        print("save", folder, "after", self.passes, "passes")


def initialize(args, model, model_parameters, mpu=None):
    if mpu:
        print("groups", mpu)
    return Engine(args.deepspeed_config, model), None, None, None
