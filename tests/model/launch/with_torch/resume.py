"""Exported training programs are killed and started again: the same step, the next sample, the same schedule."""
import json
import os
import pathlib
import re
import subprocess
import tempfile

from checks import check, command

HERE = pathlib.Path(__file__).resolve().parent
STEPS, PERIOD = 9, 3
TINY = {"model_type": "llama", "vocab_size": 256, "hidden_size": 8}
LENGTH = 24


def documents(file):
    """Of all lengths, some longer than a sequence; between them empty lines."""
    with open(file, "w", encoding="utf-8") as out:
        for index in range(120):
            out.write(json.dumps({"text": f"{index:03d} " + "abcdefghij" * (index % 5)}) + "\n" + ("\n" if index % 7 == 0 else ""))
        out.write("   \n")


def change(file, **values):
    settings = json.loads(file.read_text())
    file.write_text(json.dumps({**settings, **values}))


def export(folder, plan, target, ranks, *settings):
    command("export", plan, "--target", target, "--out", folder,
            *(word for setting in (f"hardware.devices_per_node={ranks}", "hardware.nodes=1", "job.requeue=true",
                                   f"job.checkpoint_every_steps={PERIOD}", f"job.checkpoint_folder={folder}/kept", *settings)
              for word in ("--set", setting)))
    for name, values in (("train.json", {"model": TINY, "dtype": "float32", "sequence_length": LENGTH, "steps": STEPS,
                                         "data_path": f"{folder}/data.json", "tokenizer": "any",
                                         "needs": {"deepspeed": "0.19.5"}}),
                         ("tuning.json", {"sequence_length": LENGTH, "trained_parameters": 0, "base_format": "bf16"}),
                         ("ds_config.json", {"train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": 3})):
        if (folder / name).exists():
            change(folder / name, **values)
    documents(folder / "data.json")


def run(folder, words, **variables):
    """Exit status and output of run.sh."""
    # Under Python 3.11 the launcher of PyTorch 1.13 has no "redirect nothing": it writes files of standard output and repeats them.
    environment = {**os.environ, "PATH": "/usr/bin:/bin", "PYTHONPATH": str(HERE / "stubs"), "OMP_NUM_THREADS": "1",
                   "PYTHONDONTWRITEBYTECODE": "1", "MODEL": "any", "DATA": f"{folder}/data.json", "PET_REDIRECTS": "1",
                   "PET_TEE": "1", "PET_LOG_DIR": f"{folder}/launcher", **variables}
    result = subprocess.run(["bash", str(folder / "run.sh"), *map(str, words)], cwd=folder, env=environment, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600, check=False)
    return result.returncode, result.stdout


def told(text):
    """What each rank said of each step."""
    return {(rank, json.loads(line)["step"]): line for rank, line in re.findall(r"rank (\d+) ({.*})", text)}


def resumes(name, plan, target, ranks, words, *settings):
    with tempfile.TemporaryDirectory() as place:
        whole, parted = pathlib.Path(place, "whole"), pathlib.Path(place, "parted")
        for folder in (whole, parted):
            export(folder, plan, target, ranks, *settings)
        status, text = run(whole, words)
        expected = told(text)
        check(status == 0 and len(expected) == STEPS * ranks, f"{name}: exit {status}, {len(expected)} steps: {text[-900:]}")
        check(len({line for line in expected.values()}) == len(expected), f"{name}: every step is another one")
        status, text = run(parted, words, KILL_IN_STEP="5")
        check(status != 0 and max((step for _, step in told(text)), default=0) == 5, f"{name}: killed in step 5: {text[-900:]}")
        check((parted / "kept").is_dir(), f"{name}: job.checkpoint_folder holds the checkpoints")
        status, text = run(parted, words)
        found = told(text)
        first = min((step for _, step in found), default=0)
        print(f"{name}: killed in step 5, on again with step {first}, exit {status}")
        check(status == 0 and first == 4, f"{name}: exit {status}, on again with {first}: {text[-900:]}")
        check(len(found) == (STEPS + 1 - first) * ranks, f"{name}: {len(found)} steps")
        differing = [(line, expected.get(key)) for key, line in found.items() if line != expected.get(key)]
        check(not differing, f"{name}: as without the kill: {differing[:2]}")
        return text


