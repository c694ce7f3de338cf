#!/usr/bin/env python3
# @plan
#
# Measures what the step of this plan is made of: its own matrix products and attention, memory copies,
# launches, the host link, and collectives inside a node and across nodes. Uses torch or jax, whatever is
# here; no network beyond the job's own, no data. Writes measure.json, which `headroom-cli runs add` reads.
# One process for each device (torch), or as jax.distributed wants it. On one device it says what is missing.
# All ranks take the same steps: rank 0 says how many calls a measurement makes, and after each step every rank hears
# how it went for the others. What fails on all ranks is missing; what fails on some ends the kit on all of them.
# Exit status: 0 measured, 2 cannot measure, or a rank failed where others did not.
import argparse
import importlib
import json
import math
import os
import platform
import shutil
import statistics
import subprocess
import sys
import time

MIB = 1 << 20
ELEMENT_BYTES = {"fp32": 4, "bf16": 2, "fp16": 2, "fp8": 1}
BUS_FACTOR = {"all_reduce": 2.0, "all_gather": 1.0, "reduce_scatter": 1.0, "all_to_all": 1.0}
SAMPLES = 9
HEAT_SECONDS = 1.0  # of work before ranks are compared: clocks have come down by then
SAMPLE_SECONDS = 0.03  # that one sample should last: long against the clock and the launches
MEMORY_SHARE = 0.6  # of what is free, that one measurement may take


def arguments():
    parser = argparse.ArgumentParser(description="measures the parts of a training step on this machine")
    parser.add_argument("--shapes", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "shapes.json"))
    parser.add_argument("--out", default="measure.json", help="file to write")
    parser.add_argument("--backend", choices=("auto", "torch", "jax"), default="auto")
    parser.add_argument("--only", default="", help="kinds with commas between: gemm,attention,copy,launch,host,collectives")
    parser.add_argument("--scale", type=float, default=1.0, help="multiplies rows of GEMMs and message sizes, for a trial")
    parser.add_argument("--patience", type=float, default=120.0, help="seconds that a rank waits for the others before it gives up")
    return parser.parse_args()


class Missing(Exception):
    """All ranks failed alike, as with a format that the devices do not take: the next measurement can begin."""


class Apart(Exception):
    """Some ranks failed and others did not: no measurement can follow. Says which rank, and why."""


