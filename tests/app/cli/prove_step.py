#!/usr/bin/env python3
"""What asks the compiler: it runs on stand-ins of MaxText and JAX, and its result is read back beside the estimate.

usage: prove_step.py HEADROOM_CLI SOURCE_DIR
"""
import json
import os
import pathlib
import py_compile
import subprocess
import sys
import tempfile

from checks import SOURCE, check, command, failures

STUBS = SOURCE / "tests/data/launch/prove_stubs"
TEXT = SOURCE / "tests/data/launch/hlo/step.txt"
SCHEMA = json.loads((SOURCE / "profiles/measurements/prove.schema.json").read_text())


def export(plan, folder, *settings, status=0):
    words = [word for setting in settings for word in ("--set", setting)]
    return command("export", plan, "--target", "prove", "--out", folder, *words, status=status)


def run(folder, *words, status=0, **variables):
    environment = {**os.environ, "PYTHONPATH": str(STUBS), "PYTHONDONTWRITEBYTECODE": "1", "HLO_TEXT": str(TEXT),
                   "PATH": "/usr/bin:/bin", **variables}
    for name in ("XLA_FLAGS", "LIBTPU_INIT_ARGS", "JAX_PLATFORMS", "PROVE_ON", "PROVE_OUT", "TRAIN_SCRIPT"):
        if name not in variables:
            environment.pop(name, None)
    result = subprocess.run(["bash", folder / "run.sh", *words], cwd=folder, env=environment, capture_output=True,
                            text=True, timeout=120)
    check(result.returncode == status, f"run.sh {words}: exit {result.returncode}: {result.stderr[-400:]}")
    return result


def follows_schema(document):
    check(set(SCHEMA["required"]) <= set(document) <= set(SCHEMA["properties"]), f"keys {sorted(document)}")
    check(set(document["memory"]) <= set(SCHEMA["properties"]["memory"]["properties"]), "keys of memory")
    row = SCHEMA["properties"]["collectives"]["items"]
    for one in document["collectives"]:
        check(set(one) == set(row["required"]) and one["kind"] in row["properties"]["kind"]["enum"], f"row {one}")


# By hand from step.txt: 4 micro-batches of 32 layers each way, and a loop of unknown trips.
SQUARE = 8192 * 8192
EXPECTED = {
    ("all_gather", 64, "bf16"): (1, 128, 128 * SQUARE * 2, 0),  # inside a fusion
    ("all_gather", 8, "bf16"): (1, 128, 128 * SQUARE * 2, 0),  # a start and its done; groups listed
    ("all_to_all", 8, "bf16"): (1, 128, 128 * 2 * 16 * 8192 * 2, 0),  # a tuple; groups by axes of a mesh
    ("reduce_scatter", 64, "f32"): (2, 129, 129 * SQUARE * 4, 1),  # wrapped in an async operation
    ("collective_permute", 0, "f8e4m3fn"): (2, 129, 129 * 16 * 8192, 1),
    ("all_reduce", 64, "f32"): (1, 1, 4, 0),  # no groups: all partitions
    ("all_reduce", 2, "f32"): (1, 1, 8192 * 4 + 4096 * 2, 0),
}


def counts_are_those_by_hand(document):
    found = {(row["kind"], row["group"], row["format"]): (row["instructions"], row["count"], row["bytes"], row["unsure"])
             for row in document["collectives"]}
    for key, value in EXPECTED.items():
        check(found.get(key) == value, f"{key}: {found.get(key)}, by hand {value}")
    check(set(found) == set(EXPECTED), f"rows {sorted(found)}")
    check(document["loops"] == {"told": 2, "inferred": 1, "unknown": 1, "conditional": 0}, f"loops {document['loops']}")
    check(any(lack["what"] == "loops" for lack in document["missing"]), "a loop of unknown trips is said")


