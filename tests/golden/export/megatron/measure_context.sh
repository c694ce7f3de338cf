#!/usr/bin/env bash
# Plan: Llama 3.1 405B on 128 H100 nodes
# llama3.1-405b on 128 nodes of 8 h100-sxm, sequence 8192, 512 sequences per step; target megatron, benchmark.
# Data of 2026-08-22.
# Machine: accelerator=h100-sxm devices_per_node=8 nodes=128
#
# Device memory that the runtime takes before any tensor.
set -euo pipefail

HERE="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"
exec python3 "${HERE}/measure_context.py" --framework torch --expect-gib 0.00
