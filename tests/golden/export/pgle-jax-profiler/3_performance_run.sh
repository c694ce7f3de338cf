#!/usr/bin/env bash
# Plan: Llama 3.1 8B on one H100 node
# llama3.1-8b on 1 node of 8 h100-sxm, sequence 8192, 128 sequences per step; target pgle-jax-profiler, benchmark.
# Data of 2026-08-22; written for jaxlib 0.9.2 and MaxText 0.2.2.
# Machine: accelerator=h100-sxm devices_per_node=8 nodes=1
#
# Run 2: trains with the measured costs and says whether the scheduler used them (exit 3: it did not).
set -euo pipefail

HERE="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"
# A separate folder: the converter deletes *.sqlite and *.csv next to its files.
WORK="${WORK:-${PWD}/pgle}"
mkdir -p -- "${WORK}"

xla_value() {
  if [[ "$1" == *[[:space:]]* ]]; then printf '"%s"' "$1"; else printf '%s' "$1"; fi
}

COST_FILE="${WORK}/profile.pb"
LOG="${WORK}/performance-${SLURM_PROCID:-0}.log"
if [[ ! -s "${COST_FILE}" ]]; then
  echo "${COST_FILE} is missing: run the profile and conversion scripts first" >&2
  exit 2
fi
if [[ "$(CALLER_FLAGS="${XLA_FLAGS:-}" bash "${HERE}/fingerprint.sh" "$@")" != "$(cat -- "${WORK}/fingerprint")" ]]; then
  echo "model, flags or jaxlib changed since the profile run: profile again" >&2
  exit 2
fi

XLA_FLAG_LIST=(
  --xla_gpu_enable_latency_hiding_scheduler=true
  "--xla_gpu_pgle_profile_file_or_directory_path=$(xla_value "${COST_FILE}")"
)
export XLA_FLAGS="${XLA_FLAG_LIST[*]}${XLA_FLAGS:+ ${XLA_FLAGS}}"
export TF_CPP_VMODULE=profile_guided_latency_estimator=10
export TF_CPP_MIN_LOG_LEVEL=0
if [[ "${HEADROOM_DEBUG:-0}" == 1 ]]; then
  DUMP_DIR="${WORK}/dump-performance-${SLURM_PROCID:-0}"
  mkdir -p -- "${DUMP_DIR}"
  XLA_FLAGS+=" --xla_dump_to=$(xla_value "${DUMP_DIR}") --xla_dump_hlo_as_text=true --xla_dump_latency_hiding_schedule=true"
fi

bash "${HERE}/run.sh" "$@" 2>&1 | tee "${LOG}"

# The scheduler says in its log whether it used the costs.
if grep -q -e 'PGLE found latency' -e 'PGLE found async' "${LOG}"; then
  used="$(grep -c 'PGLE found latency' "${LOG}" || true)"
  echo "costs used: ${used} operations had a measured cost"
else
  echo "costs NOT used: no line of the latency estimator in ${LOG}" >&2
  exit 3
fi