def broken_texts_are_harmless(folder):
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(folder))
    import hlo_collectives

    text = TEXT.read_text()
    for size in range(0, len(text), 97):
        hlo_collectives.collectives(text[:size])
        hlo_collectives.collectives(text[size:])
    loop = "HloModule m\n\nENTRY %e (a: s32[]) -> s32[] {\n  %c = s32[] call(%a), to_apply=%e\n}\n"
    check(hlo_collectives.collectives(loop)[0] == [], "a computation that calls itself ends")
    deep = "HloModule m\n\n" + "".join(
        f"%b{i} (a: s32[]) -> s32[] {{\n  %w = s32[] while(%a), condition=%none, body=%b{i + 1}, "
        'backend_config={"known_trip_count":{"n":"1000000"}}\n}\n\n' for i in range(40)) + \
        "ENTRY %e (a: s32[]) -> s32[] {\n  %w = s32[] while(%a), condition=%none, body=%b0\n}\n"
    check(hlo_collectives.collectives(deep)[0] == [], "absurd trips end")


def on_a_tpu(folder):
    export("llama2-70b-v5p-64", folder)
    for name in ("prove.py", "hlo_collectives.py"):
        py_compile.compile(str(folder / name), cfile=str(folder / "compiled"), doraise=True)
    run(folder)
    asked, document = (json.loads((folder / name).read_text()) for name in ("asked.json", "prove.json"))
    check(asked["config"].endswith("/config.yml") and asked["settings"]["compile_topology"] == "v5p-128", f"asked {asked}")
    check(asked["settings"]["compile_topology_num_slices"] == "1" and asked["devices"] == 64, "one slice of 64")
    check("force_host" not in asked["flags"] and asked["platforms"] == "cpu", "libtpu compiles without a TPU")
    follows_schema(document)
    check((document["on"], document["topology"], document["substituted"]) == ("tpu", "v5p-128", []), "what compiled it")
    check(document["memory"]["argument_size_in_bytes"] == 40 << 30 and "peak_memory_in_bytes" not in document["memory"], "bytes")
    counts_are_those_by_hand(document)
    broken_texts_are_harmless(folder)
    failed = run(folder, status=2, FAIL="1")
    check("prove: the mesh does not fit the devices" in failed.stderr, failed.stderr)
    export("llama2-70b-v5p-64", folder.parent / "slices", "hardware.nodes=2", "parallelism.data=2", "hardware.topology=8x8x1",
           "workload.global_batch_sequences=512")
    refused = run(folder.parent / "slices", status=2)
    check("v5p-128" in refused.stderr and "8x8x1" in refused.stderr, f"another shape of slice: {refused.stderr}")
    check(not list((folder.parent / "slices").glob("prove.json*")), "nothing half-written")


def on_stand_ins(folder):
    export("llama3-70b-h100-32-nodes", folder)
    run(folder)
    asked, document = (json.loads((folder / name).read_text()) for name in ("asked.json", "prove.json"))
    settings = asked["settings"]
    check("--xla_force_host_platform_device_count=256" in asked["flags"] and asked["platforms"] == "cpu", "256 stand-ins")
    check(asked["devices"] == 256 and settings["compile_topology"] == "a3", f"one domain of all: {asked}")
    degrees = 1
    for key, value in settings.items():
        if key.startswith("ici_"):
            degrees *= int(value)
        check(not key.startswith("dcn_") or value == "1", f"{key}={value}")
    check(degrees in (256, 1) or degrees == 256, f"product of the axes {degrees}")
    check(document["substituted"] == ["attention=dot_product"] == [f"attention={settings['attention']}"], "unfused attention is told")
    check({"memory", "fusions"} <= {lack["what"] for lack in document["missing"]}, "what a CPU cannot tell is told")
    follows_schema(document)
    run(folder, PROVE_ON="gpu", PROVE_OUT="gpu.json")
    asked = json.loads((folder / "asked.json").read_text())
    check(asked["devices"] == 256 and asked["settings"]["compile_topology_num_slices"] == "32", f"GPUs: {asked}")
    check("xla_gpu" in asked["flags"] and "attention" not in asked["settings"], "the plan's own flags and kernels")
    check(json.loads((folder / "gpu.json").read_text())["on"] == "gpu", "compiled for GPUs")


PROGRAM = '''
import os, sys

class Compiled:
    memory_analysis = staticmethod(lambda: [])
    as_text = staticmethod(lambda: [open(os.environ["HLO_TEXT"]).read()])

class Lowered:
    compile = staticmethod(lambda: Compiled)

def prove_step():
    assert sys.argv[1:] == ["--layers", "2"] and "device_count=8" in os.environ["XLA_FLAGS"]
    return Lowered
'''


