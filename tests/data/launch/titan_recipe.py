#!/usr/bin/env python3
# titan_recipe.py FOLDER: executes headroom_recipe.py with stand-ins for torchtitan that record what
# is built, and compares it with config.toml, field by field. Prints every difference.
import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
import tomllib
import types


class Built:
    """A call of something from torchtitan: its name and arguments, and what was set on it."""

    def __init__(self, name, positional, named):
        self.__dict__.update(_name=name, _positional=positional, _named=dict(named))

    def __setattr__(self, name, value):
        self._named[name] = value

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        if name in self._named:
            return self._named[name]
        return Name(f"{self._name}.{name}")


class Name:
    """Something of torchtitan that is called, looked into or listed."""

    def __init__(self, name):
        self._name = name

    def __call__(self, *positional, **named):
        return Built(self._name, positional, named)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Name(f"{self._name}.{name}")

    def __getitem__(self, key):
        return Built(f"{self._name}[]", (key,), {})


class StandIn(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Name(name)


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path, target=None):
        if name.split(".")[0] == "torchtitan":
            return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec):
        return StandIn(spec.name)

    def exec_module(self, module):
        module.__path__ = []


def replaced(value, **named):
    old = (value._positional, value._named) if isinstance(value, Built) else ((), {})
    return Built(value._name, old[0], {**old[1], **named})


def lm_head(value):
    if isinstance(value, list):
        return [lm_head(item) for item in value]
    return "lm_head" if value == "output" else value


# Where a key of the TOML stands in the recipe, when that has another name or object.
SECTIONS = {
    "training": ("training", "TrainingConfig"),
    "parallelism": ("parallelism", "ParallelismConfig"),
    "compile": ("compile", "CompileConfig"),
    "checkpoint": ("checkpoint", "CheckpointManager.Config"),
    "metrics": ("metrics", "MetricsProcessor.Config"),
    "profiling": ("profiler", "Profiler.Config"),
}
# What v0.2.2 has for a key that no TOML gives, where the later objects differ.
OWN_WORDS = {"disable_cuda_graphs": True}


def compare(toml, config):
    problems = []

    def same(where, wanted, found):
        if wanted != found:
            problems.append(f"{where}: TOML {wanted!r}, recipe {found!r}")

    training, parallel = toml["training"], toml["parallelism"]
    sequence = training.pop("seq_len")
    built = config.training._named
    same("training.seq_len", sequence, built.pop("max_context_length"))
    rounds = config.parallelism._named.pop("num_pp_microbatches", 1)
    tokens = built.pop("num_tokens_per_microbatch_per_dp_rank")
    same("training.local_batch_size", training.pop("local_batch_size") * sequence, tokens * rounds)
    micro = parallel.pop("pipeline_parallel_microbatch_size", None)
    if micro is not None:
        same("parallelism.pipeline_parallel_microbatch_size", micro * sequence, tokens)
    same("training.global_batch_size", training.pop("global_batch_size") * sequence,
         built.pop("num_tokens_per_train_step"))
    data = config.dataloader._named["dataset"]._named["dataset"]
    same("training.dataset", training.pop("dataset"), data._positional[0])
    source = data._named.get("source")
    same("training.dataset_path", training.pop("dataset_path", None),
         source._named["path"] if source else None)
    same("parallelism.enable_async_tensor_parallel",
         parallel.pop("enable_async_tensor_parallel", False),
         config.compile._named.pop("enable_async_tensor_parallel", False))
    # The sources of 2026-08-21 have neither key: one always gathers, the other is 1.
    same("parallelism.context_parallel_rotate_method",
         parallel.pop("context_parallel_rotate_method", "allgather"), "allgather")
    same("parallelism.expert_tensor_parallel_degree",
         parallel.pop("expert_tensor_parallel_degree", 1), 1)
    spec = config.model_spec
    same("parallelism.expert_parallel_comm_backend",
         parallel.pop("expert_parallel_comm_backend", None), spec._named.get("moe_comm_backend"))
    model = toml.pop("model")
    same("model.flavor", model["flavor"], spec._positional[0])
    same("model.hf_assets_path", model.get("hf_assets_path", "./tests/assets/tokenizer"),
         config.hf_assets_path)
    same("job.dump_folder", toml.pop("job")["dump_folder"], config.dump_folder)

    converters = {"quantize.linear.float8": "Float8LinearConverter.Config",
                  "quantize.linear.mx": "MXFP8LinearConverter.Config"}
    found = [(c._name, dict(c._named)) for c in spec._named.get("converters", [])]
    wanted = []
    quantize = toml.pop("quantize", {}).get("linear", {})
    for name in model.get("converters", []):
        values = quantize.pop(name.rsplit(".", 1)[1])
        if name.endswith(".mx"):
            same(name, {"recipe_name": "mxfp8_cublas"}, values)  # all but the head, in both
            values = {"fqns": ["layers"]}
        else:
            values["filter_fqns"] = lm_head(values["filter_fqns"])
        values["model_compile_enabled"] = toml["compile"]["enable"]
        wanted.append((converters[name], values))
    same("model.converters", wanted, found)
    same("quantize", {}, quantize)

    optimizer = toml.pop("optimizer")
    same("optimizer.name", optimizer.pop("name"), "AdamW")
    same("optimizer", ("default_adamw", {"lr": optimizer.pop("lr"), "weight_decay": optimizer.pop("weight_decay"),
                                         "betas": (optimizer.pop("beta1"), optimizer.pop("beta2"))}),
         (config.optimizer._name, config.optimizer._named))
    same("optimizer", {}, optimizer)
    mode = toml.pop("activation_checkpoint")
    policy = config.activation_checkpoint
    same("activation_checkpoint", mode,
         {None: {"mode": "none"}, "FullAC.Config": {"mode": "full"},
          "SelectiveAC.Config": {"mode": "selective", "selective_ac_option": "op"}}
         [policy and policy._name])
    same("lr_scheduler", ("LRSchedulersContainer.Config", toml.pop("lr_scheduler")),
         (config.lr_scheduler._name, config.lr_scheduler._named))
    for member, name in (("loss", "CrossEntropyLoss.Config"),
                         ("validator", "Validator.Config")):
        same(member, name, getattr(config, member)._name)

    for table, (member, kind) in SECTIONS.items():
        section = getattr(config, member)
        same(table, kind, section._name)
        values = toml.pop(table, {})
        for key, value in values.items():
            same(f"{table}.{key}", lm_head(value), section._named.get(key, "nothing"))
        for key, value in section._named.items():
            if key not in values and OWN_WORDS.get(key) != value:
                problems.append(f"{table}.{key}: only the recipe says {value!r}")
    same("tables", {}, toml)
    return problems


def main():
    folder = sys.argv[1]
    sys.dont_write_bytecode = True
    sys.meta_path.insert(0, Finder())
    import dataclasses

    dataclasses.replace = replaced
    path = os.path.join(folder, "headroom_recipe.py")
    spec = importlib.util.spec_from_file_location("headroom_recipe", path)
    recipe = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(recipe)
    config = recipe.plan()
    with open(os.path.join(folder, "config.toml"), "rb") as file:
        toml = tomllib.load(file)
    for problem in compare(toml, config):
        print(problem)


main()
