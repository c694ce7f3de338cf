#!/usr/bin/env python3
"""Counts the parameters of config.json files by the public model code of mlx-lm, from a clone of which nothing else is
run: its modules are built above a stand-in for MLX that keeps shapes alone.

usage: count_parameters.py CLONE CONFIG_JSON… [--revision REVISION] [--table counts.csv]

One line a file: name, model_type, parameters, file of mlx-lm; or why there is none. tests/data/huggingface/counts.csv
holds what this said of the revision of 2026-08-22, and the suite compares the counts of our own shapes with it. With
--table only rows that come out otherwise are told; exit status 1 when there are any.
"""
import argparse
import contextlib
import csv
import importlib
import inspect
import io
import json
import math
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import types

sys.dont_write_bytecode = True
# Types that mlx-lm names after another file. @source mlx-lm, mlx_lm/utils.py (MODEL_REMAPPING)
FILES = {"mistral": "llama", "kimi_k2": "deepseek_v3", "minimax_m2": "minimax"}

# What a file asks for that no count depends on, where a config.json leaves it out.
REST = {**dict.fromkeys("rms_norm_eps layer_norm_eps layer_norm_epsilon norm_eps".split(), 1e-5),
        **dict.fromkeys("rope_theta rotary_emb_base".split(), 1e4), "rope_scaling": None, "rope_parameters": None,
        **dict.fromkeys("routed_scaling_factor logits_scaling attention_multiplier embedding_multiplier residual_multiplier "
                        "router_aux_loss_coef".split(), 1.0),
        "norm_topk_prob": True, "n_group": 1, "topk_group": 1, "attention_bias": False, "clip_qkv": None}
EXTRA = {"exaone4": {"sliding_window_pattern": None}, "deepseek_v2": {"rope_scaling": {"factor": 1.0}},
         "phimoe": {"rope_scaling": dict.fromkeys("short_factor long_factor short_mscale long_mscale "
                                                  "original_max_position_embeddings".split(), 1.0)}}
# Types whose head is the embedding, which their files learn from the weights.
TIED = {"gemma3_text", "gemma3"}


class Array:
    """A tensor of which only the shape is known."""

    def __init__(self, shape=(), dtype=None):
        self.shape = tuple(int(size) for size in shape) if isinstance(shape, (tuple, list)) else ()
        self.size, self.ndim, self.dtype = math.prod(self.shape), len(self.shape), dtype

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *words, **named: self

    def __getitem__(self, key):
        return Array()

    def __iter__(self):
        return iter([Array(self.shape[1:])] * (self.shape[0] if self.shape else 0))


for operation in "add radd sub rsub mul rmul truediv rtruediv pow rpow matmul neg lt gt le ge and or".split():
    setattr(Array, f"__{operation}__", lambda self, *others: Array(self.shape))


