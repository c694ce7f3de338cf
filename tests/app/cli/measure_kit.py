#!/usr/bin/env python3
"""The measuring kit: it runs on stand-ins of torch and jax, says what is missing, and its result is read back.

usage: measure_kit.py HEADROOM_CLI SOURCE_DIR
"""
import argparse
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

from checks import SOURCE, check, command, command_json, failures

STUBS = SOURCE / "tests/data/launch/kit_stubs"
SCHEMA = json.loads((SOURCE / "profiles/measurements/measure.schema.json").read_text())


def export(plan, folder, *settings):
    command("export", plan, "--target", "measure", "--out", folder, *settings)


def run_kit(folder, backend, *options, status=0, script="measure.py", **variables):
    environment = {**os.environ, "PYTHONPATH": str(STUBS), "PYTHONDONTWRITEBYTECODE": "1", "PATH": "/usr/bin:/bin", **variables}
    for name in ("RANK", "WORLD_SIZE", "SLURM_PROCID", "SLURM_NTASKS"):
        if name not in variables:
            environment.pop(name, None)
    program = ["bash" if script.endswith(".sh") else "python3", str(folder / script)]
    result = subprocess.run([*program, "--backend", backend, "--out", "measure.json", *options], cwd=folder, env=environment,
                            capture_output=True, text=True, timeout=300)
    check(result.returncode == status, f"{backend}: exit {result.returncode}: {result.stderr[-400:]}")
    file = folder / "measure.json"
    return (json.loads(file.read_text()) if file.exists() else {"measurements": [], "missing": []}), result.stdout + result.stderr


def follows_schema(document):
    check(set(SCHEMA["required"]) <= set(document), "required keys")
    check(set(document) <= set(SCHEMA["properties"]), f"unknown keys {set(document) - set(SCHEMA['properties'])}")
    row = SCHEMA["properties"]["measurements"]["items"]
    for sample in document["measurements"]:
        check(set(row["required"]) <= set(sample) <= set(row["properties"]), f"keys of {sample}")
        check(sample["kind"] in row["properties"]["kind"]["enum"], f"kind {sample['kind']}")
        check(sample["p10"] <= sample["seconds"] <= sample["p90"] and sample["seconds"] > 0, f"times of {sample}")


def read_back(folder, document):
    report = command_json("runs", "add", folder / "measure.json")
    check(not report["runs"] and not report["unrecognised"], "a kit's file is no run")
    check(len(report["measurements"]) == len(document["measurements"]), "all measurements are read")
    for sample, read in zip(document["measurements"], report["measurements"]):
        check(read["kind"] == sample["kind"] and abs(read["seconds"] / sample["seconds"] - 1) < 1e-9, "kind and time")
        check((read["bytes"] or 0) == sample.get("bytes", 0), "bytes")
        check((read["group"], read["nodes"]) == (sample.get("group"), sample.get("nodes")), "group and nodes")
        if "flop" in sample:
            check(abs(read["tflops"] / (sample["flop"] / sample["seconds"] / 1e12) - 1) < 1e-9, "rate")


def one_device(folder):
    document, _ = run_kit(folder, "torch", "--scale", "0.01")
    follows_schema(document)
    shapes = json.loads((folder / "shapes.json").read_text())
    names = [row["name"] for row in document["measurements"] if row["kind"] == "gemm"]
    lacking = {lack["what"].removeprefix("GEMM ") for lack in document["missing"] if lack["what"].startswith("GEMM ")}
    check(set(names) | lacking == {shape["name"] for shape in shapes["products"]}, "every product of the plan is told")
    check({"qkv", "qkv.dx", "qkv.dw", "head"} <= set(names), f"products {names}, missing {lacking}")
    lacks = {lack["what"] for lack in document["missing"]}
    check({"collectives", "host link", "clocks"} <= lacks, f"one device lacks {lacks}")
    read_back(folder, document)


def eight_ranks_on_two_nodes(folder):
    document, text = run_kit(folder, "torch", "--scale", "0.01", RANK="0", WORLD_SIZE="16", LOCAL_RANK="0")
    follows_schema(document)
    groups = {(row["name"], row["group"], row["nodes"]) for row in document["measurements"] if "group" in row}
    check(groups == {("all", 16, 2), ("node", 8, 1), ("across", 2, 2)}, f"groups {groups}")
    for row in document["measurements"]:
        if "group" not in row:
            continue
        factor = (2 if row["kind"] == "all_reduce" else 1) * (row["group"] - 1) / row["group"]
        check(abs(row["bus_gbytes_per_s"] / (factor * row["bytes"] / row["seconds"] / 1e9) - 1) < 1e-9, f"bus rate of {row}")
    check(len(document["rank_seconds"]) == 16 and "rank 15" in text, "the slowest rank is named")
    read_back(folder, document)


