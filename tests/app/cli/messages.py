#!/usr/bin/env python3
"""Every message of headroom-cli about bad input: exit status 2, nothing on standard output, and on each
line of standard error a place ("FILE:LINE: " or "--option: ") in front and no control character inside.

usage: messages.py HEADROOM_CLI SOURCE_DIR
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

CLI = sys.argv[1]
PLAN = pathlib.Path(sys.argv[2]) / "profiles/plans/llama3.1-8b-h100-node.headroom.yaml"
PLACE = re.compile(r"^(--[a-z][a-z-]*( [^:]*)?: |.+:[0-9]+: ).")
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")
failures = 0


def fail(arguments, text):
    global failures
    failures += 1
    print(f"FAIL {arguments}: {text}")


def refused(*arguments, says="", environment=None):
    result = subprocess.run([CLI, *map(str, arguments)], input="", capture_output=True, text=True, timeout=120,
                            env={**os.environ, **(environment or {})})
    lines = result.stderr.splitlines()
    if result.returncode != 2:
        fail(arguments, f"exit {result.returncode}: {result.stderr[:200]!r}")
    if result.stdout:
        fail(arguments, f"standard output: {result.stdout[:80]!r}")
    if not lines:
        fail(arguments, "no message")
    for line in lines:
        if not PLACE.match(line):
            fail(arguments, f"no place in {line[:160]!r}")
    if CONTROL.search(result.stderr):
        fail(arguments, f"control character in {result.stderr[:160]!r}")
    if says not in result.stderr:
        fail(arguments, f"{says!r} is not in {result.stderr[:300]!r}")


def plan_files(folder):
    """Name and bytes of plans that are no plans."""
    text = PLAN.read_text()
    yield "empty.yaml", b""
    yield "comment.yaml", b"# nothing\n"
    yield "list.yaml", b"- a\n- b\n"
    yield "scalar.yaml", b"hello\n"
    yield "tag.yaml", b"!!python/object:os.system x\n"
    yield "nothing_required.yaml", b"name: x\n"
    yield "binary.yaml", bytes(range(256)) * 16
    yield "brackets.yaml", b"[" * 1_000_000
    yield "escape.yaml", text.replace("llama3.1-8b", '"a\\e[31mb"').encode()
    yield "escape_in_number.yaml", text.replace("nodes: 1", 'nodes: "1\\e[0m\\u0001"').encode()
    yield "no_calibration.yaml", (text + "calibration: nowhere.csv\n").encode()
    os.symlink(folder / "b.yaml", folder / "a.yaml")
    os.symlink(folder / "a.yaml", folder / "b.yaml")


with tempfile.TemporaryDirectory() as name:
    work = pathlib.Path(name)
    for file, content in plan_files(work):
        (work / file).write_bytes(content)
        for command in ("estimate", "search") + (("check",) if "calibration" not in file else ()):
            refused(command, work / file)
    for file in (work / "missing.yaml", work, work / "a.yaml", "/dev/null", "", "a\x1b[31mb"):
        refused("estimate", file)
        refused("validate", file)
        if file != "/dev/null":
            refused("lint", file)
    (work / "no_id.csv").write_text("layers,hidden\n1,2\n")
    refused("validate", work / "no_id.csv")
    for calibration in ("/nowhere.csv", work, work / "no_id.csv"):
        refused("estimate", PLAN, "--calibration", calibration)
    refused(says="")
    refused("nonsense", says="nonsense is no command")
    refused("estimate", says="PLAN")
    refused("estimate", PLAN, "second")
    refused("estimate", PLAN, "--nonsense", says="--nonsense")
    refused("estimate", PLAN, "--set", "a\x1b[31m=1")
    refused("explain", "nonsense", says="nonsense")
    refused("explain", "\x1b[31m")
    refused("profiles", "nonsense")
    refused("export", "--target", "jax", "--out", work / "out")
    refused("export", PLAN, "--target", "jax", "--out", "/proc/nowhere")
    refused("export", PLAN, "--target", "jax", "--out", PLAN)
    for over in ("parallelism.micro_batch_sequences=", "parallelism.micro_batch_sequences=-", "=", "search:"):
        refused("sweep", PLAN, "--over", over, "--target", "maxtext-gpu", "--out", work / "sweep")
        if (work / "sweep").exists():
            fail(over, "left a folder behind")
    for command in (["lint", PLAN.parent.parent / "README.md"], ["estimate", PLAN], ["explain", "MFU"]):
        refused(*command, says="HEADROOM_DATA", environment={"HEADROOM_DATA": str(work / "none")})

    coloured = work / "coloured.yaml"
    coloured.write_text(PLAN.read_text().replace('name: "', 'name: "\\e[31m', 1))
    for command in ("estimate", "search"):
        result = subprocess.run([CLI, command, coloured], capture_output=True, text=True, timeout=120)
        if result.returncode != 0 or CONTROL.search(result.stdout):
            fail(command, f"a name with a control character: {result.returncode} {result.stdout[:80]!r}")

print(f"{failures} failed")
sys.exit(1 if failures else 0)