def clocks(when):
    """Clocks, power and heat of this node's GPUs, as nvidia-smi tells them; nothing without it."""
    fields = ("clocks.sm", "clocks.mem", "power.draw", "temperature.gpu")
    program = shutil.which("nvidia-smi")
    if not program:
        return []
    try:
        text = subprocess.run([program, "--query-gpu=" + ",".join(fields), "--format=csv,noheader,nounits"],
                              capture_output=True, text=True, timeout=20, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return []
    found = []
    for index, line in enumerate(text.splitlines()):
        values = [part.strip() for part in line.split(",")]
        row = {"when": when, "device": index}
        for key, value in zip(("sm_mhz", "memory_mhz", "power_w", "temperature_c"), values):
            try:
                row[key] = float(value)
            except ValueError:  # "[N/A]"
                pass
        found.append(row)
    return found


class Kit:
    def __init__(self, options, shapes, backend):
        self.options, self.shapes, self.backend = options, shapes, backend
        self.measurements, self.missing, self.clocks, self.rank_seconds = [], [], [], []

    def wants(self, kind):
        return not self.options.only or kind in self.options.only.split(",")

    def lack(self, what, why):
        why = " ".join(str(why).split())[:200]
        self.missing.append({"what": what, "why": why})
        self.say(f"missing: {what} ({why})")

    def say(self, text):
        if self.backend.rank == 0:
            print(text, flush=True)

    def together(self, step, shared=False):
        """What `step` returns, once it is done on every rank; `shared`: it sends messages between them. Raises Missing
        on all ranks, or Apart."""
        answer, fault = None, ""
        try:
            answer = step()
        except Exception as error:
            fault = " ".join(str(error).split())[:200] or type(error).__name__
        alike, first = self.backend.agree(fault, self.options.patience, shared)
        if not first:
            return answer
        raise Missing(first.partition(": ")[2]) if alike else Apart(first)

    def timed(self, run, shared=False):
        """Median, p10 and p90 of the seconds of one call, and how many calls were made: as many on each rank."""
        def sample(calls):
            start = time.perf_counter()
            for _ in range(calls):
                run()
            self.backend.wait()
            return (time.perf_counter() - start) / calls

        once = self.together(lambda: (sample(1), sample(1))[1], shared)
        calls = max(1, min(2000, int(SAMPLE_SECONDS / max(self.first(once), 1e-7))))
        times = sorted(self.together(lambda: [sample(calls) for _ in range(SAMPLES)], shared))
        return {"seconds": statistics.median(times), "p10": times[len(times) // 10],
                "p90": times[-1 - len(times) // 10], "calls": calls * SAMPLES}

    def first(self, value):
        """Rank 0's value, on every rank."""
        return self.backend.of_all_ranks(value)[0]

    def add(self, kind, run, shared=False, **known):
        row = {"kind": kind, **known, **self.timed(run, shared)}
        self.measurements.append(row)
        return row

    def fits(self, count):
        """Whether so many bytes go beside what the devices hold; the fullest device decides for all."""
        return count < MEMORY_SHARE * min(self.backend.of_all_ranks(self.together(self.backend.free_bytes)))

    def products(self):
        slowest = None
        for shape in self.shapes["products"]:
            m, k, n, batch, form = (shape[key] for key in ("m", "k", "n", "batch", "format"))
            m = max(1, int(m * self.options.scale))
            size = ELEMENT_BYTES.get(form, 2)
            if not self.fits(batch * (size * (m * k + k * n) + 4 * m * n)):
                self.lack(f"GEMM {shape['name']}", "does not fit next to what the device holds")
                continue
            try:
                run = self.together(lambda: self.backend.product(m, k, n, batch, form))
                row = self.add("gemm", run, name=shape["name"], m=m, k=k, n=n, batch=batch, format=form,
                               flop=2.0 * m * k * n * batch)
            except Missing as fault:  # a format or shape that this device does not take
                self.lack(f"GEMM {shape['name']} in {form}", fault)
                continue
            self.say(f"GEMM       {shape['name']:<16} {form:<5} {m} x {k} x {n}  {row['flop'] / row['seconds'] / 1e12:8.1f} TFLOP/s")
            seconds = self.first(row["seconds"])
            if slowest is None or seconds > slowest[0]:
                slowest = (seconds, run)
        if slowest:
            self.ranks_beside_each_other(*slowest)

    def ranks_beside_each_other(self, seconds, run):
        """The same GEMM on every rank, after a second of work that has warmed the devices."""
        def heat():
            for _ in range(max(1, min(2000, int(HEAT_SECONDS / seconds)))):
                run()
            self.clocks += clocks("load")
            self.backend.wait()

        self.together(heat)
        self.rank_seconds = self.backend.of_all_ranks(self.timed(run)["seconds"])
        spread = max(self.rank_seconds) / min(self.rank_seconds) - 1
        if len(self.rank_seconds) > 1:
            self.say(f"ranks      the slowest takes {100 * spread:.1f} % longer than the fastest (rank {self.rank_seconds.index(max(self.rank_seconds))})")

    def attention(self):
        shape = dict(self.shapes["attention"])
        shape["sequence"] = max(1, int(shape["sequence"] * self.options.scale))
        pairs = shape["batch"] * shape["heads"] * shape["sequence"] ** 2 / 2
        flop = 4.0 * pairs * shape["head_dim"]
        try:
            forward, both = self.together(lambda: self.backend.attention(shape))
            first = self.add("attention", forward, name="forward", format=shape["format"], flop=flop)
            second = self.add("attention", both, name="forward_backward", format=shape["format"], flop=3.5 * flop)
        except Missing as fault:
            return self.lack("attention", fault)
        for row in (first, second):
            self.say(f"attention  {row['name']:<16} {row['flop'] / row['seconds'] / 1e12:8.1f} TFLOP/s (causal half counted)")

    def memory(self):
        count = int(self.shapes["copy_bytes"] * self.options.scale)
        try:
            row = self.add("copy", self.together(lambda: self.backend.copy(count)), bytes=2 * count)
        except Missing as fault:
            return self.lack("copy", fault)
        self.say(f"copy       {2 * count / row['seconds'] / 1e9:8.1f} GB/s of device memory, read and written")

    def launch(self):
        try:
            row = self.add("launch", self.together(self.backend.tiny))
        except Missing as fault:
            return self.lack("launch", fault)
        self.say(f"launch     {row['seconds'] * 1e6:8.2f} microseconds")

    def host(self):
        count = int(self.shapes["host_bytes"] * self.options.scale)
        try:
            pair = self.together(lambda: self.backend.host(count))
            if not pair:
                return self.lack("host link", "no accelerator is here")
            for kind, run in zip(("host_to_device", "device_to_host"), pair):
                row = self.add(kind, run, bytes=count)
                self.say(f"host link  {kind:<16} {count / row['seconds'] / 1e9:8.1f} GB/s")
        except Missing as fault:
            return self.lack("host link", fault)

    def collectives(self):
        if self.backend.ranks < 2:
            return self.lack("collectives", "one device only: start the kit on all devices of the job")
        per_node = min(self.shapes["devices_per_node"], self.backend.ranks)
        nodes = self.backend.ranks // per_node
        if nodes < self.shapes["nodes"]:
            self.lack(f"collectives over {self.shapes['nodes']} nodes", f"the job has {nodes}")
        for group in self.together(lambda: self.backend.groups(per_node)):
            for kind, factor in BUS_FACTOR.items():
                self.sizes(kind, factor, group)

    def sizes(self, kind, factor, group):
        name, _, ranks, nodes = group
        size, most = int(self.shapes["least_message"]), int(self.shapes["most_message"] * self.options.scale)
        row = None
        while size <= max(most, MIB):
            if not self.fits(3 * size):
                self.lack(f"{kind} of {size >> 20} MiB", "does not fit next to what the device holds")
                break
            try:
                run, count = self.together(lambda: self.backend.collective(kind, size, group))
                row = self.add(kind, run, shared=True, bytes=count, group=ranks, nodes=nodes, name=name)
            except Missing as fault:
                return self.lack(f"{kind} in group {name}", fault)
            row["bus_gbytes_per_s"] = factor * (ranks - 1) / ranks * count / row["seconds"] / 1e9
            size *= 4
        if row:
            self.say(f"{kind:<15} {name:<7} {ranks:>5} ranks on {nodes} node(s)  {row['bus_gbytes_per_s']:8.1f} GB/s bus")

    def run(self):
        self.clocks += clocks("before")
        for kind, measure in (("gemm", self.products), ("attention", self.attention), ("copy", self.memory),
                              ("launch", self.launch), ("host", self.host), ("collectives", self.collectives)):
            if self.wants(kind):
                measure()
        self.clocks += clocks("after")
        if not self.clocks:
            self.lack("clocks", "nvidia-smi is not here")

    def document(self):
        backend = self.backend
        return {"schema_version": 1, "kit": "headroom-measure", "plan": self.shapes["plan"],
                "accelerator": self.shapes["accelerator"], "backend": backend.name,
                "device": backend.device_name(), "ranks": backend.ranks,
                "devices_per_node": min(self.shapes["devices_per_node"], backend.ranks),
                "properties": backend.properties(),
                "versions": {"python": platform.python_version(), **backend.versions()},
                "clocks": self.clocks, "rank_seconds": self.rank_seconds,
                "measurements": self.measurements, "missing": self.missing}


def write(path, document):
    """The whole file or none."""
    beside = f"{path}.part{os.getpid()}"
    with open(beside, "w", encoding="utf-8") as stream:
        json.dump(document, stream, indent=1, allow_nan=False)
        stream.write("\n")
    os.replace(beside, path)


def choose(name):
    for module, kind in (("measure_torch", "Torch"), ("measure_jax", "Jax")):
        if name not in ("auto", kind.lower()):
            continue
        try:
            return getattr(importlib.import_module(module), kind)()
        except ImportError:
            continue
    sys.exit("neither torch nor jax is here: install one of them" if name == "auto" else f"{name} is not here")


def main():
    options = arguments()
    if not 0 < options.scale <= 1 or not math.isfinite(options.scale):
        print("--scale: is above 0 and at most 1", file=sys.stderr)
        return 2
    try:
        with open(options.shapes, encoding="utf-8") as stream:
            shapes = json.load(stream)
    except (OSError, ValueError) as fault:
        print(f"{options.shapes}: {fault}", file=sys.stderr)
        return 2
    try:
        backend = choose(options.backend)
    except SystemExit as fault:
        print(fault, file=sys.stderr)
        return 2
    kit = Kit(options, shapes, backend)
    ended = ""
    try:
        kit.run()
    except (Missing, Apart, RuntimeError) as fault:
        ended = str(fault)
        kit.missing.append({"what": "all that would have followed", "why": ended[:200]})
        print(f"rank {backend.rank} ends: {ended}", file=sys.stderr, flush=True)
    if backend.rank == 0:
        write(options.out, kit.document())
        print(f"wrote {options.out}: headroom-cli runs add {options.out}", flush=True)
    if ended:
        time.sleep(1 if backend.rank == 0 else 2)  # rank 0 holds the reason for the others, and they wait for its file
        os._exit(2)  # a rank amid a message would not come to a clean end
    backend.close()
    return 0 if kit.measurements else 2


if __name__ == "__main__":
    sys.exit(main())
