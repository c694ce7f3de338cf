#!/usr/bin/env python3
"""The command `runs` as scripts see it: keys, exit statuses, project files, hostile input, bounded work.

usage: runs.py HEADROOM_CLI SOURCE_DIR
"""
import csv
import json
import os
import pathlib
import random
import resource
import shutil
import subprocess
import sys
import tempfile

from checks import CLI, SOURCE, check, command, command_json, failures

SAMPLES = SOURCE / "tests/data/runs"
PLAN = SOURCE / "profiles/plans/llama3.1-8b-h100-node.headroom.yaml"
RUN_KEYS = """id source format plan fields step_seconds step_p10 step_p90 steps_used steps_left_out
tokens_per_second_per_device peak_bytes memory_is terms""".split()


def run(*arguments, stdin=None, status=0, folder=None):
    return command("runs", *arguments, input=stdin, status=status, cwd=folder, text=False)


def run_json(*arguments, stdin=None):
    return command_json("runs", *arguments, input=stdin, text=False)


def check_keys():
    report = run_json("add", SAMPLES / "maxtext-2026-07.log", SAMPLES / "nccl-2026.txt")
    check(set(report) >= {"runs", "measurements", "unrecognised"}, "keys of the document")
    check(len(report["runs"]) == 1, "one log is one run")
    for key in RUN_KEYS:
        check(key in report["runs"][0], f"key {key} of a run")
    check(set(report["runs"][0]["fields"].values()) <= {"read", "inferred", "assumed"}, "origins of fields")
    for key in "kind bytes group nodes seconds bus_gbytes_per_s".split():
        check(key in report["measurements"][0], f"key {key} of a measurement")
    broken = run_json("add", SAMPLES / "maxtext-2024-07.log", SAMPLES / "cut.json")
    check(set(broken["unrecognised"][0]) == {"file", "line", "reason"}, "keys of what is not recognised")
    # A plan of a log is a plan.
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "read.headroom.yaml"
        file.write_text(json.dumps(report["runs"][0]["plan"]))
        result = subprocess.run([CLI, "check", file], capture_output=True, timeout=60)
        check(result.returncode == 0, f"the plan of a log is refused: {result.stderr[:300]}")


def check_statuses():
    for file in ("nothing.log", "cut.json", "no-such-file"):
        result = run("add", SAMPLES / file, status=2)
        check(not result.stdout and file.encode() in result.stderr, f"{file} is named")
    run("add", SAMPLES, status=2)
    run("add", status=2)
    run("list", SAMPLES / "nothing.log", status=2)
    run("list", "no-such-file", status=2)
    run("forget", "x", status=2)
    run("add", SAMPLES / "maxtext-2024-07.log", "--plan", "no-such-plan", status=2)
    log = (SAMPLES / "maxtext-2024-07.log").read_bytes()
    check(len(run_json("add", "-", stdin=log)["runs"]) == 1, "standard input")


def check_project():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        plan = folder / "mine.headroom.yaml"
        shutil.copy(PLAN, plan)
        log = folder / "a.log"
        shutil.copy(SAMPLES / "maxtext-2024-07.log", log)
        run("add", log, folder=folder)
        check(not list(folder.glob("*.csv")), "nothing is written without --plan or --project")
        run("add", log, "--plan", plan)
        project = folder / "mine.runs.csv"
        first = project.read_bytes()
        run("add", log, "--plan", plan)
        check(project.read_bytes() == first, "adding twice changes nothing")
        rows = list(csv.DictReader(project.open()))
        check(len(rows) == 1 and rows[0]["model_name"] == "llama3.1-8b", "the plan's model stands in the row")
        check(json.loads(rows[0]["plan_json"])["hardware"]["accelerator"] == "h100-sxm", "plan of the row")
        listed = run_json("list", project)
        check(listed["runs"][0]["id"] == "a" and listed["runs"][0]["step_seconds"] > 0, "list")
        run("add", SAMPLES / "maxtext-2024-01.log", "--plan", plan)
        check(len(project.read_bytes().splitlines()) == 3, "one line a run")
        report = subprocess.run([CLI, "validate", project, "--format", "json"], capture_output=True, timeout=120)
        check(json.loads(report.stdout)["rows"] == 2, "a project file is a measurement CSV")
        # An example plan lies where nobody keeps runs.
        run("add", log, "--plan", "llama3.1-8b-h100-node", folder=folder)
        check(not list(PLAN.parent.glob("*.csv")), "nothing is written beside shipped plans")
        project.chmod(0o644)
        nowhere = folder / "no/such/a.csv"
        result = run("add", log, "--project", nowhere, status=2)
        check(not result.stdout and not nowhere.exists(), "nothing half-written")


