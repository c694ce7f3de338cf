#!/usr/bin/env bash
# Plan: Llama 3.1 8B on one H100 node
# llama3.1-8b on 1 node of 8 h100-sxm, sequence 8192, 128 sequences per step; target pgle-jax-profiler, benchmark.
# Data of 2026-08-22; written for jaxlib 0.9.2 and MaxText 0.2.2.
# Machine: accelerator=h100-sxm devices_per_node=8 nodes=1
#
# Run 1: a short run with a profiler window; overlap stays on.
set -euo pipefail

HERE="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"
# A separate folder: the converter deletes *.sqlite and *.csv next to its files.
WORK="${WORK:-${PWD}/pgle}"
mkdir -p -- "${WORK}"

xla_value() {
  if [[ "$1" == *[[:space:]]* ]]; then printf '"%s"' "$1"; else printf '%s' "$1"; fi
}

CALLER_FLAGS="${XLA_FLAGS:-}"
XLA_FLAG_LIST=(
  --xla_gpu_enable_latency_hiding_scheduler=true
  --xla_gpu_enable_command_buffer=
)
export XLA_FLAGS="${XLA_FLAG_LIST[*]}${XLA_FLAGS:+ ${XLA_FLAGS}}"
if [[ "${HEADROOM_DEBUG:-0}" == 1 ]]; then
  DUMP_DIR="${WORK}/dump-profile-${SLURM_PROCID:-0}"
  mkdir -p -- "${DUMP_DIR}"
  XLA_FLAGS+=" --xla_dump_to=$(xla_value "${DUMP_DIR}") --xla_dump_hlo_as_text=true --xla_dump_latency_hiding_schedule=true"
fi
export OUT_DIR="${WORK}/trace"
CALLER_FLAGS="${CALLER_FLAGS}" bash "${HERE}/fingerprint.sh" "$@" >"${WORK}/fingerprint"
bash "${HERE}/run.sh" steps=15 profiler=xplane skip_first_n_steps_for_profiler=8 profiler_steps=3 \
  enable_checkpointing=false "$@"
