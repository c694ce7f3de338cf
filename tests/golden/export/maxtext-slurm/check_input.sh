#!/usr/bin/env bash
# Plan: Llama 3 70B on 32 H100 nodes
# llama3-70b on 32 nodes of 8 h100-sxm, sequence 8192, 512 sequences per step; target maxtext-slurm, benchmark.
# Data of 2026-08-22; written for jaxlib 0.9.2 and MaxText 0.2.2.
# Machine: accelerator=h100-sxm devices_per_node=8 nodes=32
#
# Share of the step that waits for input: the same run on one repeated batch and on real data.
set -euo pipefail

HERE="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"
WORK="${WORK:-input-check}"
if [[ $# -eq 0 ]]; then
  echo "usage: bash check_input.sh dataset_type=hf hf_path=DATASET ..." >&2
  exit 2
fi
mkdir -p -- "${WORK}"
SHORT=(steps=25 enable_checkpointing=false "profiler=''")

# The same program twice; only the data differs.
bash "${HERE}/run.sh" "${SHORT[@]}" dataset_type=synthetic reuse_example_batch=1 2>&1 |
  tee "${WORK}/synthetic.log"
bash "${HERE}/run.sh" "${SHORT[@]}" reuse_example_batch=0 "$@" 2>&1 | tee "${WORK}/real.log"

median() {
  sed -n 's/.*completed step: [0-9]*, seconds: \([0-9.]*\).*/\1/p' "$1" | tail -n +6 | sort -g |
    awk '{ value[NR] = $1 } END { if (NR) print value[int((NR + 1) / 2)] }'
}
synthetic="$(median "${WORK}/synthetic.log")"
real="$(median "${WORK}/real.log")"
awk -v a="${synthetic:?no steps in synthetic.log}" -v b="${real:?no steps in real.log}" 'BEGIN {
  wait = b > a ? (b - a) / b : 0
  printf "synthetic %.4f s, real data %.4f s: %.1f %% of a step waits for input\n", a, b, 100 * wait
  exit wait > 0.03 ? 3 : 0
}'