def of_ones_own(folder):
    export("llama3.1-8b-h100-node", folder, "framework=jax", "software.maxtext=")
    program = folder / "train.py"
    program.write_text(PROGRAM)
    run(folder, program, "--layers", "2")
    document = json.loads((folder / "prove.json").read_text())
    follows_schema(document)
    check(document["program"] == "own" and document["memory"] == {}, "a back end without memory_analysis()")
    counts_are_those_by_hand(document)
    program.write_text("pass\n")
    check("has no prove_step()" in run(folder, program, status=2).stderr, "what the program must have is said")
    check("name your program" in run(folder, status=1).stderr, "no program")


def read_back(place):
    """The compiler's figures beside ours, kept in the project file, and in the place of the estimate where asked."""
    folder, gib = place / "tpu", 1 << 30
    proof = folder / "prove.json"
    report = json.loads(command("runs", "add", proof, "--format", "json").stdout)
    check(len(report["runs"]) == 1 and not report["unrecognised"], "one compiled step is one run")
    run = report["runs"][0]
    plan = json.loads(command("estimate", "llama2-70b-v5p-64", "--format", "json").stdout)
    check(run["format"] == "compiled-step" and run["memory_is"] == "compiled", f"format {run['format']}")
    check(set(run["fields"].values()) == {"read"}, "the whole plan was read")
    check(run["compiled"]["evidence"] == "compiled", "evidence")
    total = 1000 + (40 + 39 - 38 + 20) * gib
    check(run["peak_bytes"] == total == run["compiled"]["memory"]["total_bytes"], "peak of the compiled step")
    figures = {figure["id"]: figure for figure in run["compiled"]["comparison"]}
    terms = {term["id"]: term["bytes"] for term in plan["memory"]["terms"]}
    check(abs(figures["state"]["predicted_bytes"] / (terms["weights"] + terms["optimizer_state"]) - 1) < 1e-6, "state of the estimate")
    check(figures["state"]["compiled_bytes"] == 40 * gib and figures["total"]["compiled_bytes"] == total, "compiled bytes")
    check(abs(figures["total"]["predicted_bytes"] / plan["memory"]["peak_bytes"] - 1) < 1e-6, "peak of the estimate")
    check(figures["all_gather"]["compiled_bytes"] == 256 * SQUARE * 2 and figures["all_gather"]["compiled_count"] == 256, "gathers")
    check(figures["send_receive"]["sure"] is False and figures["all_gather"]["sure"] is True, "what is not sure")
    # FSDP alone: each layer's weights are gathered for both passes of the one micro-batch, and its gradients scattered.
    fsdp = next(load for load in plan["collectives"] if load["axis"] == "fsdp")
    own = figures["all_gather"]["predicted_bytes"] + figures["reduce_scatter"]["predicted_bytes"]
    check(1 <= own / fsdp["bytes"] < 1.1, f"predicted collectives {own} beside {fsdp['bytes']}, which leaves out the embedding")
    text = command("runs", "add", proof).stdout
    check("All-gathers of a step" in text and "compiled" in text and "counts once" in text, text)

    project = place / "own.runs.csv"
    command("runs", "add", proof, "--project", project)
    first = project.read_bytes()
    command("runs", "add", proof, "--project", project)
    check(project.read_bytes() == first, "adding twice adds once")
    for source in (proof, project):
        taken = json.loads(command("estimate", "llama2-70b-v5p-64", "--compiled", source, "--format", "json", "--explain").stdout)
        memory = taken["memory"]
        check(abs(memory["peak_bytes"] - total) <= 1 and memory["p10_bytes"] == memory["p90_bytes"], f"{source.name}: {memory['peak_bytes']}")
        check(abs(sum(term["bytes"] for term in memory["terms"]) - total) <= 16, "terms sum to the peak")
        check(memory["fits"] and any(one["id"] == "memory-compiled" for one in taken["findings"]), "the finding")
        check(taken["time"] == plan["time"], "time is the estimate's")
        trees = {tree["id"]: tree for tree in taken["explanation"]}
        for term in memory["terms"]:
            check(abs(trees[term["id"]]["value"] - term["bytes"]) <= 1, f"tree of {term['id']}")
        evidence = {one["id"]: one["evidence"] for one in trees["weights"]["operands"]}
        check(evidence["compiled_bytes"] == "compiled", f"evidence {evidence}")
    same = ("name=other", "hardware.price_per_device_hour=9", "workload.training_tokens=1e9")
    command("estimate", "llama2-70b-v5p-64", "--compiled", proof, *(word for one in same for word in ("--set", one)))
    near = json.loads(command("estimate", "llama2-70b-v5p-64", "--compiled", proof, "--set", "remat.policy=full", "--format", "json").stdout)
    carried = [one for one in near["findings"] if one["id"] == "memory-carried"]
    check(len(carried) == 1 and "remat.policy" in carried[0]["message"], f"a neighbour carries the ratio: {carried}")
    check(near["memory"]["p10_bytes"] < near["memory"]["peak_bytes"] < near["memory"]["p90_bytes"], "with an interval")
    other = command("estimate", "llama2-70b-v5p-64", "--compiled", proof, "--set", "model=llama3-70b", status=2)
    check("was compiled for another plan: model" in other.stderr, other.stderr)
    stand_in = command("estimate", "llama3-70b-h100-32-nodes", "--compiled", place / "gpu/prove.json", status=2)
    check("does not apply to them" in stand_in.stderr, stand_in.stderr)
    report = json.loads(command("runs", "add", place / "gpu/prove.json", "--format", "json").stdout)["runs"][0]
    check(report["peak_bytes"] is None and "state" not in {one["id"] for one in report["compiled"]["comparison"]}, "no memory of a stand-in")
    check(any("attention=dot_product" in note for note in report["notes"]), f"notes {report['notes']}")
    command("estimate", "llama3-70b-h100-32-nodes", "--compiled", place / "gpu/gpu.json")
    none = command("estimate", "llama2-70b-v5p-64", "--compiled", SOURCE / "tests/data/runs/measure.json", status=2)
    check("holds no compiled step" in none.stderr, none.stderr)


