"""What the commands print is what is recorded: texts are the product, too.

HEADROOM_REGENERATE=1 writes tests/golden/printed anew; read the difference before you commit it.
"""
import concurrent.futures
import difflib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from checks import CLI, SOURCE, check, command, failures
from printed_cases import CASES, DENSE, DOCUMENTS, RUNS

GOLDEN = SOURCE / "tests/golden/printed"
# How fast this machine is does not belong to the text.
SPEED = re.compile(r"[\d.,]+ (?:µs|ms|s), [\d,]+ evaluations per second|(?<=evaluated, )[\d.,]+ (?:µs|ms|s)(?=\.)")
SENTENCE = "We fine-tune Llama 3.1 70B with LoRA on 16 H100, sequence length 4096, batch 64, in bf16.\n"
PROGRESS = {"schema_version": 1, "course": {"id": "first-afternoon"}, "lessons": {
    "where-memory-goes": {"place": 3, "finished": True, "solved": ["make-it-fit"], "hints": {"make-it-fit": 2},
                          "answers_shown": []},
    "our-cluster": {"place": 1, "finished": False, "solved": ["make-it-fit"], "hints": {}, "answers_shown": ["say-the-share"]}}}
LAUNCH = """#!/usr/bin/env bash
export NCCL_IB_DISABLE=1 TF_CPP_MAX_LOG_LEVEL=100
torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 32 --hidden-size 4096 --num-attention-heads 32 \\
  --seq-length 8192 --max-position-embeddings 8192 --micro-batch-size 1 --global-batch-size 128 \\
  --tensor-model-paralel-size 8 --sequence-parallel --recompute-granularity full --bf16 --lr 3e-4
"""
TIMING = {"seconds", "evaluations_per_second"}  # of this machine, next to "evaluated"


def rounded(value):
    """Six digits of every number, without how long this machine took."""
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()
                if not (key in TIMING and ("evaluated" in value or "threads" in value))}
    if isinstance(value, list):
        return [rounded(one) for one in value]
    return float(f"{value:.6g}") if isinstance(value, float) else value


def laid_out(value, indent=""):
    """One line for each member; what holds no mappings and is short enough is one line by itself."""
    text = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or (len(text) < 500 and "{" not in text[1:]):
        return text
    inside = indent + " "
    if isinstance(value, dict):
        members = [f"{inside}{json.dumps(key)}: {laid_out(one, inside)}" for key, one in value.items()]
        return "{\n" + ",\n".join(members) + "\n" + indent + "}"
    return "[\n" + ",\n".join(inside + laid_out(one, inside) for one in value) + "\n" + indent + "]"


def document(words, places):
    """A document, whatever its verdict."""
    command_line = [CLI, *(str(word).format(**places) for word in words), "--format", "json"]
    result = subprocess.run(command_line, capture_output=True, text=True, timeout=300, check=False, cwd=places["folder"])
    try:
        text = laid_out(rounded(json.loads(result.stdout))) + "\n"
    except ValueError as fault:
        check(False, f"{words}: {fault}: {result.stderr[:300]}")
        return ""
    for name, place in sorted(places.items(), key=lambda pair: -len(str(pair[1]))):
        text = text.replace(str(place), f"<{name}>")
    return text.replace(str(RUNS), "<runs>").replace(str(SOURCE), "<source>")


def printed(words, status, places):
    """Both streams, with the folders of this run and the speed of this machine taken out."""
    result = command(*(str(word).format(**places) for word in words), status=status, cwd=places["folder"])
    text = result.stdout + ("--- messages\n" + result.stderr if result.stderr else "")
    for name, place in sorted(places.items(), key=lambda pair: -len(str(pair[1]))):
        text = text.replace(str(place), f"<{name}>")
    return SPEED.sub("<speed>", text.replace(str(RUNS), "<runs>").replace(str(SOURCE), "<source>"))


def names_of_commands():
    lines = command("--help").stdout.partition("Subcommands:\n")[2].splitlines()
    return {line.split()[0] for line in lines if line.startswith("  ") and not line.startswith("   ")}


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        places = {"project": folder / "project.csv", "unclear": folder / "unclear.csv", "folder": folder}
        command("runs", "add", RUNS / "slow.log", "--project", places["unclear"])
        (folder / "own.log").write_text("".join(f"completed step: {step}, seconds: 17.0, loss: 9.7\n" for step in range(12)))
        command("runs", "add", folder / "own.log", "--plan", DENSE, "--project", places["project"])
        (folder / "launch.sh").write_text(LAUNCH)
        (folder / "sentence.txt").write_text(SENTENCE)
        (folder / "ada.json").write_text(json.dumps(PROGRESS))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            texts = dict(pool.map(lambda case: (case[0], printed(case[2], case[1], places)), CASES))
            texts |= dict(pool.map(lambda case: (f"json-{case[0]}", document(case[1], places)), DOCUMENTS))
    for one in sorted(names_of_commands()):
        texts[f"help-{one}"] = command(one, "--help").stdout
        # A conversation is recorded elsewhere (tests/data/mcp).
        check(one == "mcp" or any(words[0] == one for _, _, words in CASES), f"{one} has no recorded text")
    if os.environ.get("HEADROOM_REGENERATE"):
        shutil.rmtree(GOLDEN, ignore_errors=True)
        GOLDEN.mkdir(parents=True)
        for name, text in texts.items():
            (GOLDEN / f"{name}.txt").write_text(text, encoding="utf-8")
    recorded = {file.stem: file.read_text(encoding="utf-8") for file in GOLDEN.glob("*.txt")}
    check(set(recorded) == set(texts), f"recorded and printed texts differ: {set(recorded) ^ set(texts)}")
    for name in sorted(set(recorded) & set(texts)):
        difference = difflib.unified_diff(recorded[name].splitlines(), texts[name].splitlines(), f"{name}, recorded",
                                          "printed", n=0, lineterm="")
        lines = list(difference)[:12]
        check(not lines, "\n".join(lines))
    return 1 if failures else 0


sys.exit(main())
