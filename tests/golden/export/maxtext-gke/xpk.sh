#!/usr/bin/env bash
# Plan: Llama 2 70B on a v5p slice of 64 chips
# llama2-70b on 1 slice of 64 tpu-v5p, sequence 4096, 128 sequences per step; target maxtext-gke, benchmark.
# Data of 2026-08-22; written for jaxlib 0.9.2 and MaxText 0.2.2.
# Machine: accelerator=tpu-v5p devices_per_node=64 nodes=1
#
# Submits the run with XPK: CLUSTER=… PROJECT=… ZONE=… IMAGE=… bash xpk.sh
set -euo pipefail

HERE="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)"
IMAGE="${IMAGE:?container image with MaxText}"
# The files travel inside the command, without a character that XPK's shell could read.
BUNDLE="$(tar -C "${HERE}" --sort=name --mtime=@0 --owner=0 --group=0 -cz start.sh run.sh config.yml | base64 -w 0)"
xpk workload create \
  --cluster="${CLUSTER:?}" \
  --project="${PROJECT:?}" \
  --zone="${ZONE:?}" \
  --workload=llama-2-70b-on-a-v5p-slice-of-64-chips \
  --docker-image="${IMAGE}" \
  --tpu-type=v5p-128 \
  --num-slices=1 \
  --output-manifest-file=manifest.yaml \
  --command="mkdir -p /tmp/headroom && echo ${BUNDLE} | base64 -d | tar -xz -C /tmp/headroom && bash /tmp/headroom/start.sh"
