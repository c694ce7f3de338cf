#include "model/launch/common/nemo_fields.h"

namespace headroom {
namespace {

using enum NemoValue;

/// What Megatron-Bridge calls otherwise, keeps elsewhere, or has no field for.
constexpr NemoField nemoRows[] {
    { "group_query_attention", "model", "" },
    { "seq_length", "model", "seq_length" },
    { "seq_length", "dataset", "seq_length" },
    // The provider takes the length of the positions from seq_length.
    { "max_position_embeddings", "model", "" },
    { "use_rope_scaling", "model", "rope_scaling" },
    { "rotary_seq_len_interpolation_factor", "model", "seq_len_interpolation_factor" },
    { "window_size", "model", "window_size", Pair },
    { "swiglu", "model", "gated_linear_unit" },
    { "swiglu", "model", "activation_func", Fixed, "torch.nn.functional.silu" },
    { "quick_geglu", "model", "gated_linear_unit" },
    { "quick_geglu", "model", "activation_func", Fixed, "quick_gelu" },
    { "untie_embeddings_and_output_weights", "model", "share_embeddings_and_output_weights", Fixed,
        "False" },
    { "num_experts", "model", "num_moe_experts" },
    { "moe_enable_deepep", "model", "moe_flex_dispatcher_backend", Fixed, "\"deepep\"" },
    { "num_virtual_stages_per_pipeline_rank", "model", "virtual_pipeline_model_parallel_size" },
    { "tp_comm_overlap", "comm_overlap", "tp_comm_overlap" },
    { "use_distributed_optimizer", "ddp", "use_distributed_optimizer" },
    { "use_distributed_optimizer", "optimizer", "use_distributed_optimizer" },
    { "use_megatron_fsdp", "ddp", "use_megatron_fsdp" },
    { "use_megatron_fsdp", "dist", "use_megatron_fsdp" },
    { "data_parallel_sharding_strategy", "ddp", "data_parallel_sharding_strategy" },
    { "num_distributed_optimizer_instances", "ddp", "num_distributed_optimizer_instances" },
    { "overlap_grad_reduce", "ddp", "overlap_grad_reduce" },
    { "overlap_param_gather", "ddp", "overlap_param_gather" },
    { "ckpt_format", "checkpoint", "ckpt_format" },
    { "micro_batch_size", "train", "micro_batch_size" },
    { "global_batch_size", "train", "global_batch_size" },
    { "train_iters", "train", "train_iters" },
    { "exit_signal_handler", "train", "exit_signal_handler" },
    { "optimizer", "optimizer", "optimizer" },
    { "lr", "optimizer", "lr" },
    { "min_lr", "optimizer", "min_lr" },
    { "clip_grad", "optimizer", "clip_grad" },
    { "adam_beta1", "optimizer", "adam_beta1" },
    { "adam_beta2", "optimizer", "adam_beta2" },
    { "weight_decay", "optimizer", "weight_decay" },
    { "lr_warmup_iters", "scheduler", "lr_warmup_iters" },
    { "lr_decay_style", "scheduler", "lr_decay_style" },
    { "lr_decay_iters", "scheduler", "lr_decay_iters" },
    { "use_precision_aware_optimizer", "optimizer", "use_precision_aware_optimizer" },
    { "exp_avg_dtype", "optimizer", "exp_avg_dtype", Type },
    { "exp_avg_sq_dtype", "optimizer", "exp_avg_sq_dtype", Type },
    { "optimizer_cpu_offload", "optimizer", "optimizer_cpu_offload" },
    { "bf16", "mixed_precision", "bf16" },
    { "bf16", "mixed_precision", "params_dtype", Fixed, "torch.bfloat16" },
    { "bf16", "mixed_precision", "pipeline_dtype", Fixed, "torch.bfloat16" },
    { "fp16", "mixed_precision", "fp16" },
    { "fp16", "mixed_precision", "params_dtype", Fixed, "torch.float16" },
    { "fp16", "mixed_precision", "pipeline_dtype", Fixed, "torch.float16" },
    { "accumulate_allreduce_grads_in_fp32", "mixed_precision", "grad_reduce_in_fp32" },
    { "grad_reduce_in_bf16", "mixed_precision", "grad_reduce_in_fp32", Fixed, "False" },
    { "fp8", "mixed_precision", "fp8" },
    { "fp8_recipe", "mixed_precision", "fp8_recipe" },
    { "fp8_param_gather", "mixed_precision", "fp8_param_gather" },
    { "fp8_amax_history_len", "mixed_precision", "fp8_amax_history_len" },
    { "fp8_amax_compute_algo", "mixed_precision", "fp8_amax_compute_algo" },
    { "fp4", "mixed_precision", "fp4" },
    { "attention_backend", "model", "attention_backend", Backend },
    { "cuda_graph_impl", "model", "cuda_graph_impl" },
    { "cuda_graph_impl", "model", "use_te_rng_tracker", Fixed, "True" },
    { "check_for_nan_in_loss_and_grad", "rerun_state_machine", "check_for_nan_in_loss" },
    { "check_for_nan_in_loss_and_grad", "ddp", "check_for_nan_in_grad" },
    { "eval_iters", "validation", "eval_iters" },
    { "log_interval", "logger", "log_interval" },
    { "log_throughput", "logger", "log_throughput" },
    { "tensorboard_dir", "logger", "tensorboard_dir" },
    { "profile", "profiling", "" },
    { "use_pytorch_profiler", "profiling", "use_pytorch_profiler" },
    { "profile_step_start", "profiling", "profile_step_start" },
    { "profile_step_end", "profiling", "profile_step_end" },
    { "profile_ranks", "profiling", "profile_ranks", Fixed, "[0]" },
    { "save", "checkpoint", "save" },
    { "load", "checkpoint", "load" },
    { "save_interval", "checkpoint", "save_interval" },
    { "tokenizer_type", "tokenizer", "tokenizer_type" },
    { "vocab_size", "tokenizer", "vocab_size" },
    { "tokenizer_model", "tokenizer", "tokenizer_model" },
    { "data_path", "dataset", "data_path" },
    { "mock_data", "dataset", "" },
};

constexpr NemoSection sections[] {
    { "train", "TrainingConfig" },
    { "validation", "ValidationConfig" },
    { "optimizer", "OptimizerConfig" },
    { "scheduler", "SchedulerConfig" },
    { "ddp", "DistributedDataParallelConfig" },
    { "dist", "DistributedInitConfig" },
    { "dataset", "GPTDatasetConfig" },
    { "logger", "LoggerConfig" },
    { "tokenizer", "TokenizerConfig" },
    { "checkpoint", "CheckpointConfig" },
    { "profiling", "ProfilingConfig" },
    { "rerun_state_machine", "RerunStateMachineConfig" },
    { "comm_overlap", "CommOverlapConfig" },
    { "mixed_precision", "MixedPrecisionConfig" },
};

} // namespace

std::vector<NemoField> nemoFields(const books::Key &key)
{
    std::vector<NemoField> fields;
    for (const NemoField &row : nemoRows)
        if (row.key == key.name)
            fields.push_back(row);
    if (fields.empty())
        fields.push_back({ key.name, "model", key.name });
    return fields;
}

std::span<const NemoSection> nemoSections()
{
    return sections;
}

} // namespace headroom