def broken_results(place):
    good = json.loads((place / "tpu/prove.json").read_text())
    file = place / "broken.json"
    for change in ({"schema_version": 2}, {"plan_json": "{"}, {"plan_json": ""}, {"memory": {}, "collectives": []}):
        file.write_text(json.dumps({**good, **change}))
        result = command("runs", "add", file, status=2)
        check("broken.json:1: " in result.stderr and not result.stdout, f"{change}: {result.stderr}")
    hostile = {**good, "topology": "x;all_gather/9=9x9\n\u001b[31m", "on": "tpu;=1x1", "collectives": [
        {"kind": "all_gather", "group": -5, "count": 1e300, "bytes": -1}, {"kind": "nothing", "group": 1, "count": 1, "bytes": 1}]}
    file.write_text(json.dumps(hostile))
    project = place / "hostile.runs.csv"
    command("runs", "add", file, "--project", project)
    check(b"\x1b" not in project.read_bytes() and project.read_text().count("\n") == 2, "a hostile name stays harmless")
    (place / "log.txt").write_text("Memory analysis: CompiledMemoryStats(generated_code_size_in_bytes=5, argument_size_in_bytes=100, "
                                   "output_size_in_bytes=90, alias_size_in_bytes=80, temp_size_in_bytes=70, host_temp_size_in_bytes=7)\n"
                                   "completed step: 0, seconds: 1.0, TFLOP/s/device: 1.0, Tokens/s/device: 1.0, total_weights: 1, loss: 1.0\n")
    run = json.loads(command("runs", "add", place / "log.txt", "--format", "json").stdout)["runs"][0]
    memory = run["compiled"]["memory"]
    check((memory["total_bytes"], memory["temp_bytes"], memory["host_bytes"]) == (185, 70, 7) and run["peak_bytes"] == 185, f"a log's {memory}")


def others_are_refused(place):
    for plan, field in (("llama3.1-405b-h100-128-nodes", "framework"),):
        refused = export(plan, place / "no", "framework=megatron", "remat.policy=selective", "attention=flash", status=2)
        check("compiles no whole step" in refused.stderr and field in refused.stderr, refused.stderr)
        check(not (place / "no").exists(), "no files")


def main():
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        on_a_tpu(place / "tpu")
        on_stand_ins(place / "gpu")
        of_ones_own(place / "own")
        read_back(place)
        broken_results(place)
        others_are_refused(place)
    return 1 if failures else 0


sys.exit(main())