class Anything:
    """Takes every call and attribute, and can be a decorator."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything()

    def __call__(self, *words, **named):
        return words[0] if len(words) == 1 and not named and callable(words[0]) else Anything()

    def __getitem__(self, key):
        return Anything()


def shaped(shape, *words, **named):
    return Array(shape if isinstance(shape, (tuple, list)) else (shape,))


class Module(dict):
    """Every array below it, unless its name begins with an underscore, is a parameter: as in MLX."""

    def __init__(self):
        super().__init__()

    def __getattr__(self, name):
        if name in self:
            return self[name]
        raise AttributeError(name)

    def __setattr__(self, name, value):
        self[name] = value

    def __call__(self, *words, **named):
        return Array()

    __hash__ = object.__hash__

    def __getstate__(self):
        return dict(self)


for name in "freeze unfreeze eval train update set_dtype apply".split():
    setattr(Module, name, lambda self, *words, **named: self)


def layer(build):
    class Layer(Module):
        def __init__(self, *words, **named):
            super().__init__()
            for key, shape in build(*words, **named).items():
                setattr(self, key, Array(shape))
    return Layer


def linear(input_dims, output_dims, bias=True):
    return {"weight": (output_dims, input_dims), **({"bias": (output_dims,)} if bias else {})}


def norm(dims, eps=1e-5, affine=True, bias=True):
    return {**({"weight": (dims,)} if affine else {}), **({"bias": (dims,)} if affine and bias else {})}


class Embedding(layer(lambda num_embeddings, dims: {"weight": (num_embeddings, dims)})):
    def as_linear(self, x):
        return x


for operation in "add radd sub rsub mul rmul truediv rtruediv pow rpow neg lt gt le ge and or".split():
    setattr(Anything, f"__{operation}__", lambda self, *others: Anything())


class Core(types.ModuleType):
    array = Array
    random = types.SimpleNamespace(uniform=lambda low=0, high=1, shape=(), **named: Array(shape),
                                   normal=lambda shape=(), **named: Array(shape))

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything()


class Network(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Module if name[0].isupper() else Anything()


def stand_in():
    core, network = Core("mlx.core"), Network("mlx.nn")
    core.zeros = core.ones = core.full = shaped
    core.arange = lambda *words, **named: Array()
    network.Module, network.Embedding = Module, Embedding
    network.Linear, network.RMSNorm = layer(linear), layer(lambda dims, eps=1e-5: {"weight": (dims,)})
    network.LayerNorm = layer(norm)
    for name in "RoPE GELU SiLU Dropout Identity ReLU ALiBi SinusoidalPositionalEncoding".split():
        setattr(network, name, layer(lambda *words, **named: {}))
    sys.modules.setdefault("numpy", Core("numpy"))
    mlx = types.ModuleType("mlx")
    mlx.core, mlx.nn, mlx.utils = core, network, Network("mlx.utils")
    distributed = Network("mlx.nn.layers.distributed")
    layers = Network("mlx.nn.layers")
    layers.distributed = distributed
    sys.modules.update({"mlx": mlx, "mlx.core": core, "mlx.nn": network, "mlx.utils": mlx.utils, "mlx.nn.layers": layers,
                        "mlx.nn.layers.distributed": distributed})


def count(value, seen):
    if isinstance(value, Array):
        return value.size
    if isinstance(value, (list, tuple)):
        return sum(count(item, seen) for item in value)
    if isinstance(value, Module):
        if id(value) in seen:
            return 0
        seen.add(id(value))
        return sum(count(item, seen) for name, item in value.items() if not name.startswith("_"))
    return sum(count(item, seen) for item in value.values()) if isinstance(value, dict) else 0


def counted(config, file):
    with contextlib.redirect_stdout(io.StringIO()):
        module = importlib.import_module(f"mlx_lm.models.{file}")
        needed = [name for name, one in inspect.signature(module.ModelArgs).parameters.items() if one.default is one.empty]
        for part in (config, config.get("text_config", {}), config.get("attn_config", {})):
            for key, value in {**REST, **EXTRA.get(file, {})}.items():
                if part is not config or key in needed or key in EXTRA.get(file, {}):
                    part.setdefault(key, value)
        model = module.Model(module.ModelArgs.from_dict(config))
        if config["model_type"] in TIED:
            getattr(model, "language_model", model).pop("lm_head", None)
        return count(model, set())


def line_of(path, place):
    config = json.loads(path.read_text())
    kind = config["model_type"]
    file = FILES.get(kind, kind)
    if not pathlib.Path(place, "mlx_lm/models", f"{file}.py").exists():
        return f"{path.stem},{kind},,no file of mlx-lm"
    try:
        return f"{path.stem},{kind},{counted(config, file)},mlx_lm/models/{file}.py"
    except (Exception, SystemExit) as error:  # a key that the file wants, or a block that the stand-in does not know
        return f"{path.stem},{kind},,{type(error).__name__}: {error}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("clone")
    parser.add_argument("configs", nargs="+", type=pathlib.Path)
    parser.add_argument("--revision", default="HEAD")
    parser.add_argument("--table", type=pathlib.Path)
    words = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        data = subprocess.run(["git", "-C", words.clone, "archive", words.revision, "mlx_lm/models"], check=True,
                              capture_output=True).stdout
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            archive.extractall(place)
        stand_in()
        package = types.ModuleType("mlx_lm")
        package.__path__ = [f"{place}/mlx_lm"]
        sys.modules["mlx_lm"] = package
        sys.modules["hf_olmo"] = types.ModuleType("hf_olmo")
        lines = [line_of(path, place) for path in words.configs]
    if not words.table:
        sys.exit(print("\n".join(lines)))
    told = {row["name"]: row for row in csv.DictReader(words.table.open())}
    counted = [row for row in csv.reader(lines) if told[row[0]]["counted_by"].startswith("code: ")]
    wrong = [row for row in counted if row[2:] != [told[row[0]]["parameters"], told[row[0]]["counted_by"][len("code: "):]]]
    print(f"{len(counted) - len(wrong)} of {len(counted)} counts come out again", *wrong, sep="\n")
    sys.exit(1 if wrong else 0)


main()
