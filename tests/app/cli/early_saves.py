#!/usr/bin/env python3
"""Exported programs for LLaMA-Factory and torchtitan save a checkpoint and end when job.sbatch's STOP_AT has come, and
change nothing without it. The frameworks are stand-ins with their own loops: those of torchtitan v0.2.2 and of
2026-08-21, and LLaMA-Factory 0.9.5's run_exp() above the Trainer's callbacks.

usage: early_saves.py HEADROOM_CLI SOURCE_DIR
"""
import os
import pathlib
import subprocess
import sys
import tempfile

from checks import check, command, failures

PAST, FUTURE = "1", "99999999999"
TORCH = {
    "torch/__init__.py": "from . import distributed\n",
    "torch/distributed/__init__.py": "def is_initialized():\n    return False\n",
    "torch/distributed/run.py": """import runpy
import sys

at = next(i for i, word in enumerate(sys.argv) if word == "-m" or word.endswith(".py") and i > 0)
module = sys.argv[at] == "-m"
sys.argv = sys.argv[at + 1 if module else at:]
if not module:
    import os
    sys.path.insert(0, os.path.dirname(sys.argv[0]))
(runpy.run_module if module else runpy.run_path)(sys.argv[0], run_name="__main__")
""",
}
# trainer.py's and checkpoint.py's loops, with the same names.
TITAN = """import os

class Checkpoints:
    enable, interval, save_future = True, 4, None

    def save(self, curr_step, last_step=False):
        if last_step or curr_step % self.interval == 0:
            print("saved", curr_step, "last" if last_step else "whole")

class Trainer:
    def __init__(self, config=None):
        self.step, self.checkpointer = int(os.environ["START"]), Checkpoints()

    def should_continue_training(self):
        return self.step < 9

    def train(self):
        while self.should_continue_training():
            self.step += 1
            print("step", self.step)
            if self.step == int(os.environ["UNTIL"]):
                os.environ["STOP_AT"] = "1"
            self.checkpointer.save(self.step, last_step=self.step == 9)
"""
TITANS = {
    "v0.2.2": {"torchtitan/train.py": TITAN + "\ndef main(trainer_class):\n    trainer_class({}).train()\n"},
    "2026-08-21": {"torchtitan/trainer.py": TITAN,
                   "torchtitan/train.py": "from torchtitan.trainer import Trainer\n\ndef main():\n    Trainer().train()\n"},
}
FACTORY = {
    "transformers.py": "class TrainerCallback:\n    pass\n",
    "llamafactory/__init__.py": "",
    "llamafactory/train/__init__.py": "",
    "llamafactory/train/tuner.py": """import sys
import types

def run_exp(args=None, callbacks=None):
    print("settings", sys.argv[1])
    control = types.SimpleNamespace(should_save=False, should_training_stop=False)
    for step in range(1, 10):
        print("step", step)
        for callback in callbacks:
            callback.on_step_end(None, None, control)
        if control.should_save:
            print("saved", step, "whole")
        if control.should_training_stop:
            break
""",
}
SAVES = ("--set", "job.checkpoint_every_steps=4")


def output(folder, place, files, **variables):
    for name, text in {**TORCH, **files}.items():
        file = place / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    result = subprocess.run(["bash", folder / "run.sh"], cwd=place, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            env={"PATH": os.environ["PATH"], "PYTHONPATH": str(place), "START": "0", "UNTIL": "0", **variables},
                            text=True, timeout=60, check=False)
    check(result.returncode == 0, f"{folder.name}: exit {result.returncode}: {result.stdout[-900:]}")
    return [line for line in result.stdout.splitlines() if line.startswith(("step", "saved"))]


def torchtitan_ends(out, place):
    folder = out / "torchtitan"
    command("export", "llama3.1-8b-h100-node", "--target", "torchtitan", "--out", folder, *SAVES)
    whole = [line for step in range(1, 10) for line in
             [f"step {step}"] + ([f"saved {step} whole"] if step % 4 == 0 else ["saved 9 last"] if step == 9 else [])]
    for release, files in TITANS.items():
        run = lambda **variables: output(folder, place / release, files, **variables)  # noqa: E731
        check(run() == whole, f"torchtitan {release}: nothing changes without STOP_AT: {run()}")
        check(run(STOP_AT=FUTURE) == whole, f"torchtitan {release}: nor before it: {run(STOP_AT=FUTURE)}")
        early = run(UNTIL="6")
        check(early[-2:] == ["step 6", "saved 6 whole"], f"torchtitan {release}: {early}")
        kept = run(UNTIL="8")
        check(kept[-2:] == ["step 8", "saved 8 whole"] and kept.count("saved 8 whole") == 1,
              f"torchtitan {release}: what the interval saved is not saved again: {kept}")
        check(run(START="4", STOP_AT=PAST) == [], f"torchtitan {release}: no step, no checkpoint")
        on = run(START="6", UNTIL="7")
        check(on == ["step 7", "saved 7 whole"], f"torchtitan {release}: goes on behind the early one: {on}")


def llama_factory_ends(out, place):
    folder = out / "llama-factory"
    command("export", "llama3.1-8b-lora-one-gpu", "--target", "llama-factory", "--out", folder, *SAVES)
    check(output(folder, place / "factory", FACTORY, STOP_AT=PAST) == ["step 1", "saved 1 whole"], "LLaMA-Factory ends")
    for name, whole in (("checkpoint-4", True), ("checkpoint-8", False)):
        (folder / "output" / name).mkdir(parents=True)
        if whole:
            (folder / "output" / name / "trainer_state.json").touch()
    steps = [f"step {step}" for step in range(1, 10)]
    check(output(folder, place / "factory", FACTORY) == steps, "LLaMA-Factory runs on without STOP_AT")
    left = sorted(path.name.rsplit("-", 1)[0] for path in (folder / "output").iterdir())
    check(left == ["broken-8", "checkpoint"], f"LLaMA-Factory: a broken checkpoint is set aside: {left}")


def jobs_say_when(out):
    for target, plan in (("torchtitan", "llama3.1-8b-h100-node"), ("llama-factory", "llama3.1-8b-lora-one-gpu")):
        check("export STOP_AT" in (out / target / "job.sbatch").read_text(), f"{target}: job.sbatch")
        folder = out / (target + "-open")
        command("export", plan, "--target", target, "--out", folder)
        check(not (folder / "stop_time.py").exists(), f"{target}: without checkpoints nothing ends early")
        check("STOP_AT" not in (folder / "job.sbatch").read_text(), f"{target}: job.sbatch without checkpoints")


def main():
    with tempfile.TemporaryDirectory() as name:
        out, place = pathlib.Path(name, "out"), pathlib.Path(name, "place")
        torchtitan_ends(out, place)
        llama_factory_ends(out, place)
        jobs_say_when(out)
    print(f"{len(failures)} failures")
    sys.exit(1 if failures else 0)


main()
