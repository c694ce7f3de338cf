#!/usr/bin/env python3
"""What each command says of each option with a wrong value: exit status and messages are what is recorded.

usage: wrong_words.py HEADROOM_CLI SOURCE_DIR. HEADROOM_REGENERATE=1 writes tests/golden/wrong_words.txt anew.
"""
import concurrent.futures
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from checks import CLI, SOURCE, check, failures

GOLDEN = SOURCE / "tests/golden/wrong_words.txt"
PLAN, LOG, SCRIPT = "llama3.1-8b-lora-one-gpu", SOURCE / "tests/data/runs/megatron-2026.log", SOURCE / "tests/data/runs/pretrain.sh"
# What a command needs besides; {project} is a project file of one run.
NEEDED = {
    "advise": [PLAN], "calibrate": ["{project}"], "check": [PLAN], "cluster": [PLAN, "--chips", "h100-sxm", "--most-devices", "8"],
    "diagnose": ["{project}"], "estimate": [PLAN], "explain": ["MFU"], "export": [PLAN, "--target", "axolotl", "--out", "{folder}/out"],
    "incident": ["--seed", "7", "--level", "2", "--answer"], "lint": [SCRIPT], "next": [PLAN, "--top", "1"], "plan": [SCRIPT],
    "profiles": ["plans"], "progress": ["{folder}/none.json"], "runs": ["add", LOG], "search": [PLAN, "--top", "1", "--threads", "1"],
    "sweep": ["llama3.1-8b-h100-node", "--over", "remat", "--target", "maxtext-gpu", "--out", "{folder}/sweep"],
    "tune": [SCRIPT, "--chip", "h100-sxm", "--nodes", "4", "--check"], "validate": ["{project}"],
}
VALUES = ["nonsense", "", "-1", "0", "1e400", "a=b"]
OPTION = re.compile(r"^  --([a-z-]+) TEXT", re.M)
SPEED = re.compile(r"[\d.,]+ (?:µs|ms|s)\b")


def answer(words, places):
    """Status, the messages, and whether anything was printed."""
    line = [CLI, *(str(word).format(**places) for word in words)]
    result = subprocess.run(line, capture_output=True, text=True, timeout=300, check=False, cwd=places["folder"], input="")
    text = f"exit {result.returncode}, {'output' if result.stdout else 'no output'}\n{result.stderr}"
    for name, place in sorted(places.items(), key=lambda pair: -len(str(pair[1]))):
        text = text.replace(str(place), f"<{name}>")
    return SPEED.sub("<speed>", text.replace(str(SOURCE), "<source>"))


def questions():
    """Each option of each command with each wrong value, instead of the right one where it has one."""
    for name, needed in NEEDED.items():
        yield [name]
        yield [name, *needed, "--nonsense"]
        yield [name, *["nonsense" if one == needed[0] else one for one in needed]]
        help_text = subprocess.run([CLI, name, "--help"], capture_output=True, text=True, timeout=60, check=False).stdout
        for option in OPTION.findall(help_text):
            place = f"--{option}"
            at = needed.index(place) if place in needed else None
            rest = needed if at is None else needed[:at] + needed[at + 2:]
            for value in VALUES:
                yield [name, *rest, f"{place}={value}"]


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        places = {"project": folder / "project.csv", "folder": folder}
        (folder / "own.log").write_text("".join(f"completed step: {step}, seconds: 17.0, loss: 9.7\n" for step in range(12)))
        subprocess.run([CLI, "runs", "add", folder / "own.log", "--plan", "llama3.1-8b-h100-node", "--project", places["project"]],
                       capture_output=True, timeout=60, check=True)
        asked = list(questions())
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            answers = list(pool.map(lambda words: answer(words, places), asked))
    blocks = [f"> {' '.join(map(str, words)).replace(str(SOURCE), '<source>')}\n{text}" for words, text in zip(asked, answers)]
    text = "\n".join(block.rstrip() for block in blocks) + "\n"
    check(not any("exit -" in one for one in answers), "a command crashes")
    if os.environ.get("HEADROOM_REGENERATE"):
        GOLDEN.write_text(text, encoding="utf-8")
    recorded = GOLDEN.read_text(encoding="utf-8")
    lines = list(difflib.unified_diff(recorded.splitlines(), text.splitlines(), "recorded", "said", n=1, lineterm=""))[:20]
    check(not lines, "\n".join(lines))
    return 1 if failures else 0


sys.exit(main())
