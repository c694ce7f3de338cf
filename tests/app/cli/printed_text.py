"""What the commands print is what is recorded: texts are the product, too.

HEADROOM_REGENERATE=1 writes tests/golden/printed anew; read the difference before you commit it.
"""
import difflib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from checks import CLI, SOURCE, check, command, failures

GOLDEN = SOURCE / "tests/golden/printed"
RUNS = SOURCE / "tests/data/runs"
DENSE, ADAPTERS, EXPERTS = "llama3.1-8b-h100-node", "llama3.1-8b-lora-one-gpu", "mixtral-8x7b-h100-8-nodes"
TPU, SMALL = "llama3.1-8b-v6e-16", "gpt2-small"
# How fast this machine is does not belong to the text.
SPEED = re.compile(r"[\d.,]+ (?:µs|ms|s), [\d,]+ evaluations per second|(?<=evaluated, )[\d.,]+ (?:µs|ms|s)(?=\.)")
LAUNCH = """#!/usr/bin/env bash
export NCCL_IB_DISABLE=1 TF_CPP_MAX_LOG_LEVEL=100
torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 32 --hidden-size 4096 --num-attention-heads 32 \\
  --seq-length 8192 --max-position-embeddings 8192 --micro-batch-size 1 --global-batch-size 128 \\
  --tensor-model-paralel-size 8 --sequence-parallel --recompute-granularity full --bf16 --lr 3e-4
"""
# (name, exit status, words); {project} is a project file of one run that follows its plan, 12 % late, {unclear} one of a log
# that does not name its chip.
CASES = [
    *((f"{name}-{short}", 0, words) for short, plan in (("dense", DENSE), ("adapters", ADAPTERS), ("experts", EXPERTS))
      for name, words in (("estimate", ["estimate", plan]), ("advise", ["advise", plan]),
                          ("search", ["search", plan, "--top", "3", "--threads", "1"]))),
    *((f"{name}-{short}", 0, words) for short, plan in (("dense", DENSE), ("experts", EXPERTS), ("tpu", TPU))
      for name, words in (("check", ["check", plan, "--print"]),)),
    *((f"advise-{short}", 0, ["advise", plan]) for short, plan in (("tpu", TPU),)),
    ("estimate-tpu", 0, ["estimate", TPU]),
    ("estimate-markdown", 0, ["estimate", DENSE, "--format", "markdown"]),
    ("estimate-term", 0, ["estimate", DENSE, "--explain", "exposed_fsdp"]),
    ("estimate-measured", 0, ["estimate", DENSE, "--measured-step-seconds", "16"]),
    ("estimate-full", 3, ["estimate", DENSE, "--set", "parallelism.micro_batch_sequences=8", "--check"]),
    ("estimate-tables", 0, ["estimate", EXPERTS, "--tables"]),
    ("estimate-tables-adapters", 0, ["estimate", ADAPTERS, "--tables"]),
    ("estimate-pool", 3, ["estimate", "llama3-70b-h100-32-nodes", "--set", "flags.xla_gpu_enable_nccl_user_buffers=true",
                          "--check"]),
    ("estimate-sockets", 0, ["estimate", "llama3-70b-h100-32-nodes", "--set", "flags.NCCL_IB_DISABLE=1"]),
    ("advise-markdown", 0, ["advise", ADAPTERS, "--format", "markdown"]),
    ("search-markdown", 0, ["search", DENSE, "--free", "remat.policy", "--top", "2", "--threads", "1", "--format", "markdown"]),
    ("search-devices", 0, ["search", DENSE, "--free", "hardware.devices_per_node,parallelism.fsdp,parallelism.tensor", "--top",
                           "3", "--threads", "1", "--objective", "devices"]),
    ("search-why", 0, ["search", DENSE, "--free", "remat.policy", "--top", "2", "--threads", "1", "--why"]),
    ("search-nothing", 3, ["search", "llama3-70b-h100-32-nodes", "--set", "hardware.nodes=1", "--free", "remat.policy",
                           "--set", "parallelism.data=1", "--set", "parallelism.fsdp=8", "--threads", "1"]),
    *((f"next{short}", 0, ["next", plan, "--top", "2"])
      for short, plan in (("", DENSE), ("-experts", EXPERTS), ("-tpu", TPU))),
    *((f"export-{target}", 0, ["export", plan, "--target", target, "--out", f"{{folder}}/{target}"])
      for target, plan in (("maxtext-gpu", DENSE), ("megatron", EXPERTS), ("maxtext-tpu", TPU), ("hf-trainer", ADAPTERS))),
    ("cluster-experts", 0, ["cluster", "mixtral-8x7b", "--tokens", "5e11", "--chips", "h200-sxm,mi300x", "--most-devices", "512",
                            "--threads", "1"]),
    ("cluster-nothing", 3, ["cluster", "llama3.1-405b", "--tokens", "1e12", "--chips", "a100-80-sxm", "--days", "2",
                            "--most-devices", "64", "--threads", "1"]),
    ("cluster", 0, ["cluster", "llama3.1-8b", "--tokens", "1e11", "--chips", "h100-sxm,tpu-v5p", "--days", "30",
                    "--most-devices", "256", "--threads", "1"]),
    ("check-print", 0, ["check", ADAPTERS, "--print"]),
    ("check-broken", 2, ["check", DENSE, "--set", "parallelism.tensor=3"]),
    ("export-targets", 0, ["export", "--list-targets"]),
    ("export-refused", 2, ["export", EXPERTS, "--target", "hf-trainer", "--out", "{folder}/none"]),
    ("explain-flag", 0, ["explain", "xla_gpu_enable_pipelined_all_gather"]),
    ("explain-variable", 0, ["explain", "NCCL_IB_DISABLE"]),
    ("explain-policy", 0, ["explain", "minimal_with_context"]),
    ("explain-tensor", 0, ["explain", "qkv_proj"]),
    ("explain-policy-plan", 0, ["explain", "minimal_with_context", "--plan", DENSE]),
    ("explain-recipe-plan", 0, ["explain", "fp8_delayed", "--plan", DENSE]),
    ("explain-set", 0, ["explain", "jax-toolbox-llm"]),
    ("explain-chinese", 0, ["explain", "NCCL_IB_DISABLE", "--language", "zh"]),
    ("explain-word", 0, ["explain", "user-buffers"]),
    ("explain-other-policy", 0, ["explain", "minimal_flash"]),
    ("explain-recipe-note", 0, ["explain", "none"]),
    ("explain-unread", 0, ["explain", "xla_cpu_enable_custom_matmul_tiling"]),
    ("cluster-budget", 0, ["cluster", "llama3.1-8b", "--tokens", "1e11", "--chips", "h100-sxm,a100-80-sxm", "--budget", "200000",
                           "--most-devices", "128", "--threads", "1"]),
    ("search-parallelism-why", 0, ["search", DENSE, "--free", "parallelism", "--top", "2", "--threads", "1", "--why"]),
    ("explain-recipe", 0, ["explain", "fp8_delayed"]),
    ("explain-term", 0, ["explain", "exposed_fsdp"]),
    ("explain-unknown", 2, ["explain", "xla_gpu_enable_pipelined_all_gathr"]),
    ("profiles-recipes", 0, ["profiles", "plans"]),
    ("lint-script", 3, ["lint", "{folder}/launch.sh"]),
    ("tune-script", 0, ["tune", RUNS / "pretrain.sh", "--chip", "h100-sxm", "--nodes", "4"]),
    ("plan-script", 0, ["plan", RUNS / "pretrain.sh"]),
    ("runs-log", 0, ["runs", "add", RUNS / "megatron-2026.log"]),
    ("runs-torchtitan", 0, ["runs", "add", RUNS / "torchtitan-2026.log"]),
    ("runs-trainer", 0, ["runs", "add", RUNS / "trainer.log"]),
    ("runs-deepspeed", 0, ["runs", "add", RUNS / "deepspeed-2026.log"]),
    ("runs-crash", 0, ["runs", "add", RUNS / "torch-oom.log"]),
    ("runs-serving", 2, ["runs", "add", RUNS / "serving.log"]),
    ("runs-tables", 0, ["runs", "add", RUNS / "rccl-all_gather.txt"]),
    ("runs-unclear", 0, ["diagnose", "{unclear}"]),
    ("runs-list", 0, ["runs", "list", "{project}"]),
    ("diagnose", 0, ["diagnose", "{project}"]),
    ("calibrate", 0, ["calibrate", "{project}"]),
    ("validate", 0, ["validate", "{project}"]),
    *((f"sweep{short}", 0, ["sweep", plan, "--over", over, "--target", target, "--out", f"{{folder}}/sweep{short}"])
      for short, plan, over, target in (("", DENSE, "search:2", "maxtext-gpu"), ("-experts", EXPERTS, "process-layout", "megatron"),
                                        ("-tpu", TPU, "search:2", "maxtext-tpu"))),
    ("incident-answer", 0, ["incident", "--seed", "7", "--level", "2", "--answer"]),
    ("incident-refused", 2, ["incident", "--seed", "7"]),
    ("incident-measure", 0, ["incident", "--seed", "7", "--level", "2", "--measure", "nvidia-smi", "--measure", "trace",
                             "--measure", "trial:synthetic-data", "--measure", "memory:0.3"]),
    ("incident-budget", 2, ["incident", "--seed", "7", "--level", "2", "--measure", "trial:no-recipe", "--measure",
                            "trial:no-checkpoints", "--measure", "trial:quiet-hosts"]),
    ("incident-cause", 3, ["incident", "--seed", "7", "--level", "2", "--cause", "hot-device", "--where", "0.2"]),
    ("incident-stories", 0, ["incident", "--stories"]),
    ("incident-story", 0, ["incident", "--story", "ten-of-twenty-five", "--answer"]),
    ("progress", 2, ["progress", "{folder}/nobody.json"]),
]

