#!/usr/bin/env python3
# @plan
#
# Writes the instruction costs of the newest profiler trace under a folder as a cost file that XLA's
# latency estimator reads.
import os
import pathlib
import sys


def newest_trace(folder):
    """The newest profiler run, wherever the program put it below the folder."""
    runs = [run for run in pathlib.Path(folder).glob("**/plugins/profile/*") if run.is_dir()]
    return max(runs, key=lambda run: (run.stat().st_mtime, run.name), default=None)


def main():
    if len(sys.argv) != 3:
        print("usage: extract_costs.py TRACE_FOLDER COST_FILE", file=sys.stderr)
        return 2
    run = newest_trace(sys.argv[1])
    if run is None:
        print(f"{sys.argv[1]}: no profiler trace found; did the program start and stop the profiler?", file=sys.stderr)
        return 2
    from jax.experimental import profiler

    costs = profiler.get_profiled_instructions_proto(os.fspath(run))
    temporary = sys.argv[2] + ".part"
    with open(temporary, "wb") as out:
        out.write(costs)
    os.replace(temporary, sys.argv[2])
    print(f"{len(costs)} bytes of costs from {run}")
    return 0 if costs else 2


if __name__ == "__main__":
    sys.exit(main())
