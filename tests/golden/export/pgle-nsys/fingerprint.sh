#!/usr/bin/env bash
# Plan: Llama 3 70B on 32 H100 nodes
# llama3-70b on 32 nodes of 8 h100-sxm, sequence 8192, 512 sequences per step; target pgle-nsys, benchmark.
# Data of 2026-08-22; written for jaxlib 0.9.2 and MaxText 0.2.2.
# Machine: accelerator=h100-sxm devices_per_node=8 nodes=32
#
# Prints the fingerprint that ties a cost file to model, flags and jaxlib. A cost file of another fingerprint misleads the scheduler.
set -euo pipefail

HERE="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"
PLAN_FLAGS=62332a6645e9d179
{
  echo "flags ${PLAN_FLAGS} ${CALLER_FLAGS:-}"
  for argument in "$@"; do
    case "${argument}" in
      steps=* | run_name=* | base_output_directory=*) ;; # no part of the compiled program
      *) printf 'argument %s\n' "${argument}" ;;
    esac
  done
  cat -- "${HERE}/run.sh"
  if [[ -f "${HERE}/config.yml" ]]; then cat -- "${HERE}/config.yml"; fi
  python3 -c 'import jaxlib; print("jaxlib", jaxlib.__version__)' || echo "jaxlib unknown"
} | sha256sum | cut -d ' ' -f 1
