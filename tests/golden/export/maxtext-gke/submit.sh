#!/usr/bin/env bash
# Plan: Llama 2 70B on a v5p slice of 64 chips
# llama2-70b on 1 slice of 64 tpu-v5p, sequence 4096, 128 sequences per step; target maxtext-gke, benchmark.
# Data of 2026-08-22; written for jaxlib 0.9.2 and MaxText 0.2.2.
# Machine: accelerator=tpu-v5p devices_per_node=64 nodes=1
#
# Submits the JobSet with kubectl: IMAGE=… bash submit.sh
set -euo pipefail

HERE="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"
IMAGE="${IMAGE:?container image with MaxText}"
kubectl create configmap llama-2-70b-on-a-v5p-slice-of-64-chips-config --dry-run=client -o yaml \
  --from-file="${HERE}/start.sh" --from-file="${HERE}/run.sh" --from-file="${HERE}/config.yml" |
  kubectl apply -f -
MANIFEST="$(cat -- "${HERE}/jobset.yaml")"
WRITTEN=REPLACE_WITH_IMAGE
printf '%s\n' "${MANIFEST//"${WRITTEN}"/"${IMAGE}"}" | kubectl apply -f -
