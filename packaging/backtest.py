#!/usr/bin/env python3
"""Asks of configurations that ran, or died out of memory, what the estimate would have said.

  packaging/backtest.py HEADROOM_CLI [--table | --write | --check]

Runs `headroom-cli estimate` over the plans of tests/data/backtest and prints how many are called rightly
(P(fit) >= 0.5 means that it runs), how many out-of-memory errors are foreseen, how many of the sure calls
(P >= 0.95 or <= 0.05) are wrong, the area under the curve and the share of measured peaks inside p10 to p90.
--table: a line for each case; --write: puts the figures into README.md; --check: exit 1 unless they stand there.
"""

import csv
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CASES = ROOT / "tests/data/backtest"
SURE = 0.95
GIB = 2**30


def ask(cli, case):
    command = [cli, "estimate", str(CASES / f"plans/{case['id']}.headroom.yaml"), "--format", "json"]
    environment = {**os.environ, "HEADROOM_DATA": str(ROOT / "profiles"), "XDG_DATA_HOME": str(CASES)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return json.loads(done.stdout)["memory"]


def decisive(memory):
    """The quantity that the verdict goes by."""
    peak = {"bytes": memory["peak_bytes"], "p10_bytes": memory["p10_bytes"], "p90_bytes": memory["p90_bytes"]}
    return memory.get(memory.get("verdict_by", ""), peak)


def calls_it(case, memory):
    return (memory["fit_probability"] >= 0.5) == (case["outcome"] == "ran")


def area(answers):
    """Chance that of a run that went and one that died the former has the higher probability."""
    of = {outcome: [m["fit_probability"] for c, m in answers if c["outcome"] == outcome] for outcome in ("ran", "oom")}
    pairs = [(a > b) + (a == b) / 2 for a in of["ran"] for b in of["oom"]]
    return sum(pairs) / len(pairs)


def share(part, whole):
    return f"{part} of {whole}"


def figures(answers):
    right = sum(calls_it(case, memory) for case, memory in answers)
    whole = [(case, memory) for case, memory in answers if case["complete"] == "yes"]
    died = [(case, memory) for case, memory in answers if case["outcome"] == "oom"]
    sure = [(c, m) for c, m in answers if not 1 - SURE < m["fit_probability"] < SURE]
    wrong = [case["id"] for case, memory in sure if not calls_it(case, memory)]
    peaks = [(case, decisive(memory)) for case, memory in answers if case["measured_is"] == "peak"]
    inside = sum(known["p10_bytes"] <= float(case["measured_gib"]) * GIB <= known["p90_bytes"] for case, known in peaks)
    return {
        "right": share(right, len(answers)),
        "complete": share(sum(calls_it(*answer) for answer in whole), len(whole)),
        "foreseen": share(sum(calls_it(*answer) for answer in died), len(died)),
        "wrong": share(len(wrong), len(sure)),
        "wrong_ids": " ".join(wrong),
        "area": f"{area(answers):.2f}",
        "inside": share(inside, len(peaks)),
    }


def sentence(found):
    return (
        f"Back-test: foresees {found['foreseen']} out-of-memory errors; {found['right']} configurations called rightly, "
        f"{found['wrong']} sure calls wrong, area under the curve {found['area']}, {found['inside']} measured peaks inside."
    )


def table(answers):
    for case, memory in answers:
        known = decisive(memory)
        low, middle, high = (known[key] / GIB for key in ("p10_bytes", "bytes", "p90_bytes"))
        print(
            f"{' ' if calls_it(case, memory) else '!'} {case['id']:5}{case['outcome']:4} P {memory['fit_probability']:.2f}  "
            f"{middle:6.1f} ({low:.1f} to {high:.1f}) of {memory['budget_bytes'] / GIB:.1f} GiB, "
            f"measured {case['measured_is']} {case['measured_gib'] or '?'}: {case['configuration']}"
        )


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--table"], ["--write"], ["--check"]):
        sys.exit(__doc__)
    with open(CASES / "cases.csv", encoding="utf-8") as file:
        answers = [(case, ask(sys.argv[1], case)) for case in csv.DictReader(file)]
    found = figures(answers)
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    if "--table" in sys.argv:
        table(answers)
    if "--write" in sys.argv:
        readme.write_text(re.sub(r"(?m)^Back-test: .*$", sentence(found), text), encoding="utf-8")
    if "--check" in sys.argv and sentence(found) not in text:
        sys.exit(f"README.md does not say: {sentence(found)}")
    print(sentence(found))
    print(f"Of those that say nearly everything {found['complete']} rightly; surely wrong: {found['wrong_ids'] or 'none'}.")


if __name__ == "__main__":
    main()
