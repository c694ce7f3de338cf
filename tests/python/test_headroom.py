#!/usr/bin/env python3
"""headroom.py against the built headroom-cli: same documents, errors with place and remedy, arguments as CONTRACT
names them, and the example of the README.

usage: test_headroom.py HEADROOM_CLI SOURCE_DIR
"""
import inspect
import json
import math
import os
import pathlib
import re
import stat
import subprocess
import sys
import tempfile
import unittest
import warnings

CLI = os.path.abspath(sys.argv.pop(1))
SOURCE = pathlib.Path(sys.argv.pop(1)).resolve()
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "packaging/python"))
os.environ["HEADROOM_CLI"] = CLI
import headroom  # noqa: E402

EXAMPLE = "llama3.1-8b-h100-node"
FILE = SOURCE / f"profiles/plans/{EXAMPLE}.headroom.yaml"
ECHO = """#!/usr/bin/env python3
import json, sys
print(json.dumps({"arguments": sys.argv[1:]}))
"""


def spoken(*arguments):
    """What the program prints when it is asked directly."""
    return json.loads(subprocess.run([CLI, *arguments, "--format", "json"], capture_output=True, check=True).stdout)


def small_plan():
    return {"schema_version": 1, "model": "llama3.1-8b",
            "hardware": {"accelerator": "h100-sxm", "nodes": 1, "devices_per_node": 8},
            "workload": {"sequence_length": 8192, "global_batch_sequences": 128},
            "parallelism": {"fsdp": 8}}


