#!/usr/bin/env python3
"""Exports for axolotl, LLaMA-Factory and TRL: keys that the tools define, at the release that the files name, and
a plan that comes back from each file.

The lists of keys were read from the tools' own definitions by packaging/refresh/tuning_tool_keys.py.

usage: tuning_tools.py HEADROOM_CLI SOURCE_DIR
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import yaml

from checks import SOURCE, check, command, command_json, failures
from tuning_cases import CASES, FULL, ONLY

FILES = {"axolotl": "axolotl.yml", "llama-factory": "llamafactory.yaml", "trl": "sft.yaml"}
KEYS = {target: set((SOURCE / f"tests/data/launch/{target.replace('-', '_')}_keys.txt").read_text().splitlines()[1:])
        for target in (*FILES, "trl-dpo")}
# What the file and the script beside it hold.
FIELDS = """model hardware.nodes hardware.devices_per_node workload.sequence_length workload.global_batch_sequences
parallelism.micro_batch_sequences precision.compute
tuning.method tuning.rank tuning.targets tuning.base tuning.trained tuning.dora tuning.rank_stabilized
tuning.objective optimizer remat.policy attention framework options.cross_entropy
options.compile options.paged_optimizer options.offload_activations parallelism.context""".split()


def field(plan, path):
    for part in path.split("."):
        plan = plan.get(part) if isinstance(plan, dict) else None
    return plan


def layout(plan):
    """Data-parallel ranks, and the stage of what they shard: a plan has two words for stages 1 and 2."""
    degrees = plan["parallelism"]
    ranks = degrees["data"] * degrees["fsdp"]
    shards = degrees["fsdp"] > 1 or (ranks > 1 and degrees["zero_stage"] in (1, 2))
    return ranks, degrees["zero_stage"] if shards else 0


def exported(target, words, out):
    command("export", words[0], "--target", target, "--out", out, "--force", *words[1:])
    return yaml.safe_load((out / FILES[target]).read_text())


def keys_are_known(target, name, settings, folder):
    known = KEYS["trl-dpo" if target == "trl" and name.startswith("DPO") else target]
    unknown = set(settings) - known
    check(not unknown, f"{target}, {name}: {unknown} are no keys of it")
    if "deepspeed" in settings:
        stage = json.loads((folder / settings["deepspeed"]).read_text())["zero_optimization"]["stage"]
        check(settings["deepspeed"] == f"deepspeed_zero{stage}.json", f"{target}, {name}: {settings['deepspeed']}")
    script = (folder / "run.sh").read_text()
    check(FILES[target] in script and "torch.distributed.run" in script, f"{target}, {name}: run.sh")
    check(re.search(r"takes? the learning rate of", (folder / "README.md").read_text()), f"{target}, {name}: README")


def data_lie_where_the_plan_says(target, words, out):
    """A file is no data set of the hub."""
    settings = exported(target, (*words, "--set", "job.data_path=/data/texts.jsonl"), out)
    if target == "llama-factory":
        entry = json.loads((out / "dataset_info.json").read_text())[settings["dataset"]]
        check(entry["file_name"] == "/data/texts.jsonl", f"{target}: {entry}")
    else:
        entry = settings["datasets"][0]
        check("/data/texts.jsonl" in (entry["path"], entry.get("data_files")), f"{target}: {entry}")
        check("json" in (entry["path"], entry.get("ds_type")), f"{target}: {entry}")


def comes_back(target, name, words, folder):
    wanted = command_json("check", words[0], *words[1:])["plan"]
    files = [folder / FILES[target], *folder.glob("deepspeed_zero*.json"), folder / "run.sh", folder / "job.sbatch"]
    told = command_json("plan", *files)["plan"]
    check(layout(told) == layout(wanted), f"{target}, {name}: {layout(told)} comes back, was {layout(wanted)}")
    for path in (*FIELDS, *(["parallelism.context_strategy"] if wanted["parallelism"]["context"] > 1 else [])):
        if path.startswith("tuning.") and wanted["tuning"]["method"] == "full" and path != "tuning.method":
            continue
        check(field(told, path) == field(wanted, path),
              f"{target}, {name}: {path} comes back as {field(told, path)}, was {field(wanted, path)}")


def axolotl_saves_ahead_of_the_limit(out):
    """run.sh makes the file that axolotl looks for, when job.sbatch's STOP_AT has come."""
    settings = exported("axolotl", (*CASES["8-bit optimizer"],), out)
    check(settings["dynamic_checkpoint"] == {"enabled": True, "check_interval": 1}, f"axolotl: {settings}")
    tools = out / "tools"
    tools.mkdir()
    (tools / "python3").write_text("#!/usr/bin/env bash\nfor _ in {1..70}; do\n"
                                   "  ls output/axolotl_checkpoint.save 2>/dev/null && exit\n  sleep 0.1\ndone\n")
    (tools / "python3").chmod(0o755)
    (out / "output").mkdir()  # the clock may be faster than the program
    for stop, wanted in (("1", True), ("9999999999", False)):
        (out / "output/axolotl_checkpoint.save").unlink(missing_ok=True)
        result = subprocess.run(["bash", out / "run.sh"], env={"PATH": f"{tools}:/usr/bin:/bin", "STOP_AT": stop},
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                timeout=60, check=False, start_new_session=True)
        check(("axolotl_checkpoint.save" in result.stdout) == wanted, f"axolotl, STOP_AT={stop}: {result.stdout}")
    check("export STOP_AT" in (out / "job.sbatch").read_text(), "axolotl: job.sbatch")


def what_they_cannot_say_is_refused(out):
    for target in FILES:
        for settings, says in (
                (("workload.mode=inference",), "trains"),
                (("parallelism.fsdp=4", "parallelism.tensor=2", "parallelism.zero_stage=2"), "tensor"),
                (("parallelism.fsdp=4", "parallelism.context=2"), "split")):
            words = [word for setting in settings for word in ("--set", setting)]
            result = command("export", "llama3.1-8b-h100-node", "--target", target, "--out", out, *FULL, *words, status=2)
            check(says in result.stderr, f"{target} {settings}: {result.stderr}")
            check(not out.exists(), f"{target}: left a folder behind")


def main():
    with tempfile.TemporaryDirectory() as name:
        what_they_cannot_say_is_refused(pathlib.Path(name, "refused"))
        axolotl_saves_ahead_of_the_limit(pathlib.Path(name, "axolotl-saves"))
        for target in FILES:
            for case, words in CASES.items():
                folder = pathlib.Path(name, f"{target}-{len(list(pathlib.Path(name).iterdir()))}")
                keys_are_known(target, case, exported(target, words, folder), folder)
                comes_back(target, case, words, folder)
            for case, (targets, words) in ONLY.items():
                folder = pathlib.Path(name, f"{target}-only-{len(list(pathlib.Path(name).iterdir()))}")
                if target not in targets:
                    command("export", words[0], "--target", target, "--out", folder, *words[1:], status=2)
                    continue
                keys_are_known(target, case, exported(target, words, folder), folder)
                comes_back(target, case, words, folder)
            shown = exported(target, (*CASES["LoRA on one GPU"], "--benchmark"), pathlib.Path(name, target + "-bench"))
            data_lie_where_the_plan_says(target, CASES["LoRA on one GPU"], pathlib.Path(name, target + "-data"))
            check(shown["save_strategy"] == "no", f"{target}: a benchmark keeps nothing")
    print(f"{len(failures)} failures")
    sys.exit(1 if failures else 0)


main()
