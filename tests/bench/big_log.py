#!/usr/bin/env python3
"""Writes logs of a given size, to measure how fast and in how much memory `runs add` reads them.

usage: big_log.py KIND GIB > FILE      KIND: maxtext, megatron, torchtitan, deepspeed, noise, ranks, binary, bars, blocks,
                                       dictionaries, nanotron, json
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
    if kind == "bars":
        return f"{step % 100:3d}%|▎         | {step}/90000000 [{step // 20:02d}:{step % 60:02d}<20:00,  3.2{step % 10}s/it]" + (
            f"\n{{'loss': 1.2{step % 1000:03d}, 'grad_norm': 0.79, 'learning_rate': 1.9e-05, 'epoch': 0.09}}\n" if step % 10 == 0 else "\r")
    if kind == "blocks":
        return (f" iteration {step:8d}/ 9000000 | consumed samples: {step * 256:12d} | elapsed time per iteration (ms): 814{step % 10}.2 | "
                "learning rate: 1.700000E-05 | global batch size:   256 | lm loss: 2.399000E+00 | grad norm: 0.2 |\n"
                + ("(min, max) time across ranks (ms):\n"
                   "    forward-backward ...............................: (2517.51, 2517.52)\n"
                   "    optimizer ......................................: (12.23, 12.24)\n"))
    if kind == "dictionaries":
        return (f"{{'loss': 1.4{step % 10}, 'grad_norm': 1.25, 'learning_rate': 1e-05, 'token_acc': 0.66, 'epoch': 0.01, "
                f"'global_step/max_steps': '{step}/90000000', 'elapsed_time': '{step // 3600}h {step // 60 % 60}m {step % 60}s', "
                f"'memory(GiB)': 38.1, 'train_speed(iter/s)': 0.3501{step % 10}}}\n")
    if kind == "nanotron":
        return (f"03/02/2025 {step // 3600 % 24:02d}:{step // 60 % 60:02d}:{step % 60:02d} [INFO|DP=0|PP=0|TP=0|node-7]: iteration: {step} / 90000000 | "
                f"consumed_tokens: 1.31G | elapsed_time_per_iteration_ms: 4.0{step % 10}K | tokens_per_sec: 65.5K | "
                "tokens_per_sec_per_gpu: 8.19K | global_batch_size: 64 | lm_loss: 3.1 | lr: 0.0003 | model_tflops_per_gpu: 52.4\n")
    if kind == "json":
        return (f'{{"current_steps": {step}, "total_steps": 90000000, "loss": 0.7{step % 10}, "learning_rate": 4.2e-05, "epoch": 0.4, '
                f'"percentage": 40.0, "elapsed_time": "{step // 3600}:{step // 60 % 60:02d}:{step % 60:02d}", "remaining_time": "0:48:10"}}\n')
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
