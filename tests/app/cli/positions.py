#!/usr/bin/env python3
"""Base and scaling of rotary positions of a shape that has no profile, in the files of each target.

usage: positions.py HEADROOM_CLI SOURCE_DIR
"""
import json
import pathlib
import sys
import tempfile

import yaml

from checks import check, command, command_json, failures

SHAPE = {"layers": 20, "hidden": 2560, "ffn": 6912, "heads": 20, "kv_heads": 4, "head_dim": 128, "vocab": 50304,
         "family": "llama", "position_embedding": "rope", "gated_mlp": True, "activation": "silu", "norm": "rmsnorm"}
ROPES = {
    "plain": {"base": 250000},
    "Llama 3.1": {"base": 500000, "scaling": "llama3", "factor": 8, "original_length": 8192},
    "linear": {"base": 10000, "scaling": "linear", "factor": 4},
    "YaRN": {"base": 1000000, "scaling": "yarn", "factor": 4, "original_length": 32768},
}
# What each file says, and what its README says where it cannot.
MAXTEXT = {
    "plain": {"rope_max_timescale": 250000},
    "Llama 3.1": {"rope_max_timescale": 500000, "rope_type": "llama3.1"},
    "linear": {"rope_max_timescale": 10000, "rope_linear_scaling_factor": 4},
    "YaRN": {"rope_max_timescale": 1000000, "rope_type": "yarn", "rope_factor": 4, "beta_fast": 32, "beta_slow": 1,
             "original_max_position_embeddings": 32768, "max_position_embeddings": 131072, "rope_interleave": False,
             "rope_attention_scaling": True},
}
MEGATRON = {"plain": ["--rotary-base 250000"],
            "Llama 3.1": ["--rotary-base 500000", "--use-rope-scaling", "--rope-scaling-factor 8"],
            "linear": ["--rotary-base 10000", "--rotary-seq-len-interpolation-factor 4"], "YaRN": None}
NEMO = {"plain": ["rotary_base=250000"], "Llama 3.1": ["rotary_base=500000", "rope_scaling=True"],
        "linear": ["rotary_base=10000", "seq_len_interpolation_factor=4"], "YaRN": None}
TITAN = {"plain": 'theta=250000, scaling="none"',
         "Llama 3.1": 'theta=500000, scaling="llama", scaling_factor=8,\n                low_freq_factor=1, '
                      'high_freq_factor=4, original_max_position_embeddings=8192',
         "linear": 'theta=10000, scaling="none"', "YaRN": 'theta=1000000, scaling="none"'}
HUGGING_FACE = {
    "plain": (250000, None),
    "Llama 3.1": (500000, {"rope_type": "llama3", "factor": 8, "low_freq_factor": 1, "high_freq_factor": 4,
                           "original_max_position_embeddings": 8192}),
    "linear": (10000, {"rope_type": "linear", "factor": 4}),
    "YaRN": (1000000, {"rope_type": "yarn", "factor": 4, "beta_fast": 32, "beta_slow": 1,
                       "original_max_position_embeddings": 32768}),
}


def exported(plan, target, out, *words):
    command("export", plan, "--target", target, "--out", out, "--force", *words)
    return out


def in_maxtext(name, plan, out):
    exported(plan, "maxtext-gpu", out, "--set", "software.maxtext=0.2.4")
    settings = yaml.safe_load((out / "config.yml").read_text())
    for key, value in MAXTEXT[name].items():
        check(settings.get(key) == value, f"MaxText, {name}: {key} is {settings.get(key)}")
    told = command_json("plan", out / "config.yml", out / "run.sh")["plan"]["model"]["rope"]
    for key, value in ROPES[name].items():
        check(told.get(key) == value, f"MaxText, {name}: {key} comes back as {told.get(key)}")


def in_words(name, plan, out, target, file, wanted):
    exported(plan, target, out, "--set", f"framework={'megatron' if target == 'nemo' else target}")
    text = (out / file).read_text()
    for words in wanted[name] or ():
        check(words in text, f"{target}, {name}: no {words}")
    readme = (out / "README.md").read_text()
    check(("defaults stand" in readme) == (wanted[name] is None), f"{target}, {name}: README")


def in_torchtitan(name, plan, out):
    exported(plan, "torchtitan", out, "--set", "framework=torchtitan", "--set", "precision.optimizer_state=bf16")
    check(TITAN[name] in (out / "headroom_recipe.py").read_text(), f"torchtitan, {name}")
    readme = (out / "README.md").read_text()
    check(("is left out" in readme and "scale rotary positions" in readme) == (name in ("linear", "YaRN")),
          f"torchtitan, {name}: README")


def in_hugging_face(name, plan, out):
    exported(plan, "deepspeed", out, "--set", "framework=deepspeed")
    config = json.loads((out / "train.json").read_text())["model"]
    base, scaling = HUGGING_FACE[name]
    check((config.get("rope_theta"), config.get("rope_scaling")) == (base, scaling),
          f"deepspeed, {name}: {config.get('rope_theta')}, {config.get('rope_scaling')}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for name, rope in ROPES.items():
            plan = pathlib.Path(folder, "p.headroom.yaml")
            plan.write_text(yaml.safe_dump({
                "schema_version": 1, "model": {**SHAPE, "rope": rope},
                "hardware": {"accelerator": "h100-sxm", "nodes": 1, "devices_per_node": 8},
                "workload": {"sequence_length": 4096, "global_batch_sequences": 64}, "parallelism": {"fsdp": 8}}))
            place = pathlib.Path(folder)
            in_maxtext(name, plan, place / f"{name}-maxtext")
            in_words(name, plan, place / f"{name}-megatron", "megatron", "run.sh", MEGATRON)
            in_words(name, plan, place / f"{name}-nemo", "nemo", "headroom_nemo.py", NEMO)
            in_torchtitan(name, plan, place / f"{name}-torchtitan")
            in_hugging_face(name, plan, place / f"{name}-deepspeed")
    print(f"{len(failures)} failures")
    sys.exit(1 if failures else 0)


main()
