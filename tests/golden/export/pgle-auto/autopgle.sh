#!/usr/bin/env bash
# Plan: Llama 3.1 8B on one H100 node
# llama3.1-8b on 1 node of 8 h100-sxm, sequence 8192, 128 sequences per step; target pgle-auto, benchmark.
# Data of 2026-08-22; written for jaxlib 0.9.2 and MaxText 0.2.2.
# Machine: accelerator=h100-sxm devices_per_node=8 nodes=1
#
# AutoPGLE: JAX profiles the first runs of the step, then compiles it again with what it measured.
set -euo pipefail

HERE="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"
export JAX_ENABLE_PGLE="${JAX_ENABLE_PGLE:-true}"
export JAX_PGLE_PROFILING_RUNS=3
export JAX_PGLE_AGGREGATION_PERCENTILE=90
exec bash "${HERE}/run.sh" "$@"