class Answers(unittest.TestCase):
    def test_estimate_is_the_document_of_the_program(self):
        self.assertEqual(headroom.estimate(EXAMPLE), spoken("estimate", EXAMPLE))
        self.assertEqual(headroom.estimate(FILE), spoken("estimate", EXAMPLE))

    def test_a_plan_as_dictionary_gives_the_same_numbers_as_its_file(self):
        for plan in headroom.profiles("plans"):
            loaded = headroom.load_plan(plan["id"])
            self.assertIsInstance(loaded["parallelism"]["tensor"], int)
            self.assertEqual(headroom.estimate(loaded), headroom.estimate(plan["id"]), plan["id"])

    def test_settings_and_edits_agree(self):
        plan = headroom.load_plan(EXAMPLE)
        plan["parallelism"].update(fsdp=4, tensor=2, sequence_parallel=True)
        settings = {"parallelism.fsdp": 4, "parallelism.tensor": 2, "parallelism.sequence_parallel": True}
        self.assertEqual(headroom.estimate(plan), headroom.estimate(EXAMPLE, settings=settings))
        self.assertNotEqual(headroom.estimate(plan), headroom.estimate(EXAMPLE))

    def test_what_does_not_fit_is_an_answer(self):
        answer = headroom.estimate(EXAMPLE, settings={"parallelism.micro_batch_sequences": 16})
        self.assertIs(answer["memory"]["fits"], False)
        self.assertIn("does-not-fit", [finding["id"] for finding in answer["findings"]])

    def test_measured_steps_and_derivations(self):
        answer = headroom.estimate(EXAMPLE, measured_step_seconds=12.5, explain="gemm")
        self.assertTrue(answer["measured"])
        self.assertEqual([tree["id"] for tree in answer["explanation"]], ["gemm"])
        terms = len(answer["memory"]["terms"]) + len(answer["time"]["terms"])
        self.assertGreaterEqual(len(headroom.estimate(EXAMPLE, explain=True)["explanation"]), terms)

    def test_search_results_equal_estimates(self):
        found = headroom.search(EXAMPLE, free=["tensor", "fsdp"], top=2, threads=1, objective="memory", why=True)
        self.assertIn(len(found["results"]), (2, 3))  # the open plan is always listed
        best = found["results"][0]
        again = headroom.estimate(EXAMPLE, settings=best["settings"])
        self.assertEqual(again["time"]["step_seconds"], best["step_seconds"])
        self.assertEqual(found["objective"], "memory")

    def test_no_result_is_an_empty_list(self):
        self.assertEqual(headroom.search(EXAMPLE, deadline_days=0.001)["results"], [])

    def test_the_other_commands(self):
        self.assertEqual(headroom.version(), subprocess.run([CLI, "--version"], capture_output=True, text=True,
                                                            check=True).stdout.strip())
        self.assertEqual(headroom.advise(EXAMPLE), spoken("advise", EXAMPLE))
        self.assertEqual(headroom.explain("mfu"), spoken("explain", "mfu"))
        self.assertEqual(headroom.explain("--xla_gpu_enable_latency_hiding_scheduler", jaxlib="0.6.2"),
                         spoken("explain", "xla_gpu_enable_latency_hiding_scheduler", "--jaxlib", "0.6.2"))
        self.assertIn("h100-sxm", [chip["id"] for chip in headroom.profiles("hardware")])
        self.assertIn("models", headroom.profiles())
        findings = headroom.lint_text("XLA_FLAGS=--xla_gpu_enable_latncy_hiding_scheduler=true", jaxlib="0.6.2")
        self.assertEqual(findings["findings"][0]["severity"], "error")
        self.assertEqual(headroom.check(EXAMPLE)["findings"], [])

    def test_validate_calibration_and_runs(self):
        rows = (SOURCE / "profiles/measurements/measurements.csv").read_text().splitlines(keepends=True)
        with tempfile.TemporaryDirectory() as folder:
            table = pathlib.Path(folder, "own.csv")
            table.write_text("".join(rows[:20]))
            report = headroom.validate(table, by="hardware")
            self.assertEqual(report["rows"], 19)
            self.assertTrue(all(math.isfinite(row["step_seconds"]) for row in report["predictions"]))
            project = pathlib.Path(folder, "project.csv")
            runs = headroom.runs_add(SOURCE / "tests/data/runs/maxtext-2026-07.log", project=project)
            self.assertGreater(runs["runs"][0]["step_seconds"], 0)
            self.assertEqual(len(headroom.runs_list(project)["runs"]), 1)
            plan = runs["runs"][0]["plan"]
            self.assertGreater(headroom.estimate(plan)["time"]["step_seconds"], 0)
            kept = headroom.runs_add([SOURCE / "tests/data/runs/maxtext-2024-07.log",
                                      SOURCE / "tests/data/runs/cut.json"])
            self.assertTrue(kept["unrecognised"])

    def test_incident_is_written_and_diagnosed(self):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder, "incident")
            headroom.incident(7, level=1, out=out, framework="megatron")
            logs = [file for file in out.iterdir() if file.suffix == ".log"]
            plan = next(out.glob("*.headroom.yaml"))
            self.assertEqual(len(headroom.diagnose(logs, plan=plan)["runs"]), 1)
            self.assertTrue(headroom.incident(7, level=1, framework="megatron", answer=True))
            self.assertEqual(headroom.incident(7, level=2, answer=True)["faults"][0]["id"], "hot-device")
            measured = headroom.incident(7, level=2, measure=["nvidia-smi:0", "trial:synthetic-data"])
            self.assertLess(0, measured["spent_device_hours"])
            self.assertEqual(len(measured["measurements"]), 2)
            self.assertTrue(headroom.incident(7, level=2, cause=["hot-device"], where="0.1")["place_right"])
            self.assertFalse(headroom.incident(7, level=2, cause="slow-nic")["cause_right"])
            self.assertGreaterEqual(len(headroom.incident_stories()), 12)

    def test_every_option_is_a_keyword(self):
        # What a function says by its name, its return value or another argument.
        otherwise = {"help", "version", "format", "set", "check", "print", "list-targets", "preview", "fix", "price",
                     "stories"}
        functions = {"runs": "runs_add", "next": "next_runs"}
        usage = subprocess.run([CLI, "--help"], capture_output=True, check=True, text=True).stdout
        commands = re.findall(r"^  ([a-z]+) ", usage.partition("Subcommands:")[2], re.MULTILINE)
        self.assertGreater(len(commands), 12)
        for command in set(commands) - {"mcp"}:  # which agents speak to, not programs
            usage = subprocess.run([CLI, command, "--help"], capture_output=True, check=True, text=True).stdout
            options = set(re.findall(r"^  (?:-h,)?--([a-z-]+)", usage, re.MULTILINE)) - otherwise
            known = inspect.signature(getattr(headroom, functions.get(command, command))).parameters
            self.assertLessEqual({option.replace("-", "_") for option in options}, set(known), command)

    def test_exports_and_sweeps_write_what_they_name(self):
        self.assertIn("megatron", [target["id"] for target in headroom.export_targets()])
        with tempfile.TemporaryDirectory() as folder:
            shown = headroom.export_preview("llama3.1-8b-h100-node", "maxtext-gpu")["files"]
            self.assertIn("run.sh", [file["name"] for file in shown])
            self.assertTrue(all(file["text"] for file in shown))
            out = pathlib.Path(folder, "launch")
            named = headroom.export(headroom.load_plan(EXAMPLE), "maxtext-gpu", out, benchmark=True)["files"]
            written = [str(path.relative_to(out)) for path in out.rglob("*") if path.is_file()]
            self.assertEqual([name for name in named if name not in written], [])
            cases = headroom.sweep(EXAMPLE, "parallelism.micro_batch_sequences=1,2", "maxtext-gpu",
                                   pathlib.Path(folder, "sweep"), repeat=1, seed=3)["cases"]
            self.assertEqual(len(cases), 2)