# Documents that scripts read: every key and value, in six digits.
DOCUMENTS = [
    ("profiles-models", ["profiles", "models"]),
    ("profiles-hardware", ["profiles", "hardware"]),
    ("profiles-plans", ["profiles", "plans"]),
    ("estimate-adapters", ["estimate", ADAPTERS]),
    ("advise-adapters", ["advise", ADAPTERS]),
    ("next-dense", ["next", DENSE, "--top", "1"]),
    ("cluster-dense", ["cluster", "llama3.1-8b", "--tokens", "1e11", "--chips", "h100-sxm,tpu-v5p", "--days", "30",
                       "--most-devices", "64", "--threads", "1"]),
    ("check-experts", ["check", EXPERTS, "--print"]),
    ("explain-variable", ["explain", "NCCL_IB_DISABLE"]),
    ("export-targets", ["export", "--list-targets"]),
    ("lint-script", ["lint", "{folder}/launch.sh"]),
    ("plan-script", ["plan", RUNS / "pretrain.sh"]),
    ("tune-script", ["tune", RUNS / "pretrain.sh", "--chip", "h100-sxm", "--nodes", "4"]),
    ("runs-log", ["runs", "add", RUNS / "megatron-2026.log"]),
    ("diagnose", ["diagnose", "{project}"]),
    ("calibrate", ["calibrate", "{project}"]),
    ("validate", ["validate", "{project}"]),
]
TIMING = {"seconds", "evaluations_per_second"}  # of this machine, next to "evaluated"


