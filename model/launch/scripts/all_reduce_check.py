#!/usr/bin/env python3
# @plan
#
# Measures the bus bandwidth of all-reduce over every process of the job and compares it with what
# the plan needs. Uses torch.distributed; without torch, nccl-tests' all_reduce_perf on one node.
# Exit status: 0 enough, 3 too slow, 2 cannot measure.
import argparse
import os
import shutil
import statistics
import subprocess
import sys
import time

MIB = 1 << 20


def arguments():
    parser = argparse.ArgumentParser(description="all-reduce bus bandwidth against the plan's need")
    parser.add_argument("--need-gbytes-per-s", type=float, default=0.0, help="bus bandwidth that the plan needs")
    parser.add_argument("--payload-mib", type=float, default=1024.0, help="largest message")
    parser.add_argument("--nodes", type=int, default=1, help="nodes of the plan")
    parser.add_argument("--devices-per-node", type=int, default=8)
    parser.add_argument("--repeats", type=int, default=20)
    return parser.parse_args()


def from_slurm():
    """Slurm's variables in the names that torch.distributed reads."""
    for name, source in (("RANK", "SLURM_PROCID"), ("WORLD_SIZE", "SLURM_NTASKS"), ("LOCAL_RANK", "SLURM_LOCALID")):
        if name not in os.environ and source in os.environ:
            os.environ[name] = os.environ[source]
    os.environ.setdefault("MASTER_ADDR", "127.0.0.1")
    os.environ.setdefault("MASTER_PORT", "29500")
    for name, value in (("RANK", "0"), ("WORLD_SIZE", "1"), ("LOCAL_RANK", "0")):
        os.environ.setdefault(name, value)


def payloads(largest_mib):
    size = 16 * MIB
    while size < largest_mib * MIB:
        yield size
        size *= 4
    yield int(largest_mib * MIB)


def bus_bandwidth(size, seconds, ranks):
    """Bytes per second that each rank's link carries in a ring all-reduce: 2 (n - 1) / n of the message."""
    return 2 * (ranks - 1) / ranks * size / seconds


def measure_with_torch(options):
    import torch
    import torch.distributed as dist

    rank = int(os.environ["RANK"])
    ranks = int(os.environ["WORLD_SIZE"])
    use_cuda = torch.cuda.is_available()
    if use_cuda:
        torch.cuda.set_device(int(os.environ["LOCAL_RANK"]) % torch.cuda.device_count())
    device = "cuda" if use_cuda else "cpu"
    dist.init_process_group("nccl" if use_cuda else "gloo")
    best = 0.0
    for size in payloads(options.payload_mib):
        tensor = torch.ones(max(size // 4, 1), dtype=torch.float32, device=device)
        times = []
        for repeat in range(options.repeats + 5):
            dist.barrier()
            start = time.perf_counter()
            dist.all_reduce(tensor)
            if use_cuda:
                torch.cuda.synchronize()
            if repeat >= 5:
                times.append(time.perf_counter() - start)
            tensor.fill_(1.0)
        slowest = torch.tensor([statistics.median(times)], device=device)
        dist.all_reduce(slowest, op=dist.ReduceOp.MAX)
        rate = bus_bandwidth(size, slowest.item(), ranks) / 1e9 if ranks > 1 else 0.0
        best = max(best, rate)
        if rank == 0:
            print(f"{size / MIB:10.0f} MiB  {slowest.item() * 1e3:10.3f} ms  {rate:8.1f} GB/s bus", flush=True)
    dist.barrier()
    dist.destroy_process_group()
    return rank, ranks, best


def measure_with_nccl_tests(options):
    program = shutil.which("all_reduce_perf")
    if not program:
        sys.exit("neither torch nor all_reduce_perf (nccl-tests) is here: install one of them")
    output = subprocess.run(
        [program, "-b", "16M", "-e", f"{int(options.payload_mib)}M", "-f", "4", "-g", str(options.devices_per_node)],
        check=True, capture_output=True, text=True).stdout
    print(output)
    rates = [float(line.split()[7]) for line in output.splitlines() if line.strip() and line.split()[0].isdigit()]
    return 0, options.devices_per_node, max(rates, default=0.0)


def verdict(options, ranks, best):
    nodes = max(ranks // options.devices_per_node, 1)
    if nodes < 4 <= options.nodes:
        print(f"warning: measured over {nodes} node(s); fewer than 4 flatter the network, use all {options.nodes}")
    elif nodes < options.nodes:
        print(f"warning: measured over {nodes} of the plan's {options.nodes} nodes")
    elif options.nodes < 4:
        print(f"warning: {options.nodes} node(s); fewer than 4 say little about a larger cluster")
    print(f"bus bandwidth {best:.1f} GB/s (10^9 bytes) over {ranks} ranks")
    if options.need_gbytes_per_s <= 0:
        print("verdict: the plan names no bandwidth that it needs")
        return 0
    if best >= options.need_gbytes_per_s:
        print(f"verdict: enough; the plan needs {options.need_gbytes_per_s:.1f} GB/s to hide its traffic")
        return 0
    print(f"verdict: too slow; the plan needs {options.need_gbytes_per_s:.1f} GB/s to hide its traffic")
    return 3


def main():
    options = arguments()
    from_slurm()
    try:
        import torch  # noqa: F401
    except ImportError:
        rank, ranks, best = measure_with_nccl_tests(options)
    else:
        rank, ranks, best = measure_with_torch(options)
    if rank != 0:
        return 0
    if ranks < 2:
        print("one process only: start it on all devices of the job")
        return 2
    return verdict(options, ranks, best)


if __name__ == "__main__":
    sys.exit(main())