class Plans(unittest.TestCase):
    def test_a_saved_plan_loads_equal(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "own.headroom.yaml")
            plan = headroom.load_plan(EXAMPLE, settings={"parallelism.micro_batch_sequences": 2})
            plan["name"] = "Lauf „Ä“ \U0001f680 \"quoted\" \\ # and: more"
            headroom.save_plan(plan, file)
            self.assertEqual(headroom.load_plan(file), plan)
            self.assertEqual(os.listdir(folder), [file.name])
            before = file.read_bytes()
            plan["parallelism"]["fsdp"] = 7
            with self.assertRaises(headroom.InputError):
                headroom.save_plan(plan, file)
            self.assertEqual((file.read_bytes(), os.listdir(folder)), (before, [file.name]))

    def test_files_of_a_plan_are_found_from_anywhere(self):
        with tempfile.TemporaryDirectory() as folder:
            config = SOURCE / "tests/data/huggingface"
            source = next(iter(sorted(config.glob("*llama*.json"))))
            pathlib.Path(folder, "config.json").write_text(source.read_text())
            plan = {**small_plan(), "model": {"config_json": "config.json"}}
            with self.assertRaises(headroom.InputError):
                headroom.estimate(plan)
            answer = headroom.estimate(plan, folder=folder)
            self.assertEqual(plan["model"], {"config_json": "config.json"})
            file = pathlib.Path(folder, "plan.headroom.yaml")
            headroom.save_plan({**plan, "name": answer["plan"]}, file)
            self.assertIn("config_json: config.json", file.read_text())
            self.assertEqual(headroom.estimate(headroom.load_plan(file)), answer)


class Faults(unittest.TestCase):
    def refused(self, call, *arguments, **options):
        with self.assertRaises(headroom.InputError) as caught:
            call(*arguments, **options)
        self.assertTrue(caught.exception.problems)
        for problem in caught.exception.problems:
            self.assertTrue(problem.place and problem.message, problem)
            self.assertIn(str(problem), str(caught.exception))
        return caught.exception.problems

    def test_fields_of_a_dictionary_are_named(self):
        plan = small_plan()
        plan["parallelism"] = {"fsdp": 8, "tensr": 2}
        plan["framework"] = "maxtex"
        plan["hardware"]["accelerator"] = "h100-smx"
        problems = {problem.field: problem for problem in self.refused(headroom.estimate, plan)}
        self.assertEqual(set(problems), {"parallelism.tensr", "framework", "hardware.accelerator"})
        self.assertEqual(problems["parallelism.tensr"].remedy, "did you mean parallelism.tensor?")
        self.assertEqual(problems["framework"].place, "framework")

    def test_rules_point_at_a_field_that_takes_part(self):
        plan = small_plan()
        plan["parallelism"]["fsdp"] = 7
        problems = self.refused(headroom.check, plan)
        self.assertEqual([problem.field for problem in problems],
                         ["hardware.nodes", "workload.global_batch_sequences"])
        problems = self.refused(headroom.estimate, small_plan(), settings={"parallelism.tensor": 3})
        self.assertIn("parallelism.tensor", [problem.field for problem in problems])
        self.assertTrue(all(problem.remedy for problem in problems))

    def test_files_and_options_are_named(self):
        problem = self.refused(headroom.estimate, "nowhere.headroom.yaml")[0]
        self.assertEqual((problem.place, problem.line), ("nowhere.headroom.yaml:1", 1))
        problem = self.refused(headroom.search, EXAMPLE, top=0)[0]
        self.assertEqual(problem.place, "--top")
        self.refused(headroom.explain, "no_such_flag_at_all")
        self.refused(headroom.export, EXAMPLE, "no-such-target", "x")
        self.refused(headroom.runs_add, "nowhere.log")

    def test_names_are_no_options(self):
        for name in ("--help", "--version", "-h", "--"):
            for call in (headroom.check, headroom.estimate, headroom.search, headroom.advise, headroom.cluster, headroom.explain,
                         headroom.lint, headroom.validate, headroom.runs_add, headroom.runs_list, headroom.calibrate,
                         headroom.diagnose, headroom.next_runs, headroom.progress):
                with self.subTest(call=call.__name__, name=name):
                    self.refused(call, name)
            self.refused(headroom.export, name, "jax", "x")
            self.refused(headroom.estimate, name, settings={"job.requeue": True}, explain=True)

    def test_a_folder_hides_no_example(self):
        with tempfile.TemporaryDirectory() as folder:
            before = os.getcwd()
            os.chdir(folder)
            try:
                os.mkdir(EXAMPLE)
                self.assertGreater(headroom.estimate(EXAMPLE)["time"]["step_seconds"], 0)
                self.assertGreater(len(headroom.cluster("llama3.1-8b", tokens=1e9, chips=["h100-sxm"], most_devices=8)), 0)
            finally:
                os.chdir(before)

    def test_what_no_plan_can_hold(self):
        self.refused(headroom.estimate, {**small_plan(), "model": object()})
        self.refused(headroom.estimate, {**small_plan(), "optimizer": float("nan")})
        self.refused(headroom.estimate, {})
        self.refused(headroom.explain, "a\0b")

    def test_remarks_become_warnings(self):
        with tempfile.TemporaryDirectory() as folder:
            rows = (SOURCE / "profiles/measurements/measurements.csv").read_text().splitlines()[:3]
            table = pathlib.Path(folder, "own.csv")
            table.write_text("\n".join([rows[0] + ",shoe_size", rows[1] + ",44", rows[2] + ",45"]) + "\n")
            with self.assertWarnsRegex(headroom.HeadroomWarning, "shoe_size"):
                headroom.validate(table)

    def test_programs_that_are_none(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder, "headroom-cli")
            try:
                headroom.use_program(program)
                with self.assertRaises(headroom.ProgramNotFound):
                    headroom.version()
                for text, fault in (("exit 1", headroom.InternalError), ("kill -9 $$", headroom.InternalError),
                                    ("echo no JSON", headroom.InternalError), ("exec sleep 60", headroom.TimedOut)):
                    program.write_text(f"#!/bin/sh\n{text}\n")
                    program.chmod(0o755)
                    with self.assertRaises(fault):
                        headroom.estimate(EXAMPLE, timeout=2)
                    self.assertTrue(issubclass(fault, headroom.HeadroomError))
            finally:
                headroom.use_program(None)


