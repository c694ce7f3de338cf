# shellcheck shell=bash
# Plan: Llama 3.1 8B on one H100 node
# llama3.1-8b on 1 node of 8 h100-sxm, sequence 8192, 128 sequences per step; target jax, benchmark.
# Data of 2026-08-22; written for jaxlib 0.9.2 and MaxText 0.2.2.
# Machine: accelerator=h100-sxm devices_per_node=8 nodes=1
#
# Source it before a JAX program starts: . ./headroom_env.sh
# The variables are read once, when the backend starts; what was set before wins.

export NCCL_DEBUG=WARN
export XLA_PYTHON_CLIENT_MEM_FRACTION=0.75
export NVTE_FUSED_ATTN=1
XLA_FLAG_LIST=(
  --xla_gpu_enable_latency_hiding_scheduler=true
)
export XLA_FLAGS="${XLA_FLAG_LIST[*]}${XLA_FLAGS:+ ${XLA_FLAGS}}"