def with_jax(folder):
    document, _ = run_kit(folder, "jax", "--scale", "0.01")
    follows_schema(document)
    check(document["versions"]["jaxlib"] == "0.7.0.stub", "versions")
    kinds = {row["kind"] for row in document["measurements"]}
    check(kinds == set(SCHEMA["properties"]["measurements"]["items"]["properties"]["kind"]["enum"]), f"kinds {kinds}")
    read_back(folder, document)


def low_precision_is_missing(folder):
    export("llama3.1-8b-h100-node", folder, "--set", "framework=megatron", "--set", "precision.recipe=fp8_current",
           "--set", "remat.policy=selective", "--set", "attention=flash")
    document, _ = run_kit(folder, "torch", "--scale", "0.01", "--only", "gemm")
    check(any("float8 products need a GPU" in lack["why"] for lack in document["missing"]), "fp8 is said to be missing")
    check(any(row["name"] == "head" for row in document["measurements"]), "the rest is measured")


def shapes_follow_the_plan(place):
    def shapes(name, *settings):
        export("llama3-70b-h100-32-nodes", place / name, *(word for setting in settings for word in ("--set", setting)))
        return json.loads((place / name / "shapes.json").read_text())

    base = shapes("base")
    products = {shape["name"]: shape for shape in base["products"]}
    qkv = products["qkv"]
    check((qkv["m"], qkv["k"], qkv["n"]) == (8192, 8192, 10240), f"qkv {qkv}")
    check([products["qkv.dx"][key] for key in "mkn"] == [8192, 10240, 8192], "gradient of the input")
    check([products["qkv.dw"][key] for key in "mkn"] == [8192, 8192, 10240], "gradient of the weight")
    cut = shapes("cut", "parallelism.tensor=8", "parallelism.fsdp=32")
    check(cut["products"][0]["n"] == 1280 and cut["attention"]["heads"] == 8, "tensor ranks hold a part")
    large = shapes("large", "parallelism.micro_batch_sequences=2")
    check(large["products"][0]["m"] == 16384 and large["attention"]["batch"] == 2, "two sequences")
    check('--nnodes "${NNODES:-1}"' in (place / "base/run.sh").read_text(), "one node does not wait for others")


class Rank:
    """A back end of two ranks, which are threads: each has a clock, memory and faults of its own, and all messages are
    counted. A rank that waits ten seconds for the other has lost it."""

    said, barrier = [None, None], threading.Barrier(2, timeout=10)
    ranks, name = 2, "pair"

    def __init__(self, rank, pause=0.0, free=1 << 40, fails=()):
        self.rank, self.pause, self.free, self.fails, self.calls = rank, pause, free, fails, []

    def of_all_ranks(self, value):
        self.barrier.wait()
        self.said[self.rank] = value
        self.barrier.wait()
        return list(self.said)

    def agree(self, fault, patience, shared):
        faults = [f"rank {rank}: {text}" for rank, text in enumerate(self.of_all_ranks(fault)) if text]
        return len(faults) == 2, faults[0] if faults else ""

    def step(self, what):
        if what in self.fails:
            raise ValueError(f"{what} is broken")

        def run():
            self.calls.append(what)
            time.sleep(self.pause)
        return run

    def product(self, m, k, n, batch, form):
        return self.step(form)

    def free_bytes(self):
        return self.free

    def wait(self):
        pass


