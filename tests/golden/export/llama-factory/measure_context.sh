#!/usr/bin/env bash
# Plan: Llama 3.1 70B QLoRA on one node
# llama3.1-70b on 1 node of 8 a100-80-sxm, sequence 4096, 64 sequences per step; target llama-factory, benchmark.
# Data of 2026-08-22.
# Machine: accelerator=a100-80-sxm devices_per_node=8 nodes=1
#
# Device memory that the runtime takes before any tensor.
set -euo pipefail

HERE="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"
exec python3 "${HERE}/measure_context.py" --framework torch --expect-gib 0.00
