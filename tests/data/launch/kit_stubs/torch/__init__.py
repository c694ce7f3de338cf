"""As much of torch as the measuring kit calls, without any arithmetic: shapes and dtypes are checked."""
import sys
import types

__version__ = "2.9.0+stub"
version = types.SimpleNamespace(cuda=None, hip=None)
float32, float64, bfloat16, float16, uint8, float8_e4m3fn = "f32 f64 bf16 f16 u8 f8".split()


class Tensor:
    def __init__(self, shape, dtype=float32, device="cpu", value=0.0):
        self.shape = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
        self.dtype, self.device, self.value = dtype, device, value

    def requires_grad_(self, _):
        return self

    def to(self, dtype):
        return Tensor(self.shape, dtype)

    def t(self):
        return Tensor(self.shape[::-1], self.dtype)

    def copy_(self, other, non_blocking=False):
        assert self.shape == other.shape

    def add_(self, _):
        return self

    def backward(self, gradient):
        assert gradient.shape == self.shape

    def __getitem__(self, index):
        return self.value


def ones(shape, dtype=float32, device="cpu"):
    return Tensor(shape, dtype, device)


def empty_like(other):
    return Tensor(other.shape, other.dtype)


def zeros_like(other):
    return Tensor(other.shape, other.dtype)


def tensor(values, dtype=float32, device="cpu"):
    return Tensor(len(values), dtype, device, values[0])


def matmul(left, right):
    assert left.shape[-1] == right.shape[-2] and left.dtype == right.dtype, (left.shape, right.shape)
    return Tensor(left.shape[:-1] + right.shape[-1:], left.dtype)


def _scaled_mm(*_, **__):
    raise RuntimeError("float8 products need a GPU")


def _attention(query, key, value, is_causal=False):
    assert query.shape == key.shape == value.shape and len(query.shape) == 4 and is_causal
    return Tensor(query.shape, query.dtype)


cuda = types.SimpleNamespace(is_available=lambda: False)
nn = types.SimpleNamespace(functional=types.SimpleNamespace(scaled_dot_product_attention=_attention))

distributed = types.ModuleType("torch.distributed")
distributed.made = []
distributed.init_process_group = lambda backend, **known: distributed.made.append((backend, known["rank"], known["world_size"]))
distributed.new_group = lambda members: tuple(members)
distributed.all_reduce = lambda whole, group=None: None


def _gather(whole, piece, group=None):
    assert whole.shape[0] % piece.shape[0] == 0


def _exchange(other, whole, group=None):
    assert other.shape == whole.shape


def _all_gather(every, mine):
    for index, one in enumerate(every):
        one.value = mine.value * (1.0 + 0.25 * index)  # later ranks are slower


distributed.all_gather_into_tensor = _gather
distributed.reduce_scatter_tensor = lambda piece, whole, group=None: _gather(whole, piece)
distributed.all_to_all_single = _exchange
distributed.all_gather = _all_gather
distributed.destroy_process_group = lambda: None
sys.modules["torch.distributed"] = distributed


class Store:
    """The store of a job whose other ranks do what this one does."""

    def __init__(self, ranks):
        self.ranks, self.kept = ranks, {}

    def add(self, key, count):
        self.kept[key] = self.kept.get(key, 0) + (count and self.ranks)
        return self.kept[key]

    def set(self, key, value):
        self.kept[key] = value.encode()

    def get(self, key):
        return self.kept[key]

rendezvous = types.ModuleType("torch.distributed.rendezvous")
rendezvous.rendezvous = lambda url, rank, world_size, timeout: iter([(Store(world_size), rank, world_size)])
sys.modules["torch.distributed.rendezvous"] = rendezvous
distributed.PrefixStore = lambda prefix, store: store
