#!/usr/bin/env bash
# The flags of the JAX-Toolbox page for LLMs, each with the value that it prints.
XLA_FLAGS = --xla-my-favorite-flag=true
export XLA_PYTHON_CLIENT_MEM_FRACTION=0.9
export CUDA_DEVICE_MAX_CONNECTIONS=1
export NCCL_LL128_BUFFSIZE=-2
export NCCL_LL_BUFFSIZE=-2
export NCCL_PROTO=SIMPLE,LL,LL128
export NCCL_NVLS_ENABLE=1
export XLA_FLAGS="--xla_gpu_enable_latency_hiding_scheduler=true \
  --xla_gpu_enable_async_collectives=true \
  --xla_gpu_enable_highest_priority_async_stream=true \
  --xla_gpu_enable_async_all_reduce=true \
  --xla_gpu_enable_async_all_gather=true \
  --xla_gpu_enable_async_reduce_scatter=true \
  --xla_gpu_enable_async_collective_permute=true \
  --xla_gpu_enable_while_loop_double_buffering=true \
  --xla_gpu_enable_pipelined_all_gather=true \
  --xla_gpu_enable_pipelined_reduce_scatter=true \
  --xla_gpu_enable_pipelined_all_reduce=true \
  --xla_gpu_enable_pipelined_collectives=false \
  --xla_gpu_enable_all_gather_combine_by_dim=false \
  --xla_gpu_enable_reduce_scatter_combine_by_dim=false \
  --xla_gpu_all_gather_combine_threshold_bytes=8589934592 \
  --xla_gpu_reduce_scatter_combine_threshold_bytes=8589934592 \
  --xla_gpu_all_reduce_combine_threshold_bytes=8589934592 \
  --xla_gpu_enable_pipelined_p2p=true \
  --xla_gpu_collective_permute_decomposer_threshold=1024 \
  --xla_gpu_lhs_enable_gpu_async_tracker=true \
  --xla_gpu_multi_streamed_windowed_einsum=true \
  --xla_gpu_threshold_for_windowed_einsum_mib=0 \
  --xla_gpu_pgle_profile_file_or_directory_path=filename \
  --xla_gpu_enable_command_buffer=1 \
  --xla_gpu_enable_custom_fusions=true \
  --xla_gpu_enable_nccl_user_buffers=true \
  --xla_gpu_enable_nccl_comm_splitting=false \
  --xla_gpu_enable_nccl_per_stream_comms=false \
  --xla_gpu_nccl_collective_max_nchannels=0 \
  --xla_gpu_nccl_p2p_max_nchannels=0 \
  --xla_dump_to=some/path \
  --xla_dump_latency_hiding_schedule=true \
  --xla_gpu_enable_triton_softmax_fusion=false \
  --xla_gpu_cudnn_gemm_fusion=true \
  --xla_gpu_enable_cudnn_fmha=false"
