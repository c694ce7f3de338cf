#!/usr/bin/env python3
"""The commands `calibrate` and `next` as scripts see them: keys, files, exit statuses, and that all agree.

usage: calibrate.py HEADROOM_CLI SOURCE_DIR
"""
import csv
import json
import pathlib
import sys
import tempfile
import time

from checks import SOURCE, check, command as run, command_json as run_json, failures

PLAN = SOURCE / "profiles/plans/llama3.1-8b-h100-node.headroom.yaml"
ROWS = SOURCE / "profiles/measurements/measurements.csv"


def write_runs(file, family, count, slower=1.0):
    """Published rows of one source as somebody's own, `slower` times as slow."""
    with open(ROWS) as rows:
        reader = csv.DictReader(rows)
        own = [row for row in reader if row["id"].startswith(family + "-") and row["step_time_s"]][:count]
    for row in own:
        row["step_time_s"] = str(float(row["step_time_s"]) * slower)
        row["tokens_per_s_per_device"] = ""
    with open(file, "w") as out:
        writer = csv.DictWriter(out, reader.fieldnames)
        writer.writeheader()
        writer.writerows(own)
    return len(own)


def check_calibrate(folder):
    runs = folder / "own.csv"
    count = write_runs(runs, "bloom", 24, 1.4)
    start = time.monotonic()
    found = run_json("calibrate", runs, "--out", folder / "lab.yaml")
    print(f"calibrate of {count} rows: {time.monotonic() - start:.2f} s")
    check(set(found) >= {"chosen", "loo_median_ape", "constants", "runs"}, "keys of the document")
    check(found["chosen"] in ("one", "few", "many"), "a machine 40 % slower is calibrated")
    check(found["loo_median_ape"][found["chosen"]] < found["loo_median_ape"]["none"], "left-out errors decide")
    check(found["constants"], "constants move")
    for constant in found["constants"]:
        check(set(constant) >= {"id", "prior", "posterior", "p10", "p90", "unit"}, "keys of a constant")
    plain, by_file, by_rows = (
        run_json("validate", runs, *option)["step_time"]["median_ape"]
        for option in ((), ("--calibration", folder / "lab.yaml"), ("--calibration", runs))
    )
    check(by_file < plain / 2, f"the profile helps: {plain} -> {by_file}")
    check(abs(by_file - by_rows) < 1e-3, f"profile and CSV agree: {by_file} and {by_rows}")
    none = run_json("calibrate", runs, "--components", "none")
    check(none["chosen"] == "none" and not none["constants"], "--components none moves nothing")
    run("calibrate", runs, "--out", folder / "lab.csv", status=2)
    run("calibrate", folder / "nowhere.csv", status=2)
    check(not (folder / "lab.csv").exists(), "nothing half-written")


def check_plans(folder):
    """A plan that names the profile beside it, and the option, give one estimate."""
    text = PLAN.read_text()
    run("calibrate", folder / "own.csv", "--out", folder / "lab.yaml")
    (folder / "named.headroom.yaml").write_text(text + "\ncalibration: lab.yaml\n")
    (folder / "plain.headroom.yaml").write_text(text)
    named = run_json("estimate", folder / "named.headroom.yaml")
    given = run_json("estimate", folder / "plain.headroom.yaml", "--calibration", folder / "lab.yaml")
    check(named["time"] == given["time"], "plan and option agree")
    (folder / "lab.yaml").write_text("schema_version: 1\nid: x\n")
    broken = run("estimate", folder / "named.headroom.yaml", status=2)
    check("lab.yaml" in broken.stderr, "a broken profile is named")


def check_next(folder):
    found = run_json("next", PLAN, "--top", "3")
    check(len(found["runs"]) == 3, "as many runs as asked for")
    for one in found["runs"]:
        check(set(one) >= {"settings", "expected_gain", "device_hours", "settles"}, "keys of a run")
        check(0 <= one["expected_gain"] < 1 and one["device_hours"] > 0 and one["settles"], "figures of a run")
    hours = found["runs"][0]["device_hours"]
    cheap = run_json("next", PLAN, "--top", "3", "--budget-device-hours", hours / 2)
    check(sum(one["device_hours"] for one in cheap["runs"]) <= hours / 2, "the budget holds")
    run("next", PLAN, "--top", "0", status=2)
    run("next", PLAN, "--budget-device-hours", "-1", status=2)
    run_json("next", PLAN, "--top", "2", "--target", "maxtext-slurm", "--out", folder / "first")
    exported = run_json("estimate", folder / "first/plan.headroom.yaml")
    wanted = run_json("estimate", PLAN, *(w for name, value in found["runs"][0]["settings"].items()
                                          for w in ("--set", f"{name}={json.dumps(value).strip(chr(34))}")))
    check(exported["time"] == wanted["time"], "the files are those of the first run")
    check((folder / "first/job_per_gpu.sbatch").is_file(), "and the target's")
    run("next", PLAN, "--target", "maxtext-slurm", status=2)
    run("next", PLAN, "--target", "maxtext-tpu", "--out", folder / "none", status=2)
    check(not (folder / "none").exists(), "a refusal writes nothing")
    cases = run_json("sweep", PLAN, "--over", "next:2", "--target", "maxtext-gpu", "--out", folder / "sweep")
    check(len(cases["cases"]) == 3, "sweep takes its list from next, behind the plan itself")


def check_session(folder):
    """The kit's recorded result and own runs -> a cluster profile -> the next run -> its files."""
    kit = SOURCE / "tests/data/runs/measure.json"
    alone = run("calibrate", kit, "--out", folder / "kit.yaml", status=2)
    check("holds no step of a run of yours" in alone.stderr and not (folder / "kit.yaml").exists(), alone.stderr)
    runs, profile = folder / "foundry.csv", folder / "kit.yaml"
    write_runs(runs, "foundry", 12, 1.2)
    without = {one["id"]: one for one in run_json("calibrate", runs)["constants"]}
    found = run_json("calibrate", runs, kit, "--out", profile)
    check(found["chosen"] != "none", "runs a fifth slower move constants")
    moved = [one["id"] for one in found["constants"] if one != without.get(one["id"])]
    check("hopper.host" in moved and "hopper.attention_scale" in moved, f"the kit's parts move what they measure: {moved}")
    plan = folder / "session.headroom.yaml"
    plan.write_text(PLAN.read_text() + "\ncalibration: kit.yaml\n")
    first = run_json("next", plan, "--runs", runs, "--top", "1", "--target", "maxtext-slurm", "--out", folder / "next")["runs"][0]
    sets = (word for name, value in first["settings"].items() for word in ("--set", f"{name}={json.dumps(value).strip(chr(34))}"))
    wanted = run_json("estimate", plan, *sets)
    exported = folder / "next/plan.headroom.yaml"
    check("calibration: kit.yaml" in exported.read_text(), "the exported plan keeps the profile's name")
    (folder / "next/kit.yaml").write_bytes(profile.read_bytes())
    check(run_json("estimate", exported)["time"] == wanted["time"], "the files are those of the run, with what the kit tells")
    check(wanted["time"] != run_json("estimate", PLAN, *(w for name, value in first["settings"].items()
                                                         for w in ("--set", f"{name}={json.dumps(value).strip(chr(34))}")))["time"], "and it moved them")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        check_calibrate(folder)
        check_plans(folder)
        check_next(folder)
        check_session(folder)
    sys.exit(bool(failures))


main()
