#!/usr/bin/env bash
# Plan: Llama 3.1 8B on one H100 node
# llama3.1-8b on 1 node of 8 h100-sxm, sequence 8192, 128 sequences per step; target jax, benchmark.
# Data of 2026-08-22; written for jaxlib 0.9.2 and MaxText 0.2.2.
# Machine: accelerator=h100-sxm devices_per_node=8 nodes=1
#
# Device memory that the runtime takes before any tensor.
set -euo pipefail

HERE="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"
exec python3 "${HERE}/measure_context.py" --framework jax --expect-gib 0.00