def rounded(value):
    """Six digits of every number, without how long this machine took."""
    if isinstance(value, dict):
        return {key: rounded(one) for key, one in value.items()
                if not (key in TIMING and ("evaluated" in value or "threads" in value))}
    if isinstance(value, list):
        return [rounded(one) for one in value]
    return float(f"{value:.6g}") if isinstance(value, float) else value


def laid_out(value, indent=""):
    """One line for each member; what holds no mappings and is short enough is one line by itself."""
    text = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or (len(text) < 500 and "{" not in text[1:]):
        return text
    inside = indent + " "
    if isinstance(value, dict):
        members = [f"{inside}{json.dumps(key)}: {laid_out(one, inside)}" for key, one in value.items()]
        return "{\n" + ",\n".join(members) + "\n" + indent + "}"
    return "[\n" + ",\n".join(inside + laid_out(one, inside) for one in value) + "\n" + indent + "]"


def document(words, places):
    """A document, whatever its verdict."""
    command_line = [CLI, *(str(word).format(**places) for word in words), "--format", "json"]
    result = subprocess.run(command_line, capture_output=True, text=True, timeout=300, check=False, cwd=places["folder"])
    text = laid_out(rounded(json.loads(result.stdout))) + "\n"
    for name, place in sorted(places.items(), key=lambda pair: -len(str(pair[1]))):
        text = text.replace(str(place), f"<{name}>")
    return text.replace(str(RUNS), "<runs>").replace(str(SOURCE), "<source>")


