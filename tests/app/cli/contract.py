#!/usr/bin/env python3
"""The public interface of headroom-cli as scripts see it: keys, sums, exit statuses.

usage: contract.py HEADROOM_CLI SOURCE_DIR
"""
import json
import math
import pathlib
import subprocess
import sys
import tempfile

CLI = sys.argv[1]
SOURCE = pathlib.Path(sys.argv[2])
PLANS = sorted((SOURCE / "profiles/plans").glob("*.headroom.yaml"))
DENSE = SOURCE / "profiles/plans/llama3.1-8b-h100-node.headroom.yaml"
MIXTURE = SOURCE / "profiles/plans/mixtral-8x7b-h100-8-nodes.headroom.yaml"

MEMORY_TERMS = """weights gradients optimizer_state saved_activations working_set logits_loss gathered_parameters
temporary functional""".split()
TIME_TERMS = """gemm attention elementwise head_loss optimizer exposed_data exposed_fsdp exposed_tensor exposed_context
exposed_expert exposed_pipeline bubble host_transfer fixed""".split()
TARGETS = """maxtext-gpu maxtext-tpu maxtext-slurm maxtext-gke jax pgle-auto pgle-jax-profiler pgle-nsys megatron
torchtitan deepspeed hf-trainer""".split()

failures = []


def check(condition, text):
    if not condition:
        failures.append(text)
        print("FAIL:", text)


def run(*arguments, stdin=None):
    return subprocess.run([CLI, *map(str, arguments)], input=stdin, capture_output=True, text=True, timeout=300)


def run_json(*arguments, status=0, stdin=None):
    result = run(*arguments, "--format", "json", stdin=stdin)
    label = " ".join(map(str, arguments))
    check(result.returncode == status, f"{label}: exit {result.returncode}, wanted {status}: {result.stderr[:300]}")
    try:
        return json.loads(result.stdout)
    except ValueError as fault:
        check(False, f"{label}: stdout is not one JSON document: {fault}")
        return {}


def numbers(node):
    if isinstance(node, dict):
        for value in node.values():
            yield from numbers(value)
    elif isinstance(node, list):
        for value in node:
            yield from numbers(value)
    elif isinstance(node, float):
        yield node


def has_keys(node, keys, label):
    for key in keys:
        check(key in node, f"{label}: key {key} is missing")


def check_estimate(plan):
    report = run_json("estimate", plan)
    label = f"estimate {plan.name}"
    has_keys(report, "plan parameters derived memory time throughput bottleneck findings".split(), label)
    if failures:
        return
    has_keys(report["parameters"], ["total", "active"], label)
    has_keys(report["derived"], "data_parallel_ranks micro_batches gradient_accumulation critical_tokens_per_device".split(), label)
    reasons = [finding for finding in report["findings"] if finding["id"] == "extrapolated"]
    check(len(reasons) == report["extrapolated"], f"{label}: a finding says why it extrapolates")
    if place := report.get("mfu_among_measured"):
        has_keys(place, "mfu standing runs sources lower_quarter median upper_quarter best best_source text".split(), label)
        check(place["lower_quarter"] <= place["median"] <= place["upper_quarter"] <= place["best"], f"{label}: quarters")
    memory, time = report["memory"], report["time"]
    has_keys(memory, """fits capacity_bytes budget_bytes peak_bytes headroom_bytes outside_pool_bytes p10_bytes p90_bytes
        host_bytes terms""".split(), label)
    has_keys(time, "step_seconds p10_seconds p90_seconds terms".split(), label)
    has_keys(report["throughput"], """tokens_per_second_per_device model_tflops_per_device hardware_tflops_per_device mfu
        hfu flops_convention""".split(), label)
    check([term["id"] for term in memory["terms"]] == MEMORY_TERMS, f"{label}: memory term ids")
    check([term["id"] for term in time["terms"]] == TIME_TERMS, f"{label}: time term ids")
    check(math.isclose(sum(t["bytes"] for t in memory["terms"]), memory["peak_bytes"], rel_tol=1e-9), f"{label}: memory sum")
    check(math.isclose(sum(t["seconds"] for t in time["terms"]), time["step_seconds"], rel_tol=1e-9), f"{label}: time sum")
    figures = [memory[name] for name in ("allocated", "reserved", "device")]
    check(all(f["p10_bytes"] <= f["bytes"] <= f["p90_bytes"] for f in figures), f"{label}: intervals of memory")
    check(memory["peak_bytes"] == figures[0]["bytes"] <= figures[1]["bytes"] <= figures[2]["bytes"], f"{label}: ways to count")
    needed = memory[memory["verdict_by"]]["bytes"]
    check(math.isclose(memory["budget_bytes"] - needed, memory["headroom_bytes"], rel_tol=1e-9, abs_tol=2),
          f"{label}: headroom")
    check(memory["fits"] == (memory["fit_probability"] >= 0.5), f"{label}: fits")
    check(all(math.isfinite(x) for x in numbers(report)), f"{label}: a number is not finite")
    check(time["p10_seconds"] <= time["step_seconds"] <= time["p90_seconds"], f"{label}: time interval")
    check(memory["p10_bytes"] <= memory["peak_bytes"] <= memory["p90_bytes"], f"{label}: memory interval")
    check(0 < report["throughput"]["mfu"] < 1, f"{label}: MFU is a fraction")
    check(memory["fits"], f"{label}: an example plan fits")
    for finding in report["findings"]:
        has_keys(finding, ["severity", "id", "message", "action"], label)
        check(finding["severity"] in ("error", "warning", "hint"), f"{label}: severity")


