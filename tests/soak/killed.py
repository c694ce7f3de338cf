#!/usr/bin/env python3
"""Ends headroom-cli by SIGKILL at any moment while it writes: exports, sweeps and project files are the old ones or
the new ones, whole, and the next attempt succeeds and leaves nothing beside them.

usage: killed.py HEADROOM_CLI SOURCE_DIR [SECONDS [SEED]]
"""
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

CLI = os.path.abspath(sys.argv[1])
SOURCE = pathlib.Path(sys.argv[2]).resolve()
SECONDS = float(sys.argv[3]) if len(sys.argv) > 3 else 4
SEED = int(sys.argv[4]) if len(sys.argv) > 4 else 1
LEAST_ROUNDS = 12  # however slow the machine is
PLAN = "llama3.1-8b-h100-node"
LOGS = [SOURCE / "tests/data/runs" / name for name in ("maxtext-2026-07.log", "torchtitan-2026.log")]


def contents(place):
    """Every file below, or the bytes of a file; nothing where nothing is."""
    if place.is_file():
        return place.read_bytes()
    return {str(path.relative_to(place)): path.read_bytes() for path in sorted(place.rglob("*")) if path.is_file()}


def done(command):
    result = subprocess.run([CLI, *command], capture_output=True, text=True, timeout=120, check=False)
    if result.returncode != 0:
        sys.exit(f"FAIL: {command}: exit {result.returncode}: {result.stderr}")


def subjects(folder):
    """Name, what is written, and commands that each write another state of it."""
    batch = "parallelism.micro_batch_sequences"
    for target in ("maxtext-gpu", "megatron"):
        out = folder / f"export {target}" / "launch"
        yield target, out, [["export", PLAN, "--target", target, "--out", str(out), "--set", f"{batch}={n}"]
                            for n in (1, 2)]
    out = folder / "sweep" / "runs"
    yield "sweep", out, [["sweep", PLAN, "--over", f"{batch}=1,{n}", "--target", "maxtext-gpu", "--out", str(out),
                          "--repeat", "1"] for n in (2, 4)]
    project = folder / "project" / "own.csv"
    yield "project", project, [["runs", "add", str(log), "--project", str(project)] for log in LOGS]


def states(place, commands):
    """What each command makes of what each other one left, starting from nothing."""
    found = [contents(place)] if place.is_file() else [{}]
    for first in commands:
        shutil.rmtree(place.parent, ignore_errors=True)
        place.parent.mkdir(parents=True)
        for command in [first, *commands]:
            done(command)
            found.append(contents(place))
    shutil.rmtree(place.parent)
    place.parent.mkdir()
    return found


def main():
    chance = random.Random(SEED)
    with tempfile.TemporaryDirectory(prefix="headroom-killed-") as name:
        tried = {}
        every = []
        for subject, place, commands in subjects(pathlib.Path(name)):
            place.parent.mkdir(parents=True)
            allowed = states(place, commands)
            start = time.monotonic()
            done(commands[0])
            every.append((subject, place, commands, allowed, time.monotonic() - start))
            tried[subject] = [0, 0]
        end = time.monotonic() + SECONDS
        rounds = 0
        while time.monotonic() < end or rounds < LEAST_ROUNDS:
            subject, place, commands, allowed, usual = every[rounds % len(every)]
            rounds += 1
            command = chance.choice(commands)
            process = subprocess.Popen([CLI, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(chance.random() * 1.2 * usual)
            process.kill()
            process.wait()
            tried[subject][0] += 1
            tried[subject][1] += process.returncode != 0
            if contents(place) not in allowed:
                sys.exit(f"FAIL: {subject} is half written (seed {SEED}): {command}")
            if chance.random() < 0.2:
                for again in commands:
                    done(again)
                if contents(place) not in allowed:
                    sys.exit(f"FAIL: {subject} is wrong after the next attempt (seed {SEED})")
                if os.listdir(place.parent) != [place.name]:
                    sys.exit(f"FAIL: {subject} leaves {os.listdir(place.parent)} behind (seed {SEED})")
            if chance.random() < 0.05:
                shutil.rmtree(place.parent)
                place.parent.mkdir()
    if not any(ended for _, ended in tried.values()):
        sys.exit(f"FAIL: nothing was ended in time: {tried}")
    print(", ".join(f"{subject}: {ended} of {count} ended in the middle" for subject, (count, ended) in tried.items()))


if __name__ == "__main__":
    main()
