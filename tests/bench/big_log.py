#!/usr/bin/env python3
"""Writes logs of a given size, to measure how fast and in how much memory `runs add` reads them.

usage: big_log.py KIND GIB > FILE      KIND: maxtext, megatron, torchtitan, deepspeed, noise, ranks, binary
Then:  /usr/bin/time -v headroom-cli runs add FILE
"""
import os
import sys


def step_line(kind, step):
    if kind == "maxtext":
        return (f"I0317 09:59:16.242826 125344476638336 metric_logger.py:120] completed step: {step}, seconds: 5.66{step % 10}, "
                f"TFLOP/s/device: 134.935, Tokens/s/device: 2893.7, total_weights: 65536, loss: 9.731\n")
    if kind == "megatron":
        return (f" [2026-08-22 15:22:22.123456] iteration {step:8d}/ 9000000 | consumed samples: {step * 128:12d} | "
                f"elapsed time per iteration (ms): 558{step % 10}.9 | throughput per GPU (TFLOP/s/GPU): 234.0 | learning rate: "
                "1.700000E-05 | global batch size:   128 | lm loss: 1.831795E+00 | loss scale: 1.0 | grad norm: 1.578 | "
                "number of skipped iterations:   0 | number of nan iterations:   0 |\n")
    if kind == "torchtitan":
        return (f"[rank0]:[titan] 2026-06-04 08:51:58,557 - root - INFO - \x1b[31mstep: {step}  \x1b[32mloss:  7.70690  "
                f"\x1b[38;2;180;60;0mgrad_norm:  5.1354  \x1b[38;2;54;234;195mmemory: 30.99GiB(32.62%)  \x1b[34mtps: 7,03{step % 10}  "
                "\x1b[36mtflops: 407.35  \x1b[35mmfu: 41.19%\x1b[39m\n")
    if kind == "deepspeed":
        return (f"[2026-08-22 10:00:00,123] [INFO] [timer.py:264:stop] epoch=0/micro_step={4 * step}/global_step={step}, "
                f"RunningAvgSamplesPerSec=57.31, CurrSamplesPerSec=58.9{step % 10}, MemAllocated=12.34GB, MaxMemAllocated=45.6GB\n")
    if kind == "ranks":
        return "".join(f"[rank{rank}]:[titan] 2026-06-04 08:51:58,557 - root - INFO - step: {step}  loss:  7.7  memory: "
                       f"30.99GiB(32.62%)  tps: 7,03{rank}  tflops: 407.35  mfu: 41.19%\n" for rank in range(8))
    return f"WARNING:megatron.core.rerun_state_machine: something of no interest happened {step} times, and nobody minds it at all\n"


def main():
    kind, size = sys.argv[1], int(float(sys.argv[2]) * 2**30)
    out = sys.stdout.buffer
    written = step = 0
    while written < size:
        if kind == "binary":
            block = os.urandom(1 << 20)
        else:
            block = "".join(step_line(kind, step + i) for i in range(4096)).encode()
            step += 4096
        out.write(block)
        written += len(block)


main()
