"""Headroom from Python: plans as dictionaries, answers as plain objects, errors as exceptions.

    import headroom
    plan = headroom.load_plan("llama3.1-8b-h100-node")
    plan["parallelism"]["micro_batch_sequences"] = 2
    answer = headroom.estimate(plan)
    answer["time"]["step_seconds"], answer["memory"]["peak_bytes"] / 2**30

Every function runs `headroom-cli` once and returns the document that it prints, unchanged: dictionaries, lists,
numbers, texts. Bytes are plain numbers (GiB is 2**30), times are in seconds, MFU is a fraction; names of keys
carry their unit. `plan` is a dictionary with the keys of a plan file, a path, or the id of an example plan;
`settings` maps dotted paths of fields to values: {"parallelism.tensor": 8}.

One file, standard library only, Python 3.8 or newer. The program is found through $HEADROOM_CLI, then next to this
file (an installed tree or the build folder of a source tree), then in PATH; `use_program` names another one.
Bad input raises InputError, whose `problems` say where and what to do. A plan that does not fit is an answer, not
an error: look at ["memory"]["fits"]. What the program remarks in addition to its answer becomes a HeadroomWarning.
"""
from __future__ import annotations

import contextlib
import copy
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import warnings
from dataclasses import dataclass

__all__ = """HeadroomError InputError InternalError ProgramNotFound TimedOut HeadroomWarning Problem use_program version
load_plan save_plan check estimate search cluster advise export export_preview export_targets sweep lint lint_text tune
explain profiles validate
runs_add runs_list calibrate diagnose next_runs progress incident incident_stories""".split()