class Arguments(unittest.TestCase):
    """The words of every command, as a program sees them that answers with its arguments."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        program = pathlib.Path(self.folder.name, "echo")
        program.write_text(ECHO)
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        headroom.use_program(program)

    def tearDown(self):
        headroom.use_program(None)
        self.folder.cleanup()

    def words(self, answer, expected):
        self.assertEqual(" ".join(answer["arguments"]), expected)

    def test_words(self):
        self.words(headroom.calibrate(["a.csv", "b.csv"], out="c.yaml", components="auto"),
                   "calibrate --out c.yaml --components auto --format json -- a.csv b.csv")
        self.words(headroom.calibrate("a.csv"), "calibrate --format json -- a.csv")
        self.words(headroom.diagnose("a.csv", run="r1"), "diagnose --run r1 --format json -- a.csv")
        self.words(headroom.next_runs("p", runs="r.csv", budget_device_hours=12.5, top=3),
                   "next --runs r.csv --budget-device-hours 12.5 --top 3 --format json -- p")
        self.words(headroom.search("p", free=["a", "b"], fix="c", threads=2, min_fit=0.5, exhaustive=True),
                   "search --free a,b --fix c --threads 2 --min-fit 0.5 --exhaustive --format json -- p")
        self.words(headroom.cluster("m", tokens=1e12, days=30, budget=1e6, chips=["a", "b"], prices={"a": 2, "b": 3.5},
                                    most_devices=64),
                   "cluster --tokens 1000000000000.0 --days 30 --budget 1000000.0 --chips a,b --price a=2,b=3.5 "
                   "--most-devices 64 --format json -- m")
        self.words(headroom.estimate("p", settings={"a.b": True, "c": [1, 2], "d": 1e12, "e": None}, explain=True),
                   "estimate --set a.b=true --set c=[1, 2] --set d=1000000000000.0 --set e= --explain --format json -- p")
        self.words(headroom.progress(["a.json", "b.json"], course="c.yaml"),
                   "progress --course c.yaml --format json -- a.json b.json")

    def test_every_public_name_has_a_text(self):
        for name in headroom.__all__:
            self.assertTrue(getattr(headroom, name).__doc__, name)


class Readme(unittest.TestCase):
    def test_the_example_runs(self):
        readme = (SOURCE / "README.md").read_text()
        blocks = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
        self.assertTrue(blocks)
        with tempfile.TemporaryDirectory() as folder:
            before = os.getcwd()
            os.chdir(folder)
            try:
                space = {}
                for block in blocks:
                    exec(compile(block, "README.md", "exec"), space)  # pylint: disable=exec-used
                self.assertTrue(os.listdir(folder))
            finally:
                os.chdir(before)


if __name__ == "__main__":
    warnings.simplefilter("error", headroom.HeadroomWarning)
    unittest.main(verbosity=1, warnings="error")
