#!/usr/bin/env bash
# Plan: Llama 3.1 8B on one H100 node
# llama3.1-8b on 1 node of 8 h100-sxm, sequence 8192, 128 sequences per step; target pgle-auto, benchmark.
# Data of 2026-08-22; written for jaxlib 0.9.2 and MaxText 0.2.2.
# Machine: accelerator=h100-sxm devices_per_node=8 nodes=1
#
# Nsight profile of the program that AutoPGLE optimised: the first run fills the compilation cache, the second loads from it.
set -euo pipefail

HERE="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"
# A separate folder: the converter deletes *.sqlite and *.csv next to its files.
WORK="${WORK:-${PWD}/pgle}"
mkdir -p -- "${WORK}"

export JAX_ENABLE_COMPILATION_CACHE=true
export JAX_COMPILATION_CACHE_DIR="${WORK}/jax_cache"
JAX_ENABLE_PGLE=true bash "${HERE}/autopgle.sh" jax_cache_dir="${WORK}/jax_cache" "$@"

JAX_ENABLE_PGLE=false JAX_COMPILATION_CACHE_EXPECT_PGLE=true \
  nsys profile --force-overwrite true -o "${WORK}/after_pgle-${SLURM_PROCID:-0}" \
  bash "${HERE}/run.sh" jax_cache_dir="${WORK}/jax_cache" "$@"