def printed(words, status, places):
    """Both streams, with the folders of this run and the speed of this machine taken out."""
    result = command(*(str(word).format(**places) for word in words), status=status, cwd=places["folder"])
    text = result.stdout + ("--- messages\n" + result.stderr if result.stderr else "")
    for name, place in sorted(places.items(), key=lambda pair: -len(str(pair[1]))):
        text = text.replace(str(place), f"<{name}>")
    return SPEED.sub("<speed>", text.replace(str(RUNS), "<runs>").replace(str(SOURCE), "<source>"))


def names_of_commands():
    lines = command("--help").stdout.partition("Subcommands:\n")[2].splitlines()
    return {line.split()[0] for line in lines if line.startswith("  ") and not line.startswith("   ")}


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        places = {"project": folder / "project.csv", "unclear": folder / "unclear.csv", "folder": folder}
        command("runs", "add", RUNS / "slow.log", "--project", places["unclear"])
        (folder / "own.log").write_text("".join(f"completed step: {step}, seconds: 17.0, loss: 9.7\n" for step in range(12)))
        command("runs", "add", folder / "own.log", "--plan", DENSE, "--project", places["project"])
        (folder / "launch.sh").write_text(LAUNCH)
        texts = {name: printed(words, status, places) for name, status, words in CASES}
        texts |= {f"json-{name}": document(words, places) for name, words in DOCUMENTS}
    for one in sorted(names_of_commands()):
        texts[f"help-{one}"] = command(one, "--help").stdout
        # A conversation is recorded elsewhere (tests/data/mcp).
        check(one == "mcp" or any(words[0] == one for _, _, words in CASES), f"{one} has no recorded text")
    if os.environ.get("HEADROOM_REGENERATE"):
        shutil.rmtree(GOLDEN, ignore_errors=True)
        GOLDEN.mkdir(parents=True)
        for name, text in texts.items():
            (GOLDEN / f"{name}.txt").write_text(text, encoding="utf-8")
    recorded = {file.stem: file.read_text(encoding="utf-8") for file in GOLDEN.glob("*.txt")}
    check(set(recorded) == set(texts), f"recorded and printed texts differ: {set(recorded) ^ set(texts)}")
    for name in sorted(set(recorded) & set(texts)):
        difference = difflib.unified_diff(recorded[name].splitlines(), texts[name].splitlines(), f"{name}, recorded",
                                          "printed", n=0, lineterm="")
        lines = list(difference)[:12]
        check(not lines, "\n".join(lines))
    return 1 if failures else 0


sys.exit(main())