def check_verdicts():
    tight = ["--set", "parallelism.micro_batch_sequences=16", "--set", "remat.policy=minimal"]
    report = run_json("estimate", DENSE, *tight)
    check(report.get("memory", {}).get("fits") is False, "a plan that does not fit says so")
    blame = [f for f in report.get("findings", []) if f["id"] == "does-not-fit"]
    check(len(blame) == 1 and blame[0]["severity"] == "error", "one finding does-not-fit")
    run_json("estimate", DENSE, *tight, "--check", status=3)
    run_json("estimate", DENSE, "--check", status=0)
    with tempfile.TemporaryDirectory() as folder:
        tiled = pathlib.Path(folder) / "tiled.headroom.yaml"
        tiled.write_text(run("check", DENSE, "--set", "options.vocab_tiling=4", "--print").stdout)
        moved = run("estimate", tiled, "--set", "framework=megatron", "--set", "remat.policy=full")
        check(moved.returncode == 0, f"estimate: another framework drops options: {moved.stderr[:200]}")
        check(moved.stderr.count("\n") == 1 and "options.vocab_tiling=4" in moved.stderr, "estimate: with a note")
        both = run("estimate", tiled, "--set", "framework=megatron", "--set", "options.vocab_tiling=4")
        check(both.returncode == 2 and "maxtext" in both.stderr, "estimate: an option said with it is refused")
    measured = run("estimate", DENSE, "--measured-step-seconds", "12")
    check(measured.returncode == 0 and "MFU" in measured.stdout, "a measured step time gives MFU")
    for arguments in (["--explain"], ["--explain", "gemm"], ["--explain", "mfu"],
                      ["--explain", "outside_pool_bytes"], ["--format", "markdown"]):
        result = run("estimate", DENSE, *arguments)
        said = "Derivation" in result.stdout or "--explain" not in arguments
        check(result.returncode == 0 and len(result.stdout) > 200 and said, f"estimate {arguments}")


def check_search():
    report = run_json("search", MIXTURE, "--top", "5", "--free", "parallelism.tensor,parallelism.fsdp,remat.policy")
    has_keys(report, "enumerated evaluated feasible seconds results recommended recommended_reason".split(), "search")
    results = report.get("results", [])
    check(0 < len(results) <= 5, "search: results")
    for result in results:
        has_keys(result, "settings step_seconds peak_bytes mfu tie fit_probability axes".split(), "search result")
        settings = [part for path, value in result["settings"].items() for part in ("--set", f"{path}={text_of(value)}")]
        lone = run_json("estimate", MIXTURE, *settings)
        check(lone["time"]["step_seconds"] == result["step_seconds"], "search: step equals the lone estimate")
        check(lone["memory"]["peak_bytes"] == result["peak_bytes"], "search: peak equals the lone estimate")
    steps = [result["step_seconds"] for result in results]
    check(steps == sorted(steps), "search: sorted by the objective")


def check_search_target():
    """What is listed for a target exports there; what no result can be exported for says why."""
    with tempfile.TemporaryDirectory() as folder:
        for target in (None, "pgle-nsys"):
            named = ["--target", target] if target else []
            report = run_json("search", MIXTURE, "--top", "3", "--free", "remat.policy", *named)
            check(report["target"] == (target or "maxtext-gpu"), f"search: target {report.get('target')}")
            check(0 < len(report["results"]) <= 4, f"search for {target}: results")
            for index, result in enumerate(report["results"]):
                settings = [part for path, value in result["settings"].items()
                            for part in ("--set", f"{path}={text_of(value)}")]
                out = pathlib.Path(folder, f"{target}{index}")
                done = run("export", MIXTURE, *settings, "--target", report["target"], "--out", out)
                check(done.returncode == 0, f"search for {target}: {done.stderr[:200]}")
    other = run("search", DENSE, "--target", "megatron")
    check(other.returncode == 2 and "framework=megatron" in other.stderr, f"search --target megatron: {other.stderr}")
    wrong = run("search", DENSE, "--target", "maxtext-tpu")
    check(wrong.returncode == 2 and "TPU" in wrong.stderr, f"search --target maxtext-tpu: {wrong.stderr}")