def two_ranks(folder, ranks):
    """What both kits end with: the exception's text, and what is missing."""
    spec = importlib.util.spec_from_file_location("measure", folder / "measure.py")
    measure = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(measure)
    measure.SAMPLES, measure.SAMPLE_SECONDS, measure.HEAT_SECONDS = 3, 0.02, 0.02
    shapes = {"products": [{"name": name, "m": 8, "k": 8, "n": 8, "batch": 1, "format": name} for name in ("bf16", "fp8", "fp32")]}
    kits = [measure.Kit(argparse.Namespace(only="gemm", scale=1.0, patience=5.0), shapes, rank) for rank in ranks]
    ends = ["", ""]

    def run(rank):
        try:
            kits[rank].run()
        except Exception as fault:
            ends[rank] = str(fault)
    threads = [threading.Thread(target=run, args=(rank,)) for rank in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return ends, [{lack["what"] for lack in kit.missing} for kit in kits], [[row["name"] for row in kit.measurements] for kit in kits]


def ranks_stay_together(folder):
    ranks = Rank(0, pause=0.002), Rank(1, pause=0.01)  # by its own clock each would make 10 calls and 2
    ends, _, rows = two_ranks(folder, ranks)
    check(ends == ["", ""] and rows[0] == rows[1] == ["bf16", "fp8", "fp32"], f"slow rank: {ends} {rows}")
    check(ranks[0].calls == ranks[1].calls and len(ranks[0].calls) > 15 * 3, "both make the calls that rank 0 needs")
    ends, missing, rows = two_ranks(folder, (Rank(0, pause=0.01), Rank(1, free=100)))
    check(ends == ["", ""] and rows == [[], []] and missing[0] == missing[1], f"the fullest device decides: {rows}")
    ends, missing, rows = two_ranks(folder, (Rank(0, pause=0.01, fails={"fp8"}), Rank(1, fails={"fp8"})))
    check(ends == ["", ""] and rows[1] == ["bf16", "fp32"] and "GEMM fp8 in fp8" in missing[0], f"no rank has fp8: {rows}")
    ends, _, rows = two_ranks(folder, (Rank(0, pause=0.01), Rank(1, fails={"fp8"})))
    check(ends == ["rank 1: fp8 is broken"] * 2 and rows == [["bf16"], ["bf16"]], f"one rank fails: {ends} {rows}")


def faults(folder):
    run_kit(folder, "torch", "--scale", "0", status=2)
    run_kit(folder, "torch", "--shapes", "nowhere.json", status=2)
    # Hidden, not absent: PyTorch may be installed where this runs.
    (folder / "hidden").mkdir()
    (folder / "hidden/torch.py").write_text("raise ImportError\n")
    _, text = run_kit(folder, "torch", status=2, PYTHONPATH=str(folder / "hidden"))
    check("torch is not here" in text, text)
    check(not list(folder.glob("*.part*")), "nothing half-written")


def broken_results():
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "measure.json"
        for text in ('{"kit": "headroom-measure", "schema_version": 2, "measurements": []}',
                     '{"kit": "headroom-measure", "schema_version": 1, "measurements": []}',
                     '{"kit": "headroom-measure", "schema_version": 1, "measurements": [{"kind": "gemm", "seconds": -1}]}',
                     '{"kit": "headroom-measure", "schema_version": 1, "measurements": [{"kind": "ge'):
            file.write_text(text)
            result = command("runs", "add", file, status=2)
            check("measure.json:1: " in result.stderr and not result.stdout, f"{text}: {result.stderr}")


def a_chip_of_its_own(folder):
    """A chip file in the user's folder, which estimates take; a name that is taken is refused."""
    sample = SOURCE / "tests/data/runs/measure.json"
    home = {"env": {**os.environ, "XDG_DATA_HOME": str(folder)}}
    written = command_json("runs", "add", sample, "--chip", "own-chip", **home)["chip"]
    file = folder / "headroom/hardware/own-chip.yaml"
    check(file.is_file() and written["relative"] == "h100-sxm" and written["is_same_chip"], f"{written}")
    rate = {one["id"]: one for one in written["rates"]}["nic_gbytes_per_s_per_device"]
    check(rate["value"] < 0.9 * rate["relative"], "the sample's network is slower than the chip's")
    shipped, own = (command_json("estimate", "llama3-70b-h100-32-nodes", "--set", f"hardware.accelerator={chip}", **home)
                    for chip in ("h100-sxm", "own-chip"))
    check(shipped["time"]["step_seconds"] != own["time"]["step_seconds"], "and its estimates differ")
    before = file.read_bytes()
    for name in ("own-chip", "h100-sxm", "Own", "a/b", "x" * 41):
        refused = command("runs", "add", sample, "--chip", name, status=2, **home)
        check("--chip: " in refused.stderr, f"{name}: {refused.stderr}")
    command("runs", "add", SOURCE / "tests/data/runs/axolotl-memory.log", "--chip", "other", status=2, **home)
    command("runs", "add", sample, "--chip", "own-chip", "--force", **home)
    check(file.read_bytes() == before and [one.name for one in file.parent.iterdir()] == ["own-chip.yaml"], "the same again")


def main():
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        export("llama3.1-8b-h100-node", place / "node")
        one_device(place / "node")
        with_jax(place / "node")
        ranks_stay_together(place / "node")
        faults(place / "node")
        export("llama3-70b-h100-32-nodes", place / "cluster")
        eight_ranks_on_two_nodes(place / "cluster")
        # The shell around it, on one device.
        run_kit(place / "node", "torch", "--scale", "0.01", "--only", "launch", script="run.sh", KIT_DEVICES="1")
        low_precision_is_missing(place / "fp8")
        shapes_follow_the_plan(place)
        a_chip_of_its_own(place / "home")
    broken_results()
    sample = SOURCE / "tests/data/runs/measure.json"
    check(json.loads(sample.read_text())["synthetic"] is True, "the sample says that it is synthetic")
    return 1 if failures else 0


sys.exit(main())