_ANSWER, _BAD_INPUT, _NEGATIVE_VERDICT = 0, 2, 3
_program = None


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong with the input: where, what, and what to do about it."""

    place: str  #: "FILE:LINE", "--option" or the field of a plan dictionary
    message: str  #: what is wrong
    remedy: str  #: what to do; empty where the message says it
    field: str = ""  #: dotted path of the key, for plans given as dictionaries
    line: int = 0  #: line of a file, from 1; 0 where none is at fault

    def __str__(self):
        return f"{self.place}: {self.message}" + (f"; {self.remedy}" if self.remedy else "")


class HeadroomError(Exception):
    """What every exception of this module is."""


class InputError(HeadroomError):
    """The plan, a file or an argument is wrong; `problems` lists all that is, each with place and remedy."""

    def __init__(self, problems):
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


class InternalError(HeadroomError):
    """headroom-cli failed, or said what is no answer; worth a report."""


class ProgramNotFound(HeadroomError):
    """There is no headroom-cli; the text says where it was looked for."""


class TimedOut(HeadroomError):
    """The answer took longer than the `timeout` that was given."""


class HeadroomWarning(UserWarning):
    """A remark in addition to an answer, such as a column of a table that nobody knows."""


def use_program(path):
    """Runs this headroom-cli from now on; None goes back to looking for it."""
    global _program
    _program = None if path is None else os.fspath(path)


def _find_program():
    if _program:
        return _program
    if os.environ.get("HEADROOM_CLI"):
        return os.environ["HEADROOM_CLI"]
    here = pathlib.Path(__file__).resolve().parent
    # PREFIX/share/headroom/python, or packaging/python of a source tree
    for place in (here.parents[2] / "bin" if len(here.parents) > 2 else here, here.parents[1] / "build-release/bin"):
        if os.access(place / "headroom-cli", os.X_OK):
            return str(place / "headroom-cli")
    found = shutil.which("headroom-cli")
    if not found:
        raise ProgramNotFound("headroom-cli is neither next to this module nor in PATH; install it, set HEADROOM_CLI, "
                              "or call headroom.use_program(PATH)")
    return found


def _value(value):
    """A value as `--set` and options spell it."""
    if value is None:
        return ""  # as an empty field: what it is left empty for
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_value, value)) + "]"
    return str(value)


def _problem(line, fields=(), plan_file=""):
    """A line of standard error: "PLACE: message; remedy"."""
    found = re.match(r"(--[a-z][a-z-]*(?: [^:]*)?|.+?:\d+): (.*)", line, re.DOTALL)
    place, text = found.groups() if found else ("headroom-cli", line)
    message, _, remedy = text.partition("; ")
    number = int(place.rpartition(":")[2]) if found and not place.startswith("--") else 0
    field = place.partition(" ")[2] if place.startswith("--set ") else ""
    if plan_file and place == f"{plan_file}:{number}":
        field = fields[number - 1] if number <= len(fields) else ""
        return Problem(field or "plan", message, remedy, field, 0)
    return Problem(place, message, remedy, field, number)


def _plan_lines(node, path=""):
    """The text of a plan with one key or item to a line, and the dotted path of every line."""
    if isinstance(node, dict) and node:
        inner = [(f"{json.dumps(str(key), ensure_ascii=False)}: ", f"{path}.{key}" if path else str(key), value)
                 for key, value in node.items()]
        brackets = "{}"
    elif isinstance(node, (list, tuple)) and node:
        inner = [("", path, value) for value in node]
        brackets = "[]"
    else:
        try:
            return [(json.dumps(node, ensure_ascii=False, default=os.fspath), path)]
        except TypeError as fault:
            raise InputError([Problem(path or "plan", f"holds what no plan file can hold ({fault})",
                                      "use dictionaries, lists, numbers and texts", path)]) from fault
    lines = [(brackets[0], path)]
    for index, (key, place, value) in enumerate(inner):
        below = _plan_lines(value, place)
        below[0] = (key + below[0][0], place)
        if index + 1 < len(inner):
            below[-1] = (below[-1][0] + ",", below[-1][1])
        lines += below
    return lines + [(brackets[1], path)]


def _with_paths_from(plan, folder):
    """A copy whose files are named from the root: a dictionary lies in no folder."""
    plan = copy.deepcopy(plan)

    def whole(name):
        path = pathlib.Path(folder, name).resolve()
        return str(path) if path.is_file() else name  # else the id of a cluster profile

    if isinstance(plan.get("calibration"), str) and plan["calibration"]:
        plan["calibration"] = whole(plan["calibration"])
    model = plan.get("model")
    if isinstance(model, dict) and isinstance(model.get("config_json"), (str, os.PathLike)):
        model["config_json"] = whole(model["config_json"])
    return plan


@contextlib.contextmanager
def _plan_argument(plan, folder):
    """The PLAN argument, and for a dictionary the path of every line of the file that replaces it."""
    if not isinstance(plan, dict):
        yield os.fspath(plan), (), ""
        return
    lines = _plan_lines(_with_paths_from(plan, folder or os.getcwd()))
    with tempfile.TemporaryDirectory(prefix="headroom-") as place:
        file = os.path.join(place, "plan.headroom.yaml")
        with open(file, "w", encoding="utf-8") as stream:
            stream.write("\n".join(text for text, _ in lines) + "\n")
        yield file, [path for _, path in lines], file


def _run(command, names=(), options=(), *, stdin=None, timeout=None, fields=(), plan_file="", quiet=False, as_json=True):
    """Runs a command; returns its document, or raises what its exit status means. `names`, such as plans and files,
    come after "--", so that none is taken for an option."""
    command = [_find_program(), command, *options, *(["--format", "json"] if as_json else []),
               *(["--", *map(os.fspath, names)] if names else [])]
    try:
        result = subprocess.run(command, input=stdin or "", capture_output=True, encoding="utf-8", errors="replace",
                                timeout=timeout, check=False)
    except (FileNotFoundError, PermissionError) as fault:
        raise ProgramNotFound(f"{command[0]} cannot be run ({fault.strerror}); correct the path") from fault
    except ValueError as fault:  # NUL in an argument
        raise InputError([Problem("arguments", f"cannot be passed on ({fault})", "remove the character")]) from fault
    except subprocess.TimeoutExpired as fault:
        raise TimedOut(f"no answer within {timeout} s; allow more time, or ask for less") from fault
    remarks = [_problem(line, fields, plan_file) for line in result.stderr.splitlines() if line]
    if result.returncode == _BAD_INPUT:
        raise InputError(remarks)
    if result.returncode not in (_ANSWER, _NEGATIVE_VERDICT):
        raise InternalError(f"exit status {result.returncode}: {result.stderr.strip()[:2000]}")
    if not quiet:
        for remark in remarks:
            warnings.warn(str(remark), HeadroomWarning, stacklevel=4)
    if not as_json:
        return result.stdout
    try:
        return json.loads(result.stdout)
    except ValueError as fault:
        raise InternalError(f"{command[1]} did not print JSON ({fault})") from fault


def _options(**options):
    """Options by keyword: True is a flag, None and False are left out, a list goes by comma."""
    found = []
    for name, value in options.items():
        if value is None or value is False:
            continue
        found.append("--" + name.replace("_", "-"))
        if value is not True:
            found.append(",".join(map(_value, value)) if isinstance(value, (list, tuple)) else _value(value))
    return found


def _settings(settings):
    return [word for path, value in (settings or {}).items() for word in ("--set", f"{path}={_value(value)}")]


def _ask(command, plan, settings, options, folder, timeout, **how):
    with _plan_argument(plan, folder) as (argument, fields, plan_file):
        return _run(command, [argument], [*_settings(settings), *options], timeout=timeout, fields=fields,
                    plan_file=plan_file, **how)


def version():
    """Version of headroom-cli, such as "1.0.0"."""
    return _run("--version", as_json=False).strip()


def load_plan(plan, *, settings=None, timeout=None):
    """The plan of a file, or an example plan by its id, as a dictionary with every field that has a value.

    Files that the plan names next to itself are named from the root, so that the dictionary works anywhere.
    """
    answer = check(plan, settings=settings, timeout=timeout)
    loaded = answer["plan"]
    if "software" in loaded:  # releases that the plan leaves open stay open
        named = answer["software"]["named"]
        loaded["software"] = {name: value for name, value in loaded["software"].items()
                              if name in named or name not in answer["software"]}
        if not loaded["software"]:
            del loaded["software"]
    folder = pathlib.Path(plan).resolve().parent if not isinstance(plan, dict) else os.getcwd()
    return _with_paths_from(loaded, folder)


def save_plan(plan, file):
    """Writes a plan file (`*.headroom.yaml`), whole or not at all; a plan that breaks a rule is refused.

    Files that the plan names are looked for next to `file`, and stay named as they are.
    """
    file = pathlib.Path(file).resolve()
    handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    try:
        with open(handle, "w+", encoding="utf-8") as stream:
            lines = _plan_lines(plan)
            stream.write("".join(text + "\n" for text, _ in lines))
            stream.flush()
            text = _run("check", [name], ["--print"], fields=[path for _, path in lines], plan_file=name, quiet=True,
                        as_json=False)
            stream.seek(0)
            stream.truncate()
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(name, 0o644)
        os.replace(name, file)
    except BaseException:
        os.unlink(name)
        raise


def check(plan, *, settings=None, folder=None, timeout=None):
    """Form, names and hard rules: {"plan": every field with a value, "software": the releases that the plan runs on,
    with the "named" ones, "findings": about the releases}.

    Raises InputError with every broken rule at once. `folder`: where the files lie that a dictionary names.
    """
    return _ask("check", plan, settings, [], folder, timeout, quiet=True)


def estimate(plan, *, settings=None, measured_step_seconds=None, calibration=None, compiled=None, tables=False,
             explain=None, folder=None, timeout=None):
    """Memory (bytes), step time (seconds), throughput (tokens per second and device, MFU as a fraction), findings.

    `measured_step_seconds` adds what a measured step is in every convention; `calibration` is a CSV of own runs or
    a cluster profile; `compiled` a file that says what a compiler planned, whose memory then counts; `tables` adds
    dimensions, axes, policies and network; `explain` is True, or the id of one number: its derivation is in
    ["explanation"].
    """
    options = _options(measured_step_seconds=measured_step_seconds, calibration=calibration, compiled=compiled,
                       tables=tables, explain=explain or None)
    return _ask("estimate", plan, settings, options, folder, timeout)


def search(plan, *, settings=None, free=None, fix=None, top=None, threads=None, objective=None, deadline_days=None,
           min_fit=None, calibration=None, exhaustive=False, why=False, target=None, folder=None, timeout=None):
    """The best configurations of the searched settings; `recommended` is the index in `results` of the one to take.

    `free`, `fix`: lists of fields or groups; `objective`: throughput, memory, cost or devices; `deadline_days`: days
    for the training tokens; `min_fit`: least probability of fitting, 0 to 1; `calibration` is a CSV of own runs or a
    cluster profile; `exhaustive` evaluates every valid configuration; `why` adds reasons; `target` lists only what
    that target of the plan's framework takes, by default its first one for the chip. No result at all is an empty list.
    """
    options = _options(free=free, fix=fix, top=top, threads=threads, objective=objective, deadline_days=deadline_days,
                       min_fit=min_fit, calibration=calibration, exhaustive=exhaustive, why=why, target=target)
    return _ask("search", plan, settings, options, folder, timeout)


def cluster(plan, *, settings=None, tokens=None, days=None, budget=None, chips=None, prices=None, most_devices=None,
            threads=None, calibration=None, exhaustive=False, folder=None, timeout=None):
    """What to train on: for every chip and number of devices the fastest plan that fits, with days and cost.

    `plan` may also be the id of a model. ["recommended"] is the cheapest machine, or the one that `days` and `budget`
    (USD) lead to; `chips` is a list of ids; `prices` maps ids to USD per device-hour. Days and cost include failures
    and checkpoints, with p10 and p90 next to them; `front` marks what no other number of devices of the chip beats in both.
    """
    price = [f"{chip}={_value(dollars)}" for chip, dollars in (prices or {}).items()] or None
    options = _options(tokens=tokens, days=days, budget=budget, chips=chips, price=price, most_devices=most_devices,
                       threads=threads, calibration=calibration, exhaustive=exhaustive)
    return _ask("cluster", plan, settings, options, folder, timeout)


def advise(plan, *, settings=None, folder=None, timeout=None):
    """Flags and levers; `step_change` in seconds and `peak_change_bytes`, each with its p10 and p90."""
    return _ask("advise", plan, settings, [], folder, timeout)


def export(plan, target, out, *, settings=None, benchmark=False, force=False, folder=None, timeout=None):
    """Writes the files of one target into folder `out`; returns their names. `force` replaces foreign files."""
    options = _options(target=target, out=os.fspath(out), benchmark=benchmark, force=force)
    return _ask("export", plan, settings, options, folder, timeout)


def export_preview(plan, target, *, settings=None, benchmark=False, folder=None, timeout=None):
    """What `export` would write, without writing it: {"target", "files": [{"name", "text"}], "fits"}."""
    options = _options(target=target, benchmark=benchmark, preview=True)
    return _ask("export", plan, settings, options, folder, timeout)


def export_targets():
    """The targets of `export`: a list of {"id", "purpose"}."""
    return _run("export", options=["--list-targets"])["targets"]


def sweep(plan, over, target, out, *, settings=None, repeat=None, seed=None, force=False, folder=None, timeout=None):
    """Writes a reproducible set of runs: `over` is "search:N", "flags", "NAME=v1,v2" or a built-in set."""
    options = _options(over=over, target=target, out=os.fspath(out), repeat=repeat, seed=seed, force=force)
    return _ask("sweep", plan, settings, options, folder, timeout)


def lint(file, *, release=None, jaxlib=None, accelerator=None, timeout=None):
    """Findings about the scripts and configurations of one run, each with file, line and column from 1.

    `file`: one or several; `release` is that of the framework that will run them ("0.19.0").
    """
    return _run("lint", _files(file), _options(release=release, jaxlib=jaxlib, accelerator=accelerator), timeout=timeout)


def lint_text(text, *, jaxlib=None, accelerator=None, timeout=None):
    """The same for the text of a script or the value of XLA_FLAGS."""
    return _run("lint", ["-"], _options(jaxlib=jaxlib, accelerator=accelerator), stdin=text, timeout=timeout)


def tune(files, *, chip=None, nodes=None, log=None, objective=None, allow=(), apply=False, timeout=None):
    """Changes of your own launch files that make the run faster, or fit: {"diff", "hunks", "plan", "missing", …}.

    `files`: one or several, of one run; `chip` and `nodes` say what no file does, `log` is one of the run. `objective`:
    "throughput", "memory" or "cost". `allow`: besides "layout" also "numerics" and "work". `apply` writes the files,
    each beside a copy of what it was.
    """
    options = _options(chip=chip, nodes=nodes, log=log, objective=objective, allow=",".join(allow), apply=apply)
    return _run("tune", _files(files), options, timeout=timeout)


def explain(name, *, jaxlib=None, plan=None, language=None, timeout=None):
    """What a flag, variable, policy, recipe, term or word means; `language`: "en" or "zh".

    With `plan` (a path or the id of an example) also what a policy or recipe does to it.
    """
    return _run("explain", [name], _options(jaxlib=jaxlib, plan=plan, language=language), timeout=timeout)


def profiles(kind=None, *, timeout=None):
    """What is known: models, hardware, flags, plans, policies or recipes; all kinds without `kind`."""
    document = _run("profiles", [kind] if kind else [], timeout=timeout)
    return next(iter(document.values())) if kind else document


def validate(csv, *, calibration=None, by=None, leave_out=False, timeout=None):
    """Predictions against measured rows: errors as fractions, `predictions` in seconds and bytes.

    `by`: hardware, framework, precision or family; `leave_out` fits anew without each source (minutes).
    """
    options = _options(calibration=calibration, by=by, leave_out=leave_out)
    return _run("validate", [csv], options, timeout=timeout)


def _files(files):
    return [os.fspath(file) for file in ([files] if isinstance(files, (str, os.PathLike)) else files)]


def plan(files, *, plan=None, out=None, timeout=None):
    """A plan of configurations, launch scripts, logs or a sentence, with where each field comes from.

    `files`: one or several; `plan` (a file or the id of an example) holds what no file tells; `out` is a file to write
    the plan to. ["plan"] is the plan, ["fields"] says read, inferred or assumed for each path, ["missing"] what would
    have to be asked, in order.
    """
    return _run("plan", _files(files), _options(plan=plan, out=out), timeout=timeout)


def runs_add(files, *, plan=None, project=None, plans=None, steps=None, chip=None, force=False, timeout=None):
    """Reads logs and configurations of real runs: {"runs", "measurements", "unrecognised"}; steps in seconds.

    `plan` (a path) fills in what the files do not tell; with it, or with `project`, the runs are kept in a CSV.
    `plans`: a folder that the plan of each run is written to. `steps`: how many a profile covers that does not mark them.
    `chip`: the id of a chip file to write from what the measuring kit timed; `force` replaces one that is there.
    """
    options = _options(plan=plan, project=project, plans=plans, steps=steps, chip=chip, force=force)
    return _run("runs", ["add", *_files(files)], options, timeout=timeout, quiet=True)


def runs_list(csv, *, timeout=None):
    """The runs of a project file."""
    return _run("runs", ["list", csv], timeout=timeout)


def calibrate(files, *, out=None, components=None, timeout=None):
    """Constants of a cluster from own runs: {"chosen", "loo_median_ape" (fractions), "constants", "runs"}.

    `components`: none, one, auto or all; `out` also writes them as a cluster profile.
    """
    return _run("calibrate", _files(files), _options(out=out, components=components), timeout=timeout)


def diagnose(csv, *, run=None, plan=None, timeout=None):
    """Why runs differ from the prediction: `ratio` is measured over predicted, `causes` carry a weight.

    `csv`: a project file, or one or several logs and configurations. `plan`: the one that the runs were to follow;
    without it, the one beside the project file.
    """
    return _run("diagnose", _files(csv), _options(run=run, plan=plan), timeout=timeout)


def next_runs(plan, *, runs=None, budget_device_hours=None, top=None, target=None, out=None, force=False,
              folder=None, timeout=None):
    """What to measure next: settings, expected gain, price in device-hours, and the question that it settles.
    With `target` and `out` the first run's files are written, too."""
    options = _options(runs=runs, budget_device_hours=budget_device_hours, top=top, target=target, out=out, force=force)
    return _ask("next", plan, None, options, folder, timeout)


