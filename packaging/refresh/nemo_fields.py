#!/usr/bin/env python3
"""Reads the fields of Megatron-Bridge's ConfigContainer from clones of Megatron-Bridge and Megatron-LM.

usage: nemo_fields.py MEGATRON_BRIDGE MEGATRON_LM OUT.csv

Nothing of the two is executed. Writes section,field,type and prints what changed against the file that
was there: fields that came, went or have another type."""
import ast
import csv
import pathlib
import sys

SECTIONS = {
    "model": ["GPTModelProvider", "MLAModelProvider"],
    "train": ["TrainingConfig"],
    "validation": ["ValidationConfig"],
    "optimizer": ["OptimizerConfig"],
    "scheduler": ["SchedulerConfig"],
    "ddp": ["DistributedDataParallelConfig"],
    "dist": ["DistributedInitConfig"],
    "dataset": ["GPTDatasetConfig", "MockGPTDatasetConfig"],
    "logger": ["LoggerConfig"],
    "tokenizer": ["TokenizerConfig"],
    "checkpoint": ["CheckpointConfig"],
    "profiling": ["ProfilingConfig"],
    "rerun_state_machine": ["RerunStateMachineConfig"],
    "comm_overlap": ["CommOverlapConfig"],
    "mixed_precision": ["MixedPrecisionConfig"],
    "peft": ["CanonicalLoRA"],  # LoRA has all of its fields, and more
}
FOLDERS = [
    "src/megatron/bridge/training",
    "src/megatron/bridge/models",
    "src/megatron/bridge/data",
    "src/megatron/bridge/peft",
    "megatron/core/transformer",
    "megatron/core/optimizer",
    "megatron/core/datasets",
    "megatron/core",
    "megatron/training/config",
]
FILES = ["megatron/core/distributed/distributed_data_parallel_config.py"]


def classes_of(root):
    """Name -> list of (fields, bases), the root's own files in the order of FOLDERS."""
    found = {}
    files = [f for folder in FOLDERS for f in sorted((root / folder).glob("*.py"))]
    files += sorted((root / "src/megatron/bridge/training/tokenizers").glob("*.py"))
    files += [root / f for f in FILES]
    for file in files:
        if not file.is_file():
            continue
        for node in ast.walk(ast.parse(file.read_text())):
            if not isinstance(node, ast.ClassDef):
                continue
            fields = {
                item.target.id: ast.unparse(item.annotation)
                for item in node.body
                if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
            }
            found.setdefault(node.name, (fields, [ast.unparse(base) for base in node.bases]))
    return found


def collect(name, order, seen):
    """Fields of a class with those of its bases; a base MCoreX or MTrainX is X of Megatron-LM."""
    fields = {}
    for at, classes in enumerate(order):
        if name not in classes or (id(classes), name) in seen:
            continue
        seen = seen | {(id(classes), name)}
        own, bases = classes[name]
        for base in bases:
            plain = base.split("[")[0].removeprefix("MCore").removeprefix("MTrain")
            inner = order[1:] if base != plain and base.startswith(("MCore", "MTrain")) else order[at:]
            fields.update(collect(plain, inner, seen))
        fields.update(own)
        break
    return fields


def main():
    bridge, megatron, out = map(pathlib.Path, sys.argv[1:4])
    order = [classes_of(bridge), classes_of(megatron)]
    rows = {}
    for section, names in SECTIONS.items():
        for name in names:
            for field, kind in collect(name, order, frozenset()).items():
                if not field.startswith("_"):
                    rows.setdefault((section, field), kind)
    before = {}
    if out.is_file():
        with out.open(newline="") as old:
            before = {(r["section"], r["field"]): r["type"] for r in csv.DictReader(old)}
    with out.open("w", newline="") as new:
        writer = csv.writer(new, lineterminator="\n")
        writer.writerow(["section", "field", "type"])
        for (section, field), kind in sorted(rows.items()):
            writer.writerow([section, field, kind])
    for key in sorted(rows.keys() | before.keys()):
        name = ".".join(key)
        if key not in before:
            print(f"new      {name}: {rows[key]}")
        elif key not in rows:
            print(f"gone     {name}")
        elif rows[key] != before[key]:
            print(f"changed  {name}: {before[key]} -> {rows[key]}")
    print(f"{len(rows)} fields; tests: tst_nemo; texts: model/launch/common/nemo_fields.cpp", file=sys.stderr)


main()
