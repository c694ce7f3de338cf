#!/usr/bin/env python3
"""Adds the figures of campaigns (packaging/fuzz.sh) to tests/fuzz/TOTALS.md, the sums over all campaigns.

    packaging/fuzz_totals.py BUILD_FOLDER…

Takes BUILD_FOLDER/fuzz-found/figures.tsv and puts it aside, so that nothing is counted twice. Executions with libFuzzer are
those of the preset fuzz (clang with ASan and UBSan); the others are inputs that the mutator of tests/fuzz made.
"""
import datetime
import pathlib
import sys

TABLE = pathlib.Path(__file__).resolve().parent.parent / "tests/fuzz/TOTALS.md"
GOAL = 100_000_000
HEAD = "| reader | executions with libFuzzer | edges | other executions |\n| --- | ---: | ---: | ---: |\n"


def number(text):
    return int(text.replace(",", ""))


def read_table():
    rows = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines() if TABLE.exists() else []:
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and cells[0] not in ("reader", "---", "all"):
            rows[cells[0]] = [number(cell) for cell in cells[1:]]
    return rows


def add(rows, figures):
    for line in figures.read_text(encoding="utf-8").splitlines():
        name, _, executions, edges, maker = line.split("\t")
        row = rows.setdefault(name, [0, 0, 0])
        row[0 if maker == "libFuzzer" else 2] += int(executions)
        row[1] = max(row[1], int(edges))
    figures.rename(figures.with_suffix(f".{datetime.datetime.now():%Y%m%d-%H%M%S}.counted"))


def write_table(rows):
    sums = [sum(row[i] for row in rows.values()) for i in (0, 2)]
    lines = [f"| {name} | {a:,} | {edges:,} | {b:,} |\n" for name, (a, edges, b) in sorted(rows.items())]
    lines.append(f"| all | {sums[0]:,} | | {sums[1]:,} |\n")
    TABLE.write_text(
        "# Inputs that the readers have taken\n\n"
        "Summed over campaigns by packaging/fuzz_totals.py. Executions with libFuzzer ran under the address and "
        "undefined-behaviour\nsanitizers (preset fuzz); edges are the most of one campaign (libFuzzer's `cov`), of the whole "
        "program as far as the reader\nreaches it. Other executions are inputs of the mutator of tests/fuzz, in other builds.\n\n"
        f"Reached: {sum(sums):,} of {GOAL:,} ({100 * sum(sums) / GOAL:.1f} %).\n\n" + HEAD + "".join(lines), encoding="utf-8")


def main():
    rows = read_table()
    for folder in sys.argv[1:]:
        add(rows, pathlib.Path(folder) / "fuzz-found/figures.tsv")
    write_table(rows)


if __name__ == "__main__":
    main()
