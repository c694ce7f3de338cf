#!/usr/bin/env python3
"""Fits the constants to the measured runs and writes what the profiles take from the fit.

  packaging/refit.py HEADROOM_CLI [ROUNDS]

Runs `headroom-cli validate profiles/measurements/measurements.csv --leave-out` and writes the fitted
constants and source counts into profiles/stacks, the widths of intervals into profiles/stacks/chips.yaml
and the errors of sources left out into profiles/fit/left_out.yaml and README.md; twice by default, for the widths
depend on the source counts. Run it after a change of the physics or of the measured rows.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CHIPS = ROOT / "profiles/stacks/chips.yaml"
ENOUGH = 15  # rows that a kind of chip needs for a width of its own; else it takes that of the GPUs


def number(value):
    return f"{value:.4g}"


def set_key(text, key, value, before, indent=""):
    """Replaces `key`, or adds it above the line that starts with `before`."""
    line = re.compile(rf"(?m)^({indent}{key}: )\S+")
    if line.search(text):
        return line.sub(rf"\g<1>{value}", text, count=1)
    return re.sub(rf"(?m)^({indent}{before}: )", rf"{indent}{key}: {value}\n\1", text, count=1)


def put(profile, key, value):
    stack = ROOT / f"profiles/stacks/{profile}.yaml"
    if stack.exists():
        stack.write_text(set_key(stack.read_text(), key, value, "source"))
        return
    text = CHIPS.read_text()
    block = re.search(rf"(?ms)^  - id: {re.escape(profile)}\n.*?(?=^  - id: |\Z)", text)
    if block is None:
        sys.exit(f"{profile} is neither a stack nor a chip of profiles/stacks")
    changed = set_key(block[0], key, value, "attention", "    ")
    CHIPS.write_text(text.replace(block[0], changed))


def put_widths(widths):
    found = {(width["kind"], width["key"]): width for width in widths}
    for chip in re.findall(r"(?m)^  - id: (\S+)", CHIPS.read_text()):
        kind = "tpu" if chip.startswith("tpu") else "gpu"
        for key in ("dense_width", "expert_width"):
            width = found.get((kind, key))
            if width is None or width["rows"] < ENOUGH:
                width = found[("gpu", key)]
            put(chip, key, f"{width['value']:.3g}")


def write_left_out(kinds):
    lines = [
        "# Errors of step time, |predicted / measured - 1|, on measured runs whose source the constants have not",
        "# seen (left_out), on runs without any that share stack and chip with their source (apart), and with all",
        "# runs in the fit (fit). inside: share within the 80 % interval. A source of many rows counts as fifty.",
        "# Written by packaging/refit.py; a test finds the figures again.",
        "schema_version: 1",
        "kinds:",
    ]
    for entry in kinds:
        own = entry["left_out"]
        lines += [
            f"  - kind: {entry['kind']}",
            f"    sources: {own['sources']}",
            f"    rows: {own['n']}",
            f"    left_out_median: {own['median_ape']:.4f}",
            f"    left_out_p90: {own['p90_ape']:.4f}",
            f"    left_out_inside: {own['coverage80']:.4f}",
            f"    apart_median: {own['apart_median_ape']:.4f}",
            f"    apart_p90: {own['apart_p90_ape']:.4f}",
            f"    fit_median: {own['fit_median_ape']:.4f}",
            f"    fit_p90: {own['fit_p90_ape']:.4f}",
            f"    fit_inside: {own['fit_coverage80']:.4f}",
        ]
    (ROOT / "profiles/fit/left_out.yaml").write_text("\n".join(lines) + "\n")


def write_readme(kinds, held_out):
    readme = ROOT / "README.md"
    text = readme.read_text()
    for entry in kinds:
        own = entry["left_out"]
        figures = [(own["median_ape"], own["p90_ape"], own["coverage80"])]
        figures.append((own["fit_median_ape"], own["fit_p90_ape"], own["fit_coverage80"]))
        rounded = [[round(figure, 4) for figure in row] for row in figures]  # as in left_out.yaml
        cells = [f"{median:.1%}, {p90:.1%}, {inside:.0%}".replace("%", " %") for median, p90, inside in rounded]
        row = f"| {entry['kind']} | {own['sources']}, {own['n']} | {cells[0]} | {cells[1]} |"
        text = re.sub(rf"(?m)^\| {entry['kind']} \|.*$", row, text)
    for scheme in ("source", "stack", "chip"):
        cells = [
            f"{own['coverage80']:.0%}, ±{own['half_width']:.2f}, {own['score']:.2f}".replace("%", " %")
            for own in held_out
            if own["scheme"] == scheme
        ]
        text = re.sub(rf"(?m)^\| {scheme} \|.*$", f"| {scheme} | {' | '.join(cells)} |", text)
    readme.write_text(text)


def refit(cli):
    command = [cli, "validate", str(ROOT / "profiles/measurements/measurements.csv"), "--leave-out", "--format", "json"]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "HEADROOM_DATA": str(ROOT / "profiles")}
    )
    if done.returncode != 0:
        sys.exit(done.stderr)
    fit = json.loads(done.stdout)["fit"]
    for constant in fit["constants"]:
        put(constant["profile"], constant["key"], number(constant["value"]))
    put_widths(fit["widths"])
    for known in fit["sources"]:
        put(known["profile"], "dense_sources", known["dense"])
        put(known["profile"], "expert_sources", known["experts"])
    write_left_out(fit["kinds"])
    write_readme(fit["kinds"], fit["held_out"])
    for entry in fit["kinds"]:
        own = entry["left_out"]
        print(
            f"{entry['kind']}: {own['n']} rows of {own['sources']} sources; left out {own['median_ape']:.1%} "
            f"({own['p90_ape']:.1%} at p90, {own['coverage80']:.0%} inside), fit {own['fit_median_ape']:.1%}"
        )


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    for _ in range(int(sys.argv[2]) if len(sys.argv) == 3 else 2):
        refit(sys.argv[1])


if __name__ == "__main__":
    main()
