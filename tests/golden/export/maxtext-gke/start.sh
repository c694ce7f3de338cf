#!/usr/bin/env bash
# Plan: Llama 2 70B on a v5p slice of 64 chips
# llama2-70b on 1 slice of 64 tpu-v5p, sequence 4096, 128 sequences per step; target maxtext-gke, benchmark.
# Data of 2026-08-22; written for jaxlib 0.9.2 and MaxText 0.2.2.
# Machine: accelerator=tpu-v5p devices_per_node=64 nodes=1
#
# First command of every pod: resolves the coordinator, starts run.sh.
set -euo pipefail

HERE="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"
exec bash "${HERE}/run.sh" "$@"
