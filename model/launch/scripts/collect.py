#!/usr/bin/env python3
# @plan
#
# Reads the step times of a sweep's runs from MaxText, Megatron-LM and torchtitan logs, ranks the
# cases with their noise, says where there is no difference, and writes one measurement per case.
import argparse
import csv
import json
import pathlib
import re
import statistics
import sys

# One pattern per framework: seconds of a step, or its inverse, in the line that ends it.
STEP_PATTERNS = (
    ("maxtext", re.compile(r"completed step: (?P<step>\d+), seconds: (?P<seconds>[0-9.eE+-]+)")),
    ("megatron", re.compile(r"iteration\s+(?P<step>\d+)/\s*\d+.*?elapsed time per iteration \(ms\): (?P<ms>[0-9.]+)")),
    ("torchtitan", re.compile(r"step:\s*(?P<step>\d+).*?tps: (?P<tps>[0-9,]+)")),
)
# torchtitan colours its logs.
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
MEMORY_PATTERNS = (
    re.compile(r"memory:\s*(?P<gib>[0-9.]+)GiB"),
    re.compile(r"max allocated: (?P<mb>[0-9.]+)"),
    re.compile(r"Using \(GB\) (?P<gib>[0-9.]+) / "),
)


def step_seconds(text, tokens_per_device_step):
    """(framework, seconds of each step in order) of one log."""
    text = COLOUR.sub("", text)
    for framework, pattern in STEP_PATTERNS:
        seconds = {}
        for match in pattern.finditer(text):
            found = match.groupdict()
            if found.get("seconds"):
                value = float(found["seconds"])
            elif found.get("ms"):
                value = float(found["ms"]) / 1e3
            else:
                value = tokens_per_device_step / max(float(found["tps"].replace(",", "")), 1e-9)
            seconds[int(found["step"])] = value
        if seconds:
            return framework, [seconds[step] for step in sorted(seconds)]
    return "", []


def peak_gib(text):
    """Largest memory that a log reports, in GiB; None when it reports none."""
    peaks = []
    for pattern in MEMORY_PATTERNS:
        for match in pattern.finditer(COLOUR.sub("", text)):
            found = match.groupdict()
            peaks.append(float(found["gib"]) if found.get("gib") else float(found["mb"]) / 1024)
    return max(peaks, default=None)


def read_runs(folder, manifest, warm_up):
    """Median step time and memory of every run that has a log with enough steps."""
    rows = []
    for run in manifest["runs"]:
        log = folder / "results" / run["directory"] / "log.txt"
        if not log.is_file():
            print(f"run {run['run']} ({run['case']}): no log")
            continue
        text = log.read_text(encoding="utf-8", errors="replace")
        framework, steps = step_seconds(text, manifest["tokens_per_device_step"])
        steps = steps[warm_up:]
        if not steps:
            print(f"run {run['run']} ({run['case']}): no steps behind the warm-up")
            continue
        rows.append({**run, "framework": framework, "seconds": statistics.median(steps), "steps": len(steps),
                     "spread": statistics.pstdev(steps), "peak_gib": peak_gib(text)})
    return rows


def summarise(manifest, runs):
    """One entry per case: mean of its runs' medians and their noise."""
    cases = []
    for case in manifest["cases"]:
        own = [run["seconds"] for run in runs if run["case"] == case["id"]]
        if not own:
            continue
        own_peaks = [run["peak_gib"] for run in runs if run["case"] == case["id"] and run["peak_gib"] is not None]
        noise = statistics.stdev(own) if len(own) > 1 else None
        cases.append({"case": case, "runs": len(own), "seconds": statistics.mean(own), "noise": noise,
                      "peak_gib": max(own_peaks, default=None)})
    return cases


def pooled_noise(cases, least_share):
    """Noise of one run: pooled over cases, never below a share of the step."""
    noises = [case["noise"] for case in cases if case["noise"] is not None]
    floor = least_share * min(case["seconds"] for case in cases)
    return max(statistics.mean(noises) if noises else 0.0, floor)


def drift(manifest, runs):
    """Last baseline run over the first, or None."""
    own = [run["seconds"] for run in runs if run["case"] == manifest["baseline"]]
    return own[-1] / own[0] if len(own) > 1 else None


def report(manifest, runs, cases):
    noise = pooled_noise(cases, 0.005)
    ranked = sorted(cases, key=lambda case: (case["seconds"], case["case"]["id"]))
    best = ranked[0]
    print(f"\n{'rank':>4}  {'case':<28} {'runs':>4} {'step s':>10} {'noise s':>9} {'predicted':>10}  against the best")
    for rank, case in enumerate(ranked, 1):
        gap = case["seconds"] - best["seconds"]
        # Two means differ when their gap passes two standard errors.
        limit = 2 * noise * (1 / case["runs"] + 1 / best["runs"]) ** 0.5
        verdict = "best" if case is best else "no difference" if gap <= limit else f"{100 * gap / best['seconds']:+.1f} %"
        own = f"{case['noise']:.4f}" if case["noise"] is not None else "-"
        predicted = case["case"].get("predicted_step_seconds")
        print(f"{rank:>4}  {case['case']['id']:<28} {case['runs']:>4} {case['seconds']:>10.4f} {own:>9} "
              f"{predicted if predicted is None else format(predicted, '10.4f')}  {verdict}")
    moved = drift(manifest, runs)
    if moved is not None:
        word = "the machine drifted: repeat the sweep" if abs(moved - 1) > 2 * noise / best["seconds"] + 0.01 else "no drift"
        print(f"baseline, last run over first: {moved:.4f} ({word})")


def write_csv(path, manifest, cases):
    """The measurement file that headroom reads: one row per case."""
    rows = []
    for case in cases:
        row = dict(manifest["row"])
        row.update(case["case"].get("row", {}))
        row["id"] = f"{manifest['id']}-{case['case']['id']}"
        row["step_time_s"] = f"{case['seconds']:.6g}"
        if case["peak_gib"] is not None:
            row["peak_mem_gib"] = f"{case['peak_gib']:.6g}"
        row["notes"] = f"{case['runs']} run(s) of a sweep; " + case["case"]["title"]
        rows.append(row)
    names = list(manifest["columns"])
    with open(path, "w", newline="", encoding="utf-8") as out:
        writer = csv.DictWriter(out, fieldnames=names, extrasaction="ignore", restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def main():
    parser = argparse.ArgumentParser(description="rank the cases of a sweep and write measurements")
    parser.add_argument("folder", nargs="?", default=pathlib.Path(__file__).resolve().parent, type=pathlib.Path)
    parser.add_argument("--warm-up", type=int, default=5, help="steps of each run that do not count")
    parser.add_argument("--csv", type=pathlib.Path, help="where measurements go; default: measurements.csv in the folder")
    options = parser.parse_args()
    manifest = json.loads((options.folder / "manifest.json").read_text(encoding="utf-8"))
    runs = read_runs(options.folder, manifest, options.warm_up)
    cases = summarise(manifest, runs)
    if not cases:
        print("no run has step times yet")
        return 2
    report(manifest, runs, cases)
    path = options.csv or options.folder / "measurements.csv"
    write_csv(path, manifest, cases)
    print(f"wrote {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
