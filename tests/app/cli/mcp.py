#!/usr/bin/env python3
"""The Model Context Protocol of headroom-cli: a recorded conversation, tools held against the commands behind
them, files outside the start folder, and lines that are no messages.

usage: mcp.py HEADROOM_CLI SOURCE_DIR
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from checks import CLI, SOURCE, check, command, failures

PLAN = "llama3.1-8b-h100-node"
TOOLS = "plan estimate search cluster explain lint tune export_preview diagnose".split()


def converse(folder, *lines, environment=None):
    """The answers to lines; the process ends with status 0 and says nothing else."""
    (folder / "temporary").mkdir(exist_ok=True)
    texts = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
    result = subprocess.run([CLI, "mcp"], input=b"\n".join(texts) + b"\n", capture_output=True, cwd=folder, timeout=300,
                            check=False, env={**os.environ, "TMPDIR": str(folder / "temporary"), **(environment or {})})
    check(result.returncode == 0, f"mcp: exit {result.returncode}: {result.stderr[:300]}")
    check(result.stderr == b"", f"mcp: standard error: {result.stderr[:300]}")
    answers = []
    for line in result.stdout.splitlines():
        try:
            answers.append(json.loads(line))
        except ValueError as fault:
            check(False, f"standard output is no message: {line[:200]} ({fault})")
    return answers


def request(method, params=None, number=1):
    message = {"jsonrpc": "2.0", "id": number, "method": method}
    return message if params is None else {**message, "params": params}


def call(folder, tool, **arguments):
    """The result of one call of a tool."""
    answers = converse(folder, request("tools/call", {"name": tool, "arguments": arguments}))
    check(len(answers) == 1 and "result" in answers[0], f"{tool} {arguments}: {str(answers)[:300]}")
    return answers[0].get("result", {"content": [], "isError": None})


def holds(actual, expected):
    """Whether every key and item that is expected is there."""
    if isinstance(expected, dict):
        return isinstance(actual, dict) and all(key in actual and holds(actual[key], value)
                                                for key, value in expected.items())
    if isinstance(expected, list):
        return isinstance(actual, list) and len(actual) >= len(expected) and all(map(holds, actual, expected))
    return actual == expected


def recorded_conversation(folder):
    """What mcp_client.mjs said on the public TypeScript SDK 1.32.2, and what an answer to it must hold."""
    lines = [json.loads(line) for line in (SOURCE / "tests/data/mcp/conversation.jsonl").read_text().splitlines()]
    sent = [line["client"] for line in lines if "client" in line]
    expected = [line["server"] for line in lines if "server" in line]
    answers = converse(folder, *sent)
    check(len(answers) == len(expected), f"conversation: {len(answers)} answers, wanted {len(expected)}")
    for actual, wanted in zip(answers, expected):
        check(holds(actual, wanted), f"conversation: {json.dumps(actual)[:600]} does not hold {json.dumps(wanted)}")


def tools_are_the_commands(folder):
    """A tool answers with the JSON of its command, and says so once as text and once as structure."""
    cases = [
        ("estimate", {"plan": PLAN}, ["estimate", PLAN]),
        ("estimate", {"plan": "mine.headroom.yaml", "set": {"parallelism.micro_batch_sequences": 1}},
         ["estimate", "mine.headroom.yaml", "--set", "parallelism.micro_batch_sequences=1"]),
        ("estimate", {"plan": PLAN, "set": ["parallelism.micro_batch_sequences=1"], "explain": "gemm"},
         ["estimate", PLAN, "--set", "parallelism.micro_batch_sequences=1", "--explain", "gemm"]),
        ("explain", {"name": "xla_gpu_enable_latency_hiding_scheduler"},
         ["explain", "xla_gpu_enable_latency_hiding_scheduler"]),
        ("lint", {"file": "run.sh", "jaxlib": "0.6.2"}, ["lint", "run.sh", "--jaxlib", "0.6.2"]),
        ("plan", {"files": ["run.sh"]}, ["plan", "run.sh"]),
        ("export_preview", {"plan": PLAN, "target": "maxtext-gpu"},
         ["export", PLAN, "--target", "maxtext-gpu", "--preview"]),
        ("diagnose", {"csv": "mine.runs.csv"}, ["diagnose", "mine.runs.csv"]),
    ]
    for tool, arguments, words in cases:
        result = call(folder, tool, **arguments)
        negative = subprocess.run([CLI, *words, "--format", "json"], capture_output=True, text=True, cwd=folder,
                                  check=False)
        check(negative.returncode in (0, 3), f"{words}: {negative.returncode} {negative.stderr[:200]}")
        wanted = json.loads(negative.stdout)
        check(result["isError"] is False, f"{tool} {arguments}: {str(result)[:300]}")
        check(json.loads(result["content"][0]["text"]) == wanted, f"{tool} {arguments}: another text than {words}")
        check(result["structuredContent"] == wanted, f"{tool} {arguments}: another structure than {words}")
    for tool, arguments, key in (
            ("search", {"plan": PLAN, "free": ["micro_batch_sequences"], "top": 2}, "results"),
            ("cluster", {"plan": "llama3.1-8b", "chips": ["h100-sxm"], "tokens": 1e9, "most_devices": 8}, "chips")):
        result = call(folder, tool, **arguments)
        check(result["isError"] is False and key in result.get("structuredContent", {}), f"{tool}: {str(result)[:300]}")
    said = call(folder, "plan", text="Llama 3 8B on 8 H100, sequence 8192, global batch 128")["structuredContent"]
    check(said["plan"]["model"] == "llama3-8b", f"plan of a sentence: {str(said)[:300]}")
    given = call(folder, "estimate", plan=json.loads(command("check", PLAN, "--format", "json").stdout)["plan"])
    check(given["isError"] is False, f"a plan as a mapping: {str(given)[:300]}")


def bad_input_is_an_error_of_the_tool(folder):
    for tool, arguments, words in (
            ("estimate", {"plan": PLAN, "set": {"parallelism.tensor": 3}},
             ["estimate", PLAN, "--set", "parallelism.tensor=3"]),
            ("explain", {"name": "nonsense"}, ["explain", "nonsense"]),
            ("search", {"plan": PLAN, "min_fit": 7}, ["search", PLAN, "--min-fit", "7"])):
        result = call(folder, tool, **arguments)
        wanted = command(*words, status=2).stderr
        check(result == {"content": [{"type": "text", "text": wanted}], "isError": True}, f"{tool}: {result}")
    for tool, arguments, says in (
            ("estimate", {}, "is needed"),
            ("estimate", {"plan": PLAN, "nonsense": 1}, "--nonsense: is no argument of estimate; it takes plan, set"),
            ("estimate", {"plan": 7}, "llama"),
            ("estimate", {"plan": ["a"]}, "wants a text"),
            ("estimate", {"plan": {"schema_version": 1, "model": "llama3.1-8b"}}, "plan.headroom.yaml:"),
            ("estimate", {"plan": "-"}, "standard input holds the protocol"),
            ("search", {"plan": PLAN, "top": "many"}, "--top: wants a number"),
            ("search", {"plan": PLAN, "objective": "beauty"}, "cannot be beauty; use one of: throughput"),
            ("search", {"plan": PLAN, "why": "yes"}, "--why: wants true or false"),
            ("search", {"plan": PLAN, "free": [1]}, "--free: wants a list of texts"),
            ("estimate", {"plan": PLAN, "set": 3}, "--set: wants {PATH: VALUE}"),
            ("lint", {}, "give file or text"), ("plan", {"files": []}, "wants one at least")):
        result = call(folder, tool, **arguments)
        if says != "llama":
            check(result["isError"] is True and says in result["content"][0]["text"], f"{tool} {arguments}: {result}")
        check("/tmp/headroom-" not in str(result), f"{tool} {arguments} names a folder of its own: {result}")


def nothing_outside_is_read(folder, secret):
    """Paths, links, and files that a plan or a script names."""
    plan = (folder / "mine.headroom.yaml").read_text()
    (folder / "calibrated.headroom.yaml").write_text(plan + f"calibration: {secret}\n")
    (folder / "shape.headroom.yaml").write_text(plan.replace("model: llama3.1-8b\n", f"model: {{config_json: {secret}}}\n"))
    (folder / "link.sh").symlink_to(secret)
    (folder / "out").symlink_to(secret.parent)
    (folder / "inner.sh").symlink_to("run.sh")
    for tool, arguments in (
            ("lint", {"file": str(secret)}), ("lint", {"file": f"../{secret.parent.name}/{secret.name}"}),
            ("lint", {"file": "link.sh"}), ("lint", {"file": f"out/{secret.name}"}),
            ("lint", {"file": "../no-such-file"}), ("lint", {"file": "/etc/passwd"}), ("plan", {"files": ["link.sh"]}),
            ("plan", {"files": ["run.sh", str(secret)]}), ("diagnose", {"csv": str(secret)}),
            ("estimate", {"plan": str(secret)}), ("estimate", {"plan": PLAN, "calibration": str(secret)}),
            ("estimate", {"plan": PLAN, "compiled": str(secret)}),
            ("estimate", {"plan": "calibrated.headroom.yaml"}), ("estimate", {"plan": "shape.headroom.yaml"}),
            ("estimate", {"plan": PLAN, "set": {"calibration": str(secret)}})):
        result = call(folder, tool, **arguments)
        text = result["content"][0]["text"]
        check(result["isError"] is True and "started in" in text, f"{tool} {arguments} read it: {text[:300]}")
        check("SECRET" not in text, f"{tool} {arguments}: {text[:300]}")
    check(call(folder, "lint", file="inner.sh")["isError"] is False, "a link inside the folder is no way out")
    check(call(folder, "lint", file=str(folder / "run.sh"))["isError"] is False, "an absolute path inside")


def lines_that_are_no_messages(folder):
    ping = request("ping", number="last")
    hostile = {
        b"nonsense": -32700, b"{": -32700, b"\xff\xfe": -32700, b"{} {}": -32700, b"[" * 100000: -32700,
        b'{"a":' * 100 + b"1" + b"}" * 100: -32700, b'"' + b"x" * (5 << 20) + b'"': -32700,
        b'{"id": 1, "id": 2}': -32700, b"7": -32600, b"null": -32600, b"[]": -32600, b"{}": -32600,
        b'{"jsonrpc": "1.0", "id": 1, "method": "ping"}': -32600,
        b'{"jsonrpc": "2.0", "id": null, "method": "ping"}': -32600,
        b'{"jsonrpc": "2.0", "id": [1], "method": "ping"}': -32600,
        b'{"jsonrpc": "2.0", "id": 1, "method": 7}': -32600,
        b'{"jsonrpc": "2.0", "id": 1, "method": "resources/list"}': -32601,
        b'{"jsonrpc": "2.0", "id": 1, "method": "\\u001b[31m"}': -32601,
        b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": [1]}': -32602,
        b'{"jsonrpc": "2.0", "id": 1, "method": "initialize"}': -32602,
        b'{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"cursor": "x"}}': -32602,
        b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {}}': -32602,
        b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "rm"}}': -32602,
        b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "lint", "arguments": []}}': -32602,
    }
    for line, code in hostile.items():
        answers = converse(folder, line, ping)
        check(len(answers) == 2 and answers[0].get("error", {}).get("code") == code, f"{line[:80]}: {str(answers)[:300]}")
        check(answers[-1] == {"jsonrpc": "2.0", "id": "last", "result": {}}, f"{line[:80]}: no answer after it")
    silent = [b"", b"  \r", {"jsonrpc": "2.0", "method": "notifications/initialized"},
              {"jsonrpc": "2.0", "method": "nonsense"}, {"jsonrpc": "2.0", "id": 5, "result": {}},
              [{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}]]
    check(converse(folder, *silent) == [], "a notification has no answer")
    batch = converse(folder, [request("ping", number=1), silent[2], request("nonsense", number=2)])
    check([sorted(answer) for answer in batch[0]] == [["id", "jsonrpc", "result"], ["error", "id", "jsonrpc"]], str(batch))
    check(converse(folder, request("ping", number=2**40))[0]["id"] == 2**40, "a long id")
    ended = subprocess.run([CLI, "mcp"], input=json.dumps(ping).encode(), capture_output=True, cwd=folder, check=False)
    check(ended.returncode == 0 and b"last" in ended.stdout, "a last line without a line break")
    for asked, given in (("2024-11-05", "2024-11-05"), ("1999-01-01", "2025-11-25")):
        answer = converse(folder, request("initialize", {"protocolVersion": asked}))[0]["result"]
        check(answer["protocolVersion"] == given, f"asked for {asked}: {answer['protocolVersion']}")


def schemas_describe_the_arguments(folder):
    tools = converse(folder, request("tools/list"))[0]["result"]["tools"]
    names = [tool["name"] for tool in tools]
    check(set(TOOLS) <= set(names), f"tools: {names}")
    for tool in tools:
        schema = tool["inputSchema"]
        check(schema["type"] == "object" and schema["additionalProperties"] is False, f"{tool['name']}: {schema}")
        check(len(tool["description"]) > 30, f"{tool['name']}: no description")
        for name, value in schema["properties"].items():
            check(value.get("description") and ("type" in value or "anyOf" in value), f"{tool['name']}.{name}: {value}")
        check(set(schema.get("required", [])) <= set(schema["properties"]), f"{tool['name']}: {schema}")
    arguments = {tool["name"]: set(tool["inputSchema"]["properties"]) for tool in tools}
    check({"plan", "set", "explain"} <= arguments["estimate"], f"estimate takes {arguments['estimate']}")
    needed = {tool["name"]: tool["inputSchema"].get("required", []) for tool in tools}
    check(needed["export_preview"] == ["plan", "target"] and needed["explain"] == ["name"] and needed["lint"] == [], needed)
    check({"file", "text"} <= arguments["lint"], f"lint takes {arguments['lint']}")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder, elsewhere = pathlib.Path(name, "work"), pathlib.Path(name, "elsewhere")
        folder.mkdir()
        elsewhere.mkdir()
        secret = elsewhere / "secret.sh"
        secret.write_text("export SECRET=1\n")
        shutil.copy(SOURCE / f"profiles/plans/{PLAN}.headroom.yaml", folder / "mine.headroom.yaml")
        (folder / "run.sh").write_text("export XLA_FLAGS='--xla_gpu_enable_triton_gemm=maybe'\n"
                                       "torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 32 --hidden-size 4096 "
                                       "--num-attention-heads 32 --seq-length 4096 --micro-batch-size 1 "
                                       "--global-batch-size 64 --tensor-model-parallel-size 2\n")
        command("runs", "add", SOURCE / "tests/data/runs/torchtitan-2026.log", "--project",
                folder / "mine.runs.csv")
        recorded_conversation(folder)
        tools_are_the_commands(folder)
        bad_input_is_an_error_of_the_tool(folder)
        nothing_outside_is_read(folder, secret)
        lines_that_are_no_messages(folder)
        schemas_describe_the_arguments(folder)
        check(not list((folder / "temporary").iterdir()), "a call left a folder behind")
    print(f"{len(failures)} failures")
    sys.exit(1 if failures else 0)


main()