def check_releases():
    """A release is named by presence; estimate, check and export show the same pair."""
    with tempfile.TemporaryDirectory() as folder:
        unnamed = pathlib.Path(folder, "unnamed.headroom.yaml")
        text = [line for line in DENSE.read_text().splitlines() if not line.startswith("software")]
        unnamed.write_text("\n".join(text) + "\n")
        pairs = {"": ("0.10.0", "0.2.4", []), "0.6.2": ("0.6.2", "2025-07-21", ["jaxlib"]),
                 "0.5.3": ("0.5.3", "2025-04-15", ["jaxlib"]), "0.4.31": ("0.4.31", "2024-09-09", ["jaxlib"]),
                 "0.4.26": ("0.4.26", "2024-05-06", ["jaxlib"])}
        for jaxlib, (used, maxtext, named) in pairs.items():
            settings = ["--set", f"software.jaxlib={jaxlib}"] if jaxlib else []
            report = run_json("check", unnamed, *settings)
            software = {"jaxlib": used, "maxtext": maxtext}
            shown = {name: report["plan"]["software"].get(name) for name in software}
            check(shown == software, f"check {jaxlib}: {report['plan']['software']}")
            check(report["software"] == {**software, "named": named}, f"check {jaxlib}: {report['software']}")
            check(report["findings"] == [], f"check {jaxlib}: {report['findings']}")
            out = pathlib.Path(folder, f"out{jaxlib}")
            done = run("export", unnamed, *settings, "--target", "maxtext-gpu", "--out", out)
            check(done.returncode == 0, f"export {jaxlib}: {done.stderr[:200]}")
            exported = run_json("check", out / "plan.headroom.yaml")
            check(exported["software"] == {**software, "named": ["jaxlib", "maxtext"]}, f"exported plan {jaxlib}")
            readme = (out / "README.md").read_text()
            check(f"jaxlib {used} and MaxText {maxtext}" in readme, f"README {jaxlib}")
            check(("does not accumulate gradients" in readme) == (jaxlib == "0.4.26"), f"README {jaxlib}: batch")
            # The files' plan is the same plan, down to the last digit.
            same = [run_json("estimate", plan, *more)["time"]["step_seconds"]
                    for plan, more in ((unnamed, settings), (out / "plan.headroom.yaml", []))]
            check(same[0] == same[1], f"estimate {jaxlib}: {same}")
        printed = run("check", unnamed, "--print").stdout
        check("software" not in printed, "check --print names what the plan does not")
        printed = run("check", unnamed, "--print", "--set", "software.jaxlib=0.6.2").stdout
        check("jaxlib" in printed and "maxtext:" not in printed, "check --print keeps what is named")
        lacking = run("check", unnamed, "--set", "model=bloom-176b")
        check("framework-lacks-block" in lacking.stderr, f"check of a model without a block: {lacking.stderr}")


