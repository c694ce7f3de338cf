#!/usr/bin/env python3
"""Many programs at once on one project file, one export folder and one user's folder, some of them killed: nothing is lost,
nothing is mixed.

Each process adds runs of its own to the project file; what a process that was not killed added is there, once, and a
killed one has added its run or not. The export folder is always that of one of the plans, whole. Chip files in the user's
folder are whole, and calibration profiles too.

usage: many_at_once.py HEADROOM_CLI SOURCE_DIR [PROCESSES [ROUNDS [SEED]]]
"""
import collections
import csv
import io
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

CLI = os.path.abspath(sys.argv[1])
SOURCE = pathlib.Path(sys.argv[2]).resolve()
PROCESSES = int(sys.argv[3]) if len(sys.argv) > 3 else 16
ROUNDS = int(sys.argv[4]) if len(sys.argv) > 4 else 2
SEED = int(sys.argv[5]) if len(sys.argv) > 5 else 1
PLAN = "llama3.1-8b-h100-node"
PATIENCE = 300  # seconds that all processes of a round may take
MOST_DELAY = 0.05  # seconds between two kills


def contents(place):
    return {str(path.relative_to(place)): path.read_bytes() for path in sorted(place.rglob("*")) if path.is_file()}


def log_of(folder, number):
    """A log whose steps tell the run apart from every other."""
    path = folder / f"run-{number}.log"
    seconds = 15 + number / 100
    path.write_text("".join(f"completed step: {step}, seconds: {seconds}, loss: 9.7\n" for step in range(12)))
    return path


def at_once(commands, chance, killed, environment):
    """Runs all; exit status of each. So many of them, by chance, are killed."""
    running = [subprocess.Popen([CLI, *map(str, words)], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
               for words in commands]
    for process in chance.sample(running, killed):
        time.sleep(chance.random() * MOST_DELAY)
        process.kill()
    end = time.monotonic() + PATIENCE
    statuses = []
    for process, words in zip(running, commands):
        try:
            problem = process.communicate(timeout=max(1.0, end - time.monotonic()))[1]
        except subprocess.TimeoutExpired:
            sys.exit(f"FAIL: {words} does not end (seed {SEED})")
        if process.returncode not in (0, -9):
            sys.exit(f"FAIL: {words} ended with {process.returncode}: {problem.decode()[:500]} (seed {SEED})")
        statuses.append(process.returncode)
    return statuses


def done(words, environment):
    result = subprocess.run([CLI, *map(str, words)], env=environment, capture_output=True, text=True, timeout=120, check=False)
    if result.returncode:
        sys.exit(f"FAIL: {words}: exit {result.returncode}: {result.stderr}")
    return result.stdout


def projects(folder, chance, environment):
    project = folder / "project" / "own.csv"
    project.parent.mkdir()
    sure, maybe, number = [], [], 0
    for _ in range(ROUNDS):
        logs = [log_of(folder, number + i) for i in range(PROCESSES)]
        number += PROCESSES
        statuses = at_once([["runs", "add", log, "--plan", PLAN, "--project", project] for log in logs], chance, PROCESSES // 4,
                           environment)
        for log, status in zip(logs, statuses):
            (maybe if status else sure).append(log.name)
    done(["runs", "add", log_of(folder, number), "--plan", PLAN, "--project", project], environment)
    sure.append(f"run-{number}.log")
    rows = list(csv.DictReader(io.StringIO(project.read_text())))
    text = project.read_text()
    found = collections.Counter(name for name in sure + maybe for row in rows if name in row.values()
                                or any(name in str(value) for value in row.values()))
    lost = [name for name in sure if not found[name]]
    twice = [name for name, count in found.items() if count > 1]
    if lost or twice or len(rows) != len(found) or not text.endswith("\n"):
        sys.exit(f"FAIL: {len(rows)} runs in the project file, lost {lost}, twice {twice} (seed {SEED})")
    if sorted(os.listdir(project.parent)) != [project.name]:
        sys.exit(f"FAIL: the project file leaves {os.listdir(project.parent)} behind (seed {SEED})")
    return f"{len(sure)} runs added, {len(maybe)} killed, of these {len(rows) - len(sure)} complete"


def exports(folder, chance, environment):
    out = folder / "export" / "launch"
    out.parent.mkdir()
    batches = (1, 2)
    commands = [["export", PLAN, "--target", "maxtext-gpu", "--out", out, "--set", f"parallelism.micro_batch_sequences={n}"]
                for n in batches]
    whole = []
    for words in commands:
        done(words, environment)
        whole.append(contents(out))
    killed = 0
    for _ in range(ROUNDS):
        statuses = at_once([chance.choice(commands) for _ in range(PROCESSES)], chance, PROCESSES // 4, environment)
        killed += sum(status != 0 for status in statuses)
        if contents(out) not in whole:
            sys.exit(f"FAIL: the export folder is that of no plan (seed {SEED})")
    done(commands[0], environment)
    if contents(out) != whole[0] or os.listdir(out.parent) != [out.name]:
        sys.exit(f"FAIL: after the last export {os.listdir(out.parent)} (seed {SEED})")
    return f"{PROCESSES * ROUNDS} exports to one folder, {killed} killed"


def user_folder(folder, chance, environment):
    """Cluster profiles that calibrate writes where every program reads them."""
    project = folder / "project" / "own.csv"
    out = pathlib.Path(environment["XDG_DATA_HOME"]) / "headroom" / "clusters" / "ours.yaml"
    out.parent.mkdir(parents=True)
    write = ["calibrate", project, "--out", out]
    done(write, environment)
    whole = out.read_bytes()
    read = ["estimate", PLAN, "--calibration", "ours", "--format", "json"]
    expected = done(read, environment)
    for _ in range(ROUNDS):
        at_once([write if i % 2 else read for i in range(PROCESSES)], chance, PROCESSES // 4, environment)
        if out.read_bytes() != whole:
            sys.exit(f"FAIL: the cluster profile is another one (seed {SEED})")
    if done(read, environment) != expected or os.listdir(out.parent) != [out.name]:
        sys.exit(f"FAIL: the user's folder holds {os.listdir(out.parent)} (seed {SEED})")
    return f"{PROCESSES * ROUNDS} programs on one user's folder"


def main():
    chance = random.Random(SEED)
    with tempfile.TemporaryDirectory(prefix="headroom-many-") as name:
        folder = pathlib.Path(name).resolve()
        environment = {**os.environ, "XDG_DATA_HOME": str(folder / "home"), "LC_ALL": "C.UTF-8"}
        for part in (projects, exports, user_folder):
            print(part(folder, chance, environment), flush=True)


if __name__ == "__main__":
    main()
