#!/usr/bin/env python3
# @plan
#
# Measures the device memory that the runtime takes before the program has any tensor: driver
# context, libraries, communicators. Compare it with the part that the plan counts outside the pool.
import argparse
import os
import subprocess
import sys

MIB = 1 << 20


def used_mib():
    """Memory in use on each GPU, as the driver counts it; None without a driver's tool."""
    queries = (
        ["nvidia-smi", "--query-gpu=memory.used", "--format=csv,noheader,nounits"],
        ["rocm-smi", "--showmeminfo", "vram", "--csv"],
    )
    for command in queries:
        try:
            text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        except (OSError, subprocess.CalledProcessError):
            continue
        if command[0] == "nvidia-smi":
            return [float(line) for line in text.split()]
        rows = [line.split(",") for line in text.splitlines() if line.startswith("card")]
        return [float(row[2]) / MIB for row in rows]
    return None


def start_jax(use_collective):
    os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
    import jax
    import jax.numpy as jnp

    devices = jax.local_devices()
    jnp.zeros(()).block_until_ready()
    if use_collective and len(devices) > 1:
        jax.pmap(lambda x: jax.lax.psum(x, "i"), axis_name="i")(jnp.zeros((len(devices), 1))).block_until_ready()
    return f"jax {jax.__version__}", len(devices)


def start_torch(use_collective):
    import torch

    count = torch.cuda.device_count()
    for index in range(count):
        torch.zeros(1, device=f"cuda:{index}")
    if use_collective:
        print("note: communicators of torch.distributed are counted only inside a distributed run")
    return f"torch {torch.__version__}", count


def main():
    parser = argparse.ArgumentParser(description="memory of the runtime before any tensor")
    parser.add_argument("--framework", choices=("jax", "torch"), default="jax")
    parser.add_argument("--expect-gib", type=float, default=0.0, help="what the plan counts outside the pool")
    options = parser.parse_args()
    before = used_mib()
    if before is None:
        print("no nvidia-smi or rocm-smi: this machine cannot tell")
        return 2
    start = start_jax if options.framework == "jax" else start_torch
    name, devices = start(False)
    context = used_mib()
    start(True)
    after = used_mib()
    print(f"{name}, {devices} device(s); GiB = 2^30 bytes")
    worst = 0.0
    for index in range(min(devices, len(before))):
        libraries = (context[index] - before[index]) / 1024
        communicators = (after[index] - context[index]) / 1024
        worst = max(worst, libraries + communicators)
        print(f"device {index}: context and libraries {libraries:.2f} GiB, communicators {communicators:.2f} GiB")
    if options.expect_gib > 0:
        print(f"largest {worst:.2f} GiB, the plan counts {options.expect_gib:.2f} GiB outside the pool")
        return 3 if worst > options.expect_gib * 1.25 + 0.25 else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
