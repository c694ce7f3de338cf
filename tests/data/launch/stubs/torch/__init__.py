"""Stand-in for torch: enough to run exported programs and see what they would start."""
import types

from . import distributed

bfloat16, float16, float32, uint8 = "bfloat16", "float16", "float32", "uint8"
nn = types.SimpleNamespace(functional=types.SimpleNamespace(silu="silu", gelu="gelu"))


class Tensor(list):
    def to(self, device):
        return self

    def item(self):
        return 2.5


class Generator:
    def manual_seed(self, seed):
        return self


def manual_seed(seed):
    print("seed", seed)


def tensor(values):
    return Tensor(values)


def arange(count):
    return Tensor(range(count))


def randint(most, shape, generator=None):
    return Tensor([most - 1] * shape[0])


class IterableDataset:
    pass


class DataLoader:
    def __init__(self, data, batch_size):
        self.data, self.batch_size = data, batch_size

    def __iter__(self):
        return iter(self.data)


utils = types.SimpleNamespace(data=types.SimpleNamespace(IterableDataset=IterableDataset, DataLoader=DataLoader))