def ends_before_the_limit(name, plan, target, ranks, words, *settings):
    """STOP_AT has come: a checkpoint of the step, and the run goes on behind it."""
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        export(folder, plan, target, ranks, *settings)
        status, text = run(folder, words, STOP_AT="1")
        check(status == 0 and max(step for _, step in told(text)) == 1, f"{name}: one step: exit {status}: {text[-900:]}")
        status, text = run(folder, words)
        first = min((step for _, step in told(text)), default=0)
        print(f"{name}: ended by the clock behind step 1, on again with step {first}, exit {status}")
        check(status == 0 and first == 2, f"{name}: on again with {first}, exit {status}: {text[-900:]}")


def learns_answers_alone():
    """Of conversations, and of prompts with responses, the other side's tokens have no label."""
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        export(folder, "llama3.1-8b-lora-one-gpu", "hf-trainer", 1)
        talk = [{"role": "user", "content": "ab"}, {"role": "assistant", "content": "cd"}]
        rows = [{"messages": talk}, {"prompt": "xy", "response": "z"}, {"text": "pq"}]
        (folder / "talk.json").write_text("".join(json.dumps(row) + "\n" for row in rows))
        program = ("import train_adapters as program\nfrom transformers import AutoTokenizer\n"
                   "for tokens, labels in program.documents('talk.json', AutoTokenizer(), 64, 1):\n"
                   "    print(len(tokens), [chr(token - 2) for token, label in zip(tokens, labels) if label > 1])\n")
        (folder / "train_adapters.py").write_text((folder / "train.py").read_text())
        environment = {**os.environ, "PYTHONPATH": f"{HERE / 'stubs'}:{folder}", "PYTHONDONTWRITEBYTECODE": "1"}
        result = subprocess.run(["/usr/bin/python3", "-c", program], cwd=folder, env=environment, text=True,
                                capture_output=True, check=False)
        lines = result.stdout.splitlines()
        check(result.returncode == 0 and len(lines) == 3, f"three documents: {result.stdout}{result.stderr[-600:]}")
        check("'c', 'd'" in lines[0] and "'a'" not in lines[0], f"the answer of a conversation: {lines[0]}")
        check("'z'" in lines[1] and "'x'" not in lines[1], f"the response: {lines[1]}")
        check("'p', 'q'" in lines[2], f"a text, whole: {lines[2]}")


def ends_amid_saving(plan, target, words, *settings):
    """A checkpoint that is not whole is passed over."""
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        export(folder, plan, target, 1, *settings)
        run(folder, words, END_AMID_SAVING="6")
        check((folder / "kept/checkpoint-6").is_dir(), "the broken checkpoint lies there")
        (folder / "kept/checkpoint-6").rename(folder / "kept/checkpoint-6000")
        status, text = run(folder, words)
        check(status == 0 and min(step for _, step in told(text)) == 4, f"amid saving: exit {status}: {text[-900:]}")


def main():
    trainer = ["--max_steps", STEPS, "--per_device_train_batch_size", 2, "--gradient_accumulation_steps", 2]
    lora, node = "llama3.1-8b-lora-one-gpu", "llama3.1-8b-h100-node"
    two = ("parallelism.data=2", "parallelism.fsdp=1", "workload.global_batch_sequences=8")
    text = resumes("hf-trainer adapters", lora, "hf-trainer", 1, trainer)
    check("are longer than 24 tokens: they are split into" in text, f"long documents are told: {text[:600]}")
    resumes("hf-trainer adapters, 2 ranks", lora, "hf-trainer", 2, trainer, *two)
    resumes("deepspeed adapters", lora, "deepspeed", 1, trainer)
    full = ("parallelism.fsdp=2", "workload.global_batch_sequences=8")
    resumes("hf-trainer full, 2 ranks", node, "hf-trainer", 2, trainer, *full)
    resumes("deepspeed full, 2 ranks", node, "deepspeed", 2, ["--steps", STEPS], *full)
    ends_before_the_limit("hf-trainer adapters", lora, "hf-trainer", 1, trainer)
    ends_before_the_limit("hf-trainer full, 2 ranks", node, "hf-trainer", 2, trainer, *full)
    ends_before_the_limit("deepspeed full, 2 ranks", node, "deepspeed", 2, ["--steps", STEPS], *full)
    learns_answers_alone()
    ends_amid_saving(lora, "hf-trainer", trainer)