def check_hostile():
    with tempfile.TemporaryDirectory() as folder:
        name = pathlib.Path(folder) / "evil\x1b[31m\n=1+1,\".log"
        name.write_bytes((SAMPLES / "maxtext-2024-07.log").read_bytes() + b"Config param run_name: \x1b]0;x\x07$(reboot)\n"
                         b"completed step: \x1b[2J?\n")
        project = pathlib.Path(folder) / "p.csv"
        result = run("add", name, "--project", project)
        for text in (result.stdout, result.stderr, project.read_bytes()):
            check(b"\x1b" not in text and b"\x07" not in text, "control characters come out")
        check(len(project.read_bytes().splitlines()) == 2, "a row is one line")
        report = run_json("add", name)
        check("\x1b" not in json.dumps(report, ensure_ascii=False), "control characters in JSON")


def check_many_at_once():
    """Every run of which `added` was said is in the file, though some that write it are killed."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        project = folder / "p.csv"
        log = (SAMPLES / "maxtext-2024-07.log").read_text()
        for round_ in range(3):
            started = []
            for i in range(10):
                file = folder / f"c{round_}-{i}.log"
                file.write_text(log + f"# {round_} {i}\n")
                started.append(subprocess.Popen([CLI, "runs", "add", file, "--project", project], stdout=subprocess.PIPE,
                                                stderr=subprocess.PIPE, text=True))
            for process in started[:round_ * 2]:
                process.kill()
            told = {}
            for i, process in enumerate(started):
                out, messages = process.communicate(timeout=300)
                told[f"c{round_}-{i}"] = f"c{round_}-{i} added" in out
                check(process.returncode in ((0, -9) if i < round_ * 2 else (0,)), f"exit {process.returncode}: {messages[:300]}")
            rows = [row["id"] for row in csv.DictReader(project.open())]
            check(len(rows) == len(set(rows)), "a row for each run")
            for run_id, is_told in told.items():
                check(not is_told or run_id in rows, f"{run_id} is lost")
            check(sum(told.values()) >= 10 - round_ * 2, "whoever is not killed adds")
        run("add", SAMPLES / "megatron-2024.log", "--project", project)
        check(not list(folder.glob(".*")), "nothing is left behind")


def used_by(file):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run("add", file)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def check_bounds():
    """Eight times the log takes about eight times the time and no more memory."""
    maker = SOURCE / "tests/bench/big_log.py"
    with tempfile.TemporaryDirectory() as folder:
        used = {}
        for size in (4, 32):
            file = pathlib.Path(folder) / f"{size}.log"
            with file.open("wb") as out:
                subprocess.run([sys.executable, maker, "maxtext", str(size / 1024)], stdout=out, check=True)
            used[size] = max(used_by(file), 0.02)
        check(used[32] <= 16 * used[4], f"32 MiB take {used[32]:.2f} s, 4 MiB {used[4]:.2f} s")
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        # A sanitizer keeps 256 MiB of what was freed.
        most = 600 if "address" in os.environ.get("HEADROOM_SANITIZE", "") else 100
        check(peak < most * 1024, f"{peak} KiB")
        binary = pathlib.Path(folder) / "binary.log"
        for seed in range(20):
            binary.write_bytes(random.Random(seed).randbytes(1 << 20))
            check(b"is not text" in run("add", binary, status=2).stderr, f"random bytes {seed}")


def diagnose(project, *options, status=0):
    result = subprocess.run([CLI, "diagnose", project, *options], capture_output=True, text=True, timeout=120)
    check(result.returncode == status, f"diagnose {options}: exit {result.returncode}: {result.stderr[:300]}")
    return result


def check_diagnose():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        project = folder / "mine.runs.csv"
        run("add", SAMPLES / "slow.log", "--project", project)
        # The log names no chip: nothing is compared until a plan does.
        unknown = json.loads(diagnose(project, "--format", "json").stdout)["runs"][0]
        check(unknown["missing"] == ["chip"] and [unknown[key] for key in ("ratio", "inside", "verdict")] == [None] * 3,
              f"no verdict on an assumed chip: {unknown}")
        check("nothing says the chip" in diagnose(project).stdout, "what is missing is said")
        for command_ in (("calibrate", project), ("next", PLAN, "--runs", project)):
            refused = subprocess.run([CLI, *command_], capture_output=True, text=True, timeout=120)
            check(refused.returncode == 2 and "nothing says the chip" in refused.stderr, f"{command_[0]}: {refused.stderr[:300]}")
        run("add", SAMPLES / "slow.log", "--plans", folder)
        for sample in ("slow.log", "nemo2.log"):
            run("add", SAMPLES / sample, "--plan", folder / "slow.headroom.yaml", "--project", project)
        report = json.loads(diagnose(project, "--format", "json").stdout)
        check(len(report["runs"]) == 2, "every run is explained")
        slow = report["runs"][0]
        check(set(slow) >= {"id", "ratio", "inside", "causes", "mfu", "predicted_seconds", "predicted_p10", "predicted_p90"}, "keys of a run")
        check(slow["ratio"] > 1 and slow["inside"] is False, "the slow run is beyond the interval")
        check(abs(slow["ratio"] - slow["step_seconds"] / slow["predicted_seconds"]) < 1e-9, "ratio")
        causes = {cause["id"]: cause for cause in slow["causes"]}
        check({"regular-stalls", "network-slow", "no-nvls", "input-pipeline", "slow-node", "clocks"} <= set(causes), f"causes {set(causes)}")
        for cause in slow["causes"]:
            check(set(cause) >= {"id", "weight", "evidence", "test"} and 0 <= cause["weight"] <= 1, f"keys of {cause}")
            check(any(letter.isdigit() for letter in cause["evidence"]), f"a cause without a number: {cause['evidence']}")
        check("secret" not in project.read_text(), "variables that may hold secrets stay out")
        one = json.loads(diagnose(project, "--run", "slow", "--format", "json").stdout)
        check(one["runs"] == [slow], "one run alone")
        text = diagnose(project, "--run", "slow").stdout
        check("measured" in text and "1. " in text and "To tell: " in text, "text for people")
        check(max(map(len, text.splitlines())) <= 160, "lines stay readable")
        for options, says in ((("--run", "nobody"), "nobody"), (("--plan", "no-such-plan"), "no-such-plan")):
            result = diagnose(project, *options, status=2)
            check(not result.stdout and says in result.stderr, f"{options} says what is wrong")
        # A plan beside the file is what the runs were meant to follow.
        (folder / "mine.headroom.yaml").write_text(json.dumps(json.loads(next(csv.DictReader(project.open()))["plan_json"])
                                                              | {"workload": {"mode": "training", "sequence_length": 4096, "global_batch_sequences": 128}}))
        beside = json.loads(diagnose(project, "--run", "slow", "--format", "json").stdout)["runs"][0]
        check("planned_seconds" in beside and beside["planned_seconds"] < beside["predicted_seconds"], "the plan beside the file")
        check("other-plan" in {cause["id"] for cause in beside["causes"]}, "what differs from the plan")
        hostile = folder / "hostile.runs.csv"
        hostile.write_text("id,plan_json,step_time_s,signs,step_series\n\x1b[2J,{,9e999,nvls_channels=;=;x=1,1:2w :: 3\n")
        result = diagnose(hostile)
        check("\x1b" not in result.stdout, "control characters come out")
        diagnose(SAMPLES / "nothing.log", status=2)
        empty = folder / "empty.runs.csv"
        empty.write_text("id,plan_json\n")
        diagnose(empty, status=2)


SLOW_LOG = """torchrun --nproc_per_node 8 --nnodes 2 pretrain_gpt.py --tensor-model-parallel-size 8 \
--pipeline-model-parallel-size 2 --num-layers 32 --hidden-size 4096 --ffn-hidden-size 11008 --num-attention-heads 32 \
--seq-length 4096 --max-position-embeddings 4096 --micro-batch-size 1 --global-batch-size 128 --swiglu --bf16 \
--use-distributed-optimizer --vocab-size 32000 --untie-embeddings-and-output-weights
NVIDIA A100-SXM4-80GB
""" + "".join(f" iteration {i:8}/ 500000 | elapsed time per iteration (ms): {60100 + i}.0 | global batch size:   128 |\n"
              for i in (10, 20, 30))


def check_diagnose_of_logs():
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / "slow.log"
        log.write_text(SLOW_LOG)
        one = json.loads(diagnose(log, "--format", "json").stdout)["runs"][0]
        check(one["id"] == "slow" and abs(one["step_seconds"] - 60.12) < 0.05, "a log is judged as it is")
        check(one["causes"] and not one["inside"], "a slow log has causes")
        check("options.offload_optimizer=false" in run("add", log).stdout.decode(),
              "one data-parallel rank does not offload because it has a distributed optimizer")
        kept = pathlib.Path(folder) / "kept.csv"
        run("add", log, "--project", kept)
        check(json.loads(diagnose(kept, "--format", "json").stdout)["runs"][0] == one, "kept or not, one verdict")
        two = pathlib.Path(folder) / "two.log"
        two.write_text("{'train_runtime': 1335.2, 'train_samples_per_second': 2.615, 'train_steps_per_second': 0.654}\n")
        check("nothing says" in diagnose(two).stdout, "a log that tells no machine gets no verdict")
        note = run("add", two).stdout.decode()
        check("global_batch_sequences=4" in note and "breaks a rule" not in note, "no rule about a guess")
        headless = pathlib.Path(folder) / "runs.csv"
        headless.write_text("a,b\n1,2\n")
        check("no column 'id'" in diagnose(headless, status=2).stderr, "a CSV is a project file")
        check(sorted(os.listdir(folder)) == ["kept.csv", "runs.csv", "slow.log", "two.log"], "nothing is written beside")


check_keys()
check_diagnose()
check_diagnose_of_logs()
check_statuses()
check_project()
check_many_at_once()
check_hostile()
check_bounds()
sys.exit(bool(failures))
