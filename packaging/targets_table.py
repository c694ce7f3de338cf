#!/usr/bin/env python3
"""The table of model/launch/TARGETS.md: every export target, how many of four plans it writes (each also as a
benchmark), why it refuses the others, and what tests/data/launch/target_checks.csv says of the framework's own parser
and of runs.

usage: targets_table.py HEADROOM_CLI [--write]

Without --write nothing is changed, and the exit status is 1 where the table is another one.
"""
import csv
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
FILE = ROOT / "model/launch/TARGETS.md"
PLANS = ("llama3.1-8b-h100-node", "llama3-70b-h100-32-nodes", "mixtral-8x7b-h100-8-nodes", "llama3.1-8b-v6e-16")
START = "| target | written | refused | parser | run |\n"


def answer(program, plan, target, *words):
    """Nothing, or why there is no export: the reason without its source and remedy."""
    with tempfile.TemporaryDirectory() as place:
        result = subprocess.run([program, "export", plan, "--target", target, "--out", f"{place}/out", *words], text=True,
                                capture_output=True, check=False)
    if result.returncode not in (0, 2):
        sys.exit(f"{plan}, {target}: exit {result.returncode}: {result.stderr}")
    if result.returncode == 0:
        return ""
    reason = result.stderr.splitlines()[0].split("cannot take this plan: ")[1].split("; ")[0]
    return re.sub(r" \([^()]*(sources of [^()]*|, v[0-9.]+)\)", "", reason)


def row(program, target, checks):
    reasons, written = {}, 0
    for plan in PLANS:
        plain, benchmark = answer(program, plan, target), answer(program, plan, target, "--benchmark")
        if plain != benchmark:
            sys.exit(f"{plan}, {target}: a benchmark is answered otherwise: {benchmark or 'written'}")
        written += not plain
        if plain:
            reasons.setdefault(plain, []).append(plan)
    refused = "; ".join(f"{', '.join(plans)}: {reason}" for reason, plans in reasons.items())
    return f"| {target} | {written} of {len(PLANS)} | {refused} | {checks['parser']} | {checks['run']} |\n"


def main():
    program = sys.argv[1]
    with (ROOT / "tests/data/launch/target_checks.csv").open(encoding="utf-8") as file:
        checks = {line["target"]: line for line in csv.DictReader(file)}
    listed = subprocess.run([program, "export", "--list-targets"], text=True, capture_output=True, check=True).stdout
    targets = [line.split()[0] for line in listed.splitlines() if line.strip()]
    if set(targets) != set(checks):
        sys.exit(f"target_checks.csv and --list-targets differ: {sorted(set(targets) ^ set(checks))}")
    table = START + "| --- | --- | --- | --- | --- |\n" + "".join(row(program, target, checks[target]) for target in targets)
    text = FILE.read_text(encoding="utf-8")
    before, _, after = text.partition(START)
    rest = after[len(after) - len(re.sub(r"\A(\|[^\n]*\n)+", "", after)):]
    wanted = before + table + rest
    if "--write" in sys.argv:
        FILE.write_text(wanted, encoding="utf-8")
    elif wanted != text:
        sys.exit("TARGETS.md has another table: packaging/targets_table.py HEADROOM_CLI --write")
    print(f"{len(targets)} targets")


main()
