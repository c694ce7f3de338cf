#!/usr/bin/env bash
# Plan: Llama 3 70B on 32 H100 nodes
# llama3-70b on 32 nodes of 8 h100-sxm, sequence 8192, 512 sequences per step; target pgle-nsys, benchmark.
# Data of 2026-08-22; written for jaxlib 0.9.2 and MaxText 0.2.2.
# Machine: accelerator=h100-sxm devices_per_node=8 nodes=32
#
# Turns the Nsight report into a cost file, with the converter of JAX's sources.
set -euo pipefail

# A separate folder: the converter deletes *.sqlite and *.csv next to its files.
WORK="${WORK:-${PWD}/pgle}"
mkdir -p -- "${WORK}"

CONVERTER="${JAX_SOURCE:?folder of a JAX source tree}/jax/tools/pgo_nsys_converter.py"
exec python3 "${CONVERTER}" \
  --profile_path "${WORK}/run1-0.nsys-rep" --pgle_output_path "${WORK}/run1.pbtxt"
