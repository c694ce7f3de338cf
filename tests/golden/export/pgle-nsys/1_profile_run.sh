#!/usr/bin/env bash
# Plan: Llama 3 70B on 32 H100 nodes
# llama3-70b on 32 nodes of 8 h100-sxm, sequence 8192, 512 sequences per step; target pgle-nsys, benchmark.
# Data of 2026-08-22; written for jaxlib 0.9.2 and MaxText 0.2.2.
# Machine: accelerator=h100-sxm devices_per_node=8 nodes=32
#
# Run 1: Nsight records a run without any overlap, so that every cost is exact. Scheduler and asynchronous collectives are off.
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
  --xla_gpu_enable_latency_hiding_scheduler=false
  --xla_gpu_enable_analytical_sol_latency_estimator=false
  --xla_gpu_enable_command_buffer=
  --xla_gpu_disable_async_collectives=allcollectives
)
export XLA_FLAGS="${XLA_FLAG_LIST[*]}${XLA_FLAGS:+ ${XLA_FLAGS}}"
# An optimization level, or a profile of AutoPGLE, would turn the scheduler on again.
unset JAX_OPTIMIZATION_LEVEL JAX_EXEC_TIME_OPTIMIZATION_EFFORT JAX_ENABLE_PGLE
if [[ "${HEADROOM_DEBUG:-0}" == 1 ]]; then
  DUMP_DIR="${WORK}/dump-profile-${SLURM_PROCID:-0}"
  mkdir -p -- "${DUMP_DIR}"
  XLA_FLAGS+=" --xla_dump_to=$(xla_value "${DUMP_DIR}") --xla_dump_hlo_as_text=true --xla_dump_latency_hiding_schedule=true"
fi
CALLER_FLAGS="${CALLER_FLAGS}" bash "${HERE}/fingerprint.sh" "$@" >"${WORK}/fingerprint"
nsys profile -s none -o "${WORK}/run1-${SLURM_PROCID:-0}" --force-overwrite true \
  --capture-range=cudaProfilerApi --capture-range-end=stop \
  bash "${HERE}/run.sh" steps=15 profiler=nsys skip_first_n_steps_for_profiler=8 profiler_steps=3 \
  enable_checkpointing=false "$@"
