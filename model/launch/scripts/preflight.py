#!/usr/bin/env python3
# @plan
#
# Asks a node for what the run needs before it trains: GPUs, packages, the first node's address, disk. job.sbatch starts
# it once on each node; it prints one line, and ends with 3 where something is missing.
import argparse
import os
import shutil
import socket
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version

GIB = 2**30


def gpus():
    """How many GPUs the driver shows; None: no driver's tool answers."""
    for command in (["nvidia-smi", "--list-gpus"], ["rocm-smi", "--showid", "--csv"]):
        try:
            shown = subprocess.run(command, capture_output=True, text=True, timeout=120)
        except (OSError, subprocess.TimeoutExpired):
            continue
        if shown.returncode == 0:
            return sum(line.startswith(("GPU ", "card")) for line in shown.stdout.splitlines())
    return None


def check_gpus(wanted):
    found = gpus()
    if found is None:
        return "no nvidia-smi or rocm-smi, so GPUs are not counted", True
    return f"{found} of {wanted} GPUs", found >= wanted


def check_package(name):
    for spelling in (name, name.replace("-", "_")):
        try:
            return f"{name} {version(spelling)}", True
        except PackageNotFoundError:
            pass
    return f"{name} is not installed", False


def check_network():
    """Whether the name of the first node has an address; the rest is check_network.sh's."""
    host = os.environ.get("MASTER_ADDR") or os.environ.get("JAX_COORDINATOR_IP")
    if not host:
        return None
    try:
        socket.getaddrinfo(host, None)
    except OSError:
        return f"{host} has no address here", False
    return f"reaches for {host}", True


def check_disk(folder, need):
    place = os.path.abspath(folder)
    while not os.path.isdir(place):  # the run makes it
        place = os.path.dirname(place)
    free = shutil.disk_usage(place).free / GIB
    if not os.access(place, os.W_OK):
        return f"{place} takes no files", False
    return f"{free:.0f} GiB free of {need:.0f} wanted", free >= need


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gpus", type=int, required=True)
    parser.add_argument("--packages", nargs="*", default=[])
    parser.add_argument("--folder", help="where checkpoints go")
    parser.add_argument("--need-gib", type=float, default=0, help="free disk, for the checkpoints that are kept")
    own = parser.parse_args()
    found = [check_gpus(own.gpus), *map(check_package, own.packages), check_network()]
    if own.folder:
        found.append(check_disk(own.folder, own.need_gib))
    found = [one for one in found if one]
    missing = [text for text, is_fine in found if not is_fine]
    host = socket.gethostname().split(".")[0]
    if missing:
        print(f"{host}: not ready: " + "; ".join(missing))
        return 3
    print(f"{host}: ready: " + ", ".join(text for text, _ in found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