def text_of(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def check_lint():
    report = run_json("lint", "-", "--jaxlib", "0.6.2", status=3,
                      stdin="export XLA_FLAGS='--xla_gpu_enable_latency_hidding_scheduler=true'\n")
    finding = report.get("findings", [{}])[0]
    has_keys(finding, "severity id line column name message fix".split(), "lint")
    check(finding.get("severity") == "error", "lint: an unknown flag is an error")
    check("xla_gpu_enable_latency_hiding_scheduler" in json.dumps(finding), "lint: the nearest name")
    clean = run_json("lint", "-", "--jaxlib", "0.6.2", stdin="echo nothing\n")
    check(clean.get("findings") == [], "lint: nothing to say")


def check_explain():
    for name in ("xla_gpu_enable_latency_hiding_scheduler", "--xla_gpu_enable_command_buffer", "NCCL_NVLS_ENABLE",
                 "save_qkv_proj", "mxfp8", "exposed_fsdp", "MFU"):
        result = run("explain", name)
        check(result.returncode == 0 and len(result.stdout) > 80, f"explain {name}")
    unknown = run("explain", "xla_gpu_enable_latency_hiding_schedular")
    check(unknown.returncode == 2 and "xla_gpu_enable_latency_hiding_scheduler" in unknown.stderr, "explain: nearest names")


def check_effects():
    """The effects of a flag that its witness shows from outside."""
    fraction = run_json("explain", "XLA_PYTHON_CLIENT_MEM_FRACTION")
    effects = fraction.get("effects", [])
    check(len(effects) == 1, "explain: the memory fraction has one effect")
    for effect in effects:
        has_keys(effect, "term direction evidence text witness".split(), "effect")
        witness = effect["witness"]
        has_keys(witness, "plan set off on".split(), "witness")
        budgets = []
        for value in (witness["off"], witness["on"]):
            settings = [*witness["set"], f"flags.XLA_PYTHON_CLIENT_MEM_FRACTION={value}"]
            report = run_json("estimate", witness["plan"], *[part for item in settings for part in ("--set", item)])
            budgets.append(report["memory"]["budget_bytes"])
        check(budgets[1] > budgets[0], "witness: a larger share is a larger pool")
    unheard = run_json("explain", "NCCL_CROSS_NIC")
    check(unheard.get("effects") == [] and "sweep" in " ".join(unheard.get("not_modelled", [])), "explain: not modelled")


def check_advise():
    for plan in PLANS:
        report = run_json("advise", plan)
        label = f"advise {plan.name}"
        has_keys(report, "flags levers findings remedies question".split(), label)
        estimate = run_json("estimate", plan)
        for key in ("remedies", "findings"):
            check(report[key] == estimate[key], f"{label}: {key} are those of estimate")
        for flag in report["flags"]:
            has_keys(flag, "name value class reason step_change peak_change_bytes".split(), label)
            check(flag["class"] in ("set", "consider", "leave", "avoid"), f"{label}: class")
            change = flag["step_change"]
            check(change["p10"] <= change["seconds"] <= change["p90"], f"{label}: {flag['name']} interval")
            if change["seconds"] and change["p10"] <= 0 <= change["p90"]:
                check(" may " in flag["reason"], f"{label}: {flag['name']} says may")
            loses = change["seconds"] >= 0 and flag["peak_change_bytes"] > 0
            check(not (flag["class"] == "set" and loses), f"{label}: {flag['name']} is a loss")
        for lever in report["levers"]:
            has_keys(lever, "id label changes note step_change peak_change_bytes".split(), label)
        check(all(math.isfinite(x) for x in numbers(report)), f"{label}: a number is not finite")
        said = run("advise", plan)
        check(said.returncode == 0 and "Levers" in said.stdout, f"{label}: text")


def check_export():
    listed = run("export", "--list-targets")
    check(listed.returncode == 0 and all(target in listed.stdout for target in TARGETS), "export --list-targets")
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "launch"
        first = run("export", DENSE, "--target", "maxtext-gpu", "--out", out)
        check(first.returncode == 0, f"export: {first.stderr[:300]}")
        files = {path.name: path.read_bytes() for path in out.rglob("*") if path.is_file()}
        check("README.md" in files and any(name.endswith(".yml") for name in files), "export: files")
        again = run("export", DENSE, "--target", "maxtext-gpu", "--out", out)
        check(again.returncode == 0, "export: own files are replaced")
        other = pathlib.Path(folder) / "elsewhere"
        run("export", DENSE, "--target", "maxtext-gpu", "--out", other)
        check(files == {path.name: path.read_bytes() for path in other.rglob("*") if path.is_file()}, "export: same bytes")
        refused = run("export", DENSE, "--target", "maxtext-tpu", "--out", pathlib.Path(folder) / "none")
        check(refused.returncode == 2 and not (pathlib.Path(folder) / "none").exists(), "export: a GPU plan for a TPU target")


def check_validate():
    table = SOURCE / "profiles/measurements/measurements.csv"
    report = run_json("validate", table)
    has_keys(report, "rows step_time memory groups excluded predictions".split(), "validate")
    has_keys(report.get("step_time", {}), """n median_ape mape p90_ape coverage80 baseline_mape pair_order regret_mean
        regret_max kendall_tau""".split(), "validate step_time")
    has_keys(report.get("memory", {}), ["n", "median_ape", "mape", "p90_ape", "coverage80"], "validate memory")
    check(report.get("rows") == 1590, "validate: rows")
    check(len(report["predictions"]) + len(report["excluded"]) == report["rows"], "validate: every row is accounted for")


def check_profiles():
    for kind in ([], ["models"], ["hardware"], ["flags"], ["plans"]):
        result = run("profiles", *kind)
        check(result.returncode == 0 and result.stdout, f"profiles {kind}")


for plan in PLANS:
    check_estimate(plan)
check_verdicts()
check_search()
check_search_target()
check_releases()
check_lint()
check_explain()
check_effects()
check_advise()
check_export()
check_validate()
check_profiles()
print(f"{len(failures)} failed")
sys.exit(1 if failures else 0)
