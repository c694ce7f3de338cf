#!/usr/bin/env bash
# Plan: Llama 3.1 8B on one H100 node
# llama3.1-8b on 1 node of 8 h100-sxm, sequence 8192, 128 sequences per step; target pgle-jax-profiler, benchmark.
# Data of 2026-08-22; written for jaxlib 0.9.2 and MaxText 0.2.2.
# Machine: accelerator=h100-sxm devices_per_node=8 nodes=1
#
# Turns the newest trace into a cost file.
set -euo pipefail

HERE="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"
# A separate folder: the converter deletes *.sqlite and *.csv next to its files.
WORK="${WORK:-${PWD}/pgle}"
mkdir -p -- "${WORK}"

exec python3 "${HERE}/extract_costs.py" "${WORK}/trace" "${WORK}/profile.pb"
