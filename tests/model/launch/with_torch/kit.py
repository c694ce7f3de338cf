"""The measuring kit on two ranks of PyTorch over gloo."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from checks import check, command

# What is changed in a rank before the kit starts; {rank} is the rank that it happens to.
CHANGES = {
    "as it is": "",
    "slow": """
make = measure_torch.Torch.collective
def slow(self, *words):
    run, count = make(self, *words)
    return (lambda: (time.sleep(0.004), run())[1]), count
measure_torch.Torch.collective = slow
""",
    "full": "measure_torch.Torch.free_bytes = lambda self: 1 << 20",
    "broken": """
make = measure_torch.Torch.product
made = []
def product(self, *words):
    made.append(words)
    if len(made) == 3:
        raise RuntimeError("out of memory on purpose")
    return make(self, *words)
measure_torch.Torch.product = product
""",
    "broken in a message": """
make = measure_torch.Torch.collective
def collective(self, *words):
    make(self, *words)
    def run():
        raise RuntimeError("a cable is pulled on purpose")
    return run, 8
measure_torch.Torch.collective = collective
""",
    "gone": """
measure_torch.Torch.tiny = lambda self: os._exit(9)
""",
}
START = """
import os, sys, time
sys.path.insert(0, os.getcwd())
import measure, measure_torch
if int(os.environ["RANK"]) == {rank}:
    exec({change!r})
sys.argv[0] = "measure.py"
sys.exit(measure.main())
"""


def two_ranks(folder, words, port):
    """Exit status and output of a program of two ranks."""
    running = []
    for own in (0, 1):
        environment = {**os.environ, "RANK": str(own), "LOCAL_RANK": str(own), "WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1",
                       "MASTER_PORT": str(port), "OMP_NUM_THREADS": "1"}
        running.append(subprocess.Popen([sys.executable, *words], cwd=folder, env=environment, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, text=True))
    texts = []
    for process in running:
        try:
            texts.append(process.communicate(timeout=600)[0])
        except subprocess.TimeoutExpired:
            process.kill()
            texts.append(process.communicate()[0] + "\n(hung)")
    return [process.returncode for process in running], texts


def kit(folder, change, rank, port, only):
    """Exit status and output of both ranks, the kit's file and the seconds that it took."""
    start = time.monotonic()
    statuses, texts = two_ranks(folder, ["-c", START.format(rank=rank, change=CHANGES[change]), "--backend", "torch", "--scale",
                                         "0.01", "--patience", "10", "--only", only], port)
    file = pathlib.Path(folder, "measure.json")
    document = json.loads(file.read_text()) if file.exists() else {}
    return statuses, texts, document, time.monotonic() - start


def bandwidth(port):
    """all_reduce_check.py measures, and rank 0 judges."""
    with tempfile.TemporaryDirectory() as place:
        command("export", "llama3.1-8b-h100-node", "--target", "megatron", "--out", place)
        for need, status, words in (("0.000001", 0, "verdict: enough"), ("1000000", 3, "verdict: too slow")):
            port += 1
            found, texts = two_ranks(place, ["all_reduce_check.py", "--payload-mib", "16", "--repeats", "3", "--devices-per-node",
                                             "2", "--need-gbytes-per-s", need], port)
            print(f"all_reduce_check, {need} GB/s needed: exit {found}")
            check(found == [status, 0] and words in texts[0], f"all_reduce_check {need}: {found} {texts}")
    return port


def main(port):
    port = bandwidth(port)
    with tempfile.TemporaryDirectory() as place:
        command("export", "llama3.1-8b-h100-node", "--target", "measure", "--out", place)
        shapes = json.loads(pathlib.Path(place, "shapes.json").read_text())
        for shape in shapes["products"]:
            shape.update(m=max(1, shape["m"] // 64), k=max(1, shape["k"] // 64), n=max(1, shape["n"] // 64))
        pathlib.Path(place, "shapes.json").write_text(json.dumps({**shapes, "copy_bytes": 1 << 22}))
        for change, rank, only, statuses, words in (
                ("as it is", 0, "gemm,attention,copy,launch,collectives", [0, 0], ""),
                ("slow", 1, "launch,collectives", [0, 0], ""),
                ("slow", 0, "launch,collectives", [0, 0], ""),
                ("full", 1, "gemm,launch,collectives", [0, 0], ""),
                ("broken", 1, "gemm,copy", [2, 2], "rank 1: out of memory on purpose"),
                ("broken", 0, "gemm,copy", [2, 2], "rank 0: out of memory on purpose"),
                ("broken in a message", 1, "launch,collectives", [2, 2], "rank 1: a cable is pulled on purpose"),
                ("gone", 1, "copy,launch,collectives", [2, 9], "")):
            pathlib.Path(place, "measure.json").unlink(missing_ok=True)
            port += 1
            found, texts, document, seconds = kit(place, change, rank, port, only)
            print(f"kit, rank {rank} {change}: exit {found}, {len(document.get('measurements', []))} measurements, {seconds:.1f} s")
            check(found == statuses, f"{change}: exit {found}, not {statuses}: {texts[0][-600:]} | {texts[1][-600:]}")
            heard = [text for own, text in enumerate(texts) if statuses[own] == 2]
            check(all(words in text for text in heard), f"{change}: not every rank says why: {heard}")
            kinds = {row["kind"] for row in document.get("measurements", [])}
            check(kinds & {"gemm", "copy", "launch"}, f"{change}: what was measured is kept: {kinds}")
            if statuses == [0, 0]:
                check("all_reduce" in kinds, f"{change}: collectives were measured: {kinds}")
    return port