def progress(files, *, course=None, timeout=None):
    """One table of the files of a class: tasks solved, hints and answers asked for; the name of a file is the learner."""
    return _run("progress", _files(files), _options(course=course), timeout=timeout, quiet=True)


def incident(seed=None, *, day=None, story=None, level=None, out=None, framework=None, fault=None, trace=False,
             measure=None, cause=None, where=None, answer=False, force=False, timeout=None):
    """What a cluster with a hidden fault would show, written to the folder `out`.

    The incident is that of a `seed`, of a `day` ("2026-08-22") or of a `story`. `measure`: measurements to make instead
    ("all-reduce:0,3", "nvidia-smi:2", "memory:2.5", "trace", "trial:CHANGE"), in device-hours of a budget; `cause` and
    `where` are judged; with `answer`, what is wrong.
    """
    out = None if out is None else os.fspath(out)
    options = _options(seed=seed, day=day, story=story, level=level, out=out, framework=framework, fault=fault,
                       trace=trace, cause=cause, where=where, answer=answer, force=force)
    measurements = [measure] if isinstance(measure, str) else measure or ()
    options += [word for measurement in measurements for word in ("--measure", measurement)]
    return _run("incident", (), options, timeout=timeout)


def incident_stories(*, timeout=None):
    """Incidents told after public threads: [{"story", "level", "title", "summary", "source"}]."""
    return _run("incident", (), _options(stories=True), timeout=timeout)["stories"]
