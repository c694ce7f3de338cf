#include "model/launch/nemo_fields.h"

#include <array>

namespace headroom {
namespace {

using enum NemoValue;

constexpr NemoField on(std::string_view argument, std::string_view section, std::string_view field)
{
    return { argument, section, field, Fixed, "True" };
}

constexpr NemoField off(std::string_view argument, std::string_view section, std::string_view field)
{
    return { argument, section, field, Fixed, "False" };
}

constexpr NemoField modelRows[] {
    { "--num-layers", "model", "num_layers" },
    { "--hidden-size", "model", "hidden_size" },
    { "--ffn-hidden-size", "model", "ffn_hidden_size" },
    { "--num-attention-heads", "model", "num_attention_heads" },
    { "--group-query-attention", "model", "" },
    { "--num-query-groups", "model", "num_query_groups" },
    { "--kv-channels", "model", "kv_channels" },
    on("--multi-latent-attention", "model", "multi_latent_attention"),
    { "--q-lora-rank", "model", "q_lora_rank" },
    { "--kv-lora-rank", "model", "kv_lora_rank" },
    { "--qk-head-dim", "model", "qk_head_dim" },
    { "--qk-pos-emb-head-dim", "model", "qk_pos_emb_head_dim" },
    { "--v-head-dim", "model", "v_head_dim" },
    on("--qk-layernorm", "model", "qk_layernorm"),
    { "--softmax-type", "model", "softmax_type", Text },
    { "--seq-length", "model", "seq_length" },
    { "--seq-length", "dataset", "seq_length" },
    // The provider takes the length of the positions from seq_length.
    { "--max-position-embeddings", "model", "" },
    { "--position-embedding-type", "model", "position_embedding_type", Text },
    { "--rotary-percent", "model", "rotary_percent" },
    { "--rotary-base", "model", "rotary_base" },
    { "--rope-type", "model", "rope_type", Text },
    { "--rotary-scaling-factor", "model", "rotary_scaling_factor" },
    { "--mscale", "model", "mscale" },
    { "--mscale-all-dim", "model", "mscale_all_dim" },
    on("--use-rope-scaling", "model", "rope_scaling"),
    { "--rope-scaling-factor", "model", "rope_scaling_factor" },
    { "--window-size", "model", "window_size", Pair },
    { "--window-attn-skip-freq", "model", "window_attn_skip_freq" },
    on("--swiglu", "model", "gated_linear_unit"),
    { "--swiglu", "model", "activation_func", Fixed, "torch.nn.functional.silu" },
    on("--quick-geglu", "model", "gated_linear_unit"),
    { "--quick-geglu", "model", "activation_func", Fixed, "quick_gelu" },
    { "--glu-linear-offset", "model", "glu_linear_offset" },
    { "--activation-func-clamp-value", "model", "activation_func_clamp_value" },
    off("--disable-bias-linear", "model", "add_bias_linear"),
    on("--add-qkv-bias", "model", "add_qkv_bias"),
    { "--normalization", "model", "normalization", Text },
    off("--untie-embeddings-and-output-weights", "model", "share_embeddings_and_output_weights"),
    { "--attention-dropout", "model", "attention_dropout" },
    { "--hidden-dropout", "model", "hidden_dropout" },
    { "--mtp-num-layers", "model", "mtp_num_layers" },
    { "--num-experts", "model", "num_moe_experts" },
    { "--moe-router-topk", "model", "moe_router_topk" },
    { "--moe-ffn-hidden-size", "model", "moe_ffn_hidden_size" },
    { "--moe-layer-freq", "model", "moe_layer_freq" },
    { "--moe-shared-expert-intermediate-size", "model", "moe_shared_expert_intermediate_size" },
    on("--moe-grouped-gemm", "model", "moe_grouped_gemm"),
    on("--use-transformer-engine-op-fuser", "model", "use_transformer_engine_op_fuser"),
    { "--moe-token-dispatcher-type", "model", "moe_token_dispatcher_type", Text },
    { "--moe-flex-dispatcher-backend", "model", "moe_flex_dispatcher_backend", Text },
    { "--moe-enable-deepep", "model", "moe_flex_dispatcher_backend", Fixed, "\"deepep\"" },
    { "--moe-router-dtype", "model", "moe_router_dtype", Text },
    on("--moe-router-enable-expert-bias", "model", "moe_router_enable_expert_bias"),
    { "--moe-router-score-function", "model", "moe_router_score_function", Text },
    { "--moe-router-load-balancing-type", "model", "moe_router_load_balancing_type", Text },
    { "--moe-aux-loss-coeff", "model", "moe_aux_loss_coeff" },
    on("--moe-router-pre-softmax", "model", "moe_router_pre_softmax"),
    { "--moe-expert-capacity-factor", "model", "moe_expert_capacity_factor" },
    on("--moe-pad-expert-input-to-capacity", "model", "moe_pad_expert_input_to_capacity"),
};

constexpr NemoField parallelRows[] {
    { "--tensor-model-parallel-size", "model", "tensor_model_parallel_size" },
    { "--pipeline-model-parallel-size", "model", "pipeline_model_parallel_size" },
    { "--pipeline-model-parallel-layout", "model", "pipeline_model_parallel_layout", Text },
    { "--num-virtual-stages-per-pipeline-rank", "model", "virtual_pipeline_model_parallel_size" },
    on("--account-for-embedding-in-pipeline-split", "model",
        "account_for_embedding_in_pipeline_split"),
    on("--account-for-loss-in-pipeline-split", "model", "account_for_loss_in_pipeline_split"),
    { "--context-parallel-size", "model", "context_parallel_size" },
    { "--cp-comm-type", "model", "cp_comm_type", Text },
    { "--expert-model-parallel-size", "model", "expert_model_parallel_size" },
    { "--expert-tensor-parallel-size", "model", "expert_tensor_parallel_size" },
    on("--sequence-parallel", "model", "sequence_parallel"),
    on("--tp-comm-overlap", "comm_overlap", "tp_comm_overlap"),
    on("--overlap-moe-expert-parallel-comm", "model", "overlap_moe_expert_parallel_comm"),
    on("--use-distributed-optimizer", "ddp", "use_distributed_optimizer"),
    on("--use-distributed-optimizer", "optimizer", "use_distributed_optimizer"),
    on("--use-megatron-fsdp", "ddp", "use_megatron_fsdp"),
    on("--use-megatron-fsdp", "dist", "use_megatron_fsdp"),
    { "--data-parallel-sharding-strategy", "ddp", "data_parallel_sharding_strategy", Text },
    { "--num-distributed-optimizer-instances", "ddp", "num_distributed_optimizer_instances" },
    on("--overlap-grad-reduce", "ddp", "overlap_grad_reduce"),
    on("--overlap-param-gather", "ddp", "overlap_param_gather"),
    off("--no-gradient-accumulation-fusion", "model", "gradient_accumulation_fusion"),
    { "--ckpt-format", "checkpoint", "ckpt_format", Text },
};

constexpr NemoField trainingRows[] {
    { "--micro-batch-size", "train", "micro_batch_size" },
    { "--global-batch-size", "train", "global_batch_size" },
    { "--train-iters", "train", "train_iters" },
    on("--exit-signal-handler", "train", "exit_signal_handler"),
    { "--optimizer", "optimizer", "optimizer", Text },
    { "--lr", "optimizer", "lr" },
    { "--min-lr", "optimizer", "min_lr" },
    { "--clip-grad", "optimizer", "clip_grad" },
    { "--lr-decay-style", "scheduler", "lr_decay_style", Text },
    { "--lr-decay-iters", "scheduler", "lr_decay_iters" },
    on("--use-precision-aware-optimizer", "optimizer", "use_precision_aware_optimizer"),
    { "--exp-avg-dtype", "optimizer", "exp_avg_dtype", Type },
    { "--exp-avg-sq-dtype", "optimizer", "exp_avg_sq_dtype", Type },
    on("--optimizer-cpu-offload", "optimizer", "optimizer_cpu_offload"),
    on("--bf16", "mixed_precision", "bf16"),
    { "--bf16", "mixed_precision", "params_dtype", Fixed, "torch.bfloat16" },
    { "--bf16", "mixed_precision", "pipeline_dtype", Fixed, "torch.bfloat16" },
    on("--fp16", "mixed_precision", "fp16"),
    { "--fp16", "mixed_precision", "params_dtype", Fixed, "torch.float16" },
    { "--fp16", "mixed_precision", "pipeline_dtype", Fixed, "torch.float16" },
    on("--accumulate-allreduce-grads-in-fp32", "mixed_precision", "grad_reduce_in_fp32"),
    off("--grad-reduce-in-bf16", "mixed_precision", "grad_reduce_in_fp32"),
    { "--fp8-format", "mixed_precision", "fp8", Text },
    { "--fp8-recipe", "mixed_precision", "fp8_recipe", Text },
    { "--fp8-amax-history-len", "mixed_precision", "fp8_amax_history_len" },
    { "--fp8-amax-compute-algo", "mixed_precision", "fp8_amax_compute_algo", Text },
    { "--fp4-format", "mixed_precision", "fp4", Text },
    { "--recompute-granularity", "model", "recompute_granularity", Text },
    { "--recompute-modules", "model", "recompute_modules", List },
    { "--recompute-method", "model", "recompute_method", Text },
    { "--recompute-num-layers", "model", "recompute_num_layers" },
    { "--attention-backend", "model", "attention_backend", Backend },
    on("--cross-entropy-loss-fusion", "model", "cross_entropy_loss_fusion"),
    { "--cross-entropy-fusion-impl", "model", "cross_entropy_fusion_impl", Text },
    { "--cuda-graph-impl", "model", "cuda_graph_impl", Text },
    { "--cuda-graph-impl", "model", "use_te_rng_tracker", Fixed, "True" },
    { "--cuda-graph-modules", "model", "cuda_graph_modules", List },
    { "--cuda-graph-scope", "model", "cuda_graph_scope", List },
    off("--no-check-for-nan-in-loss-and-grad", "rerun_state_machine", "check_for_nan_in_loss"),
    off("--no-check-for-nan-in-loss-and-grad", "ddp", "check_for_nan_in_grad"),
    { "--eval-iters", "validation", "eval_iters" },
    { "--log-interval", "logger", "log_interval" },
    on("--log-throughput", "logger", "log_throughput"),
    { "--tensorboard-dir", "logger", "tensorboard_dir", Text },
    { "--profile", "profiling", "" },
    on("--use-pytorch-profiler", "profiling", "use_pytorch_profiler"),
    { "--profile-step-start", "profiling", "profile_step_start" },
    { "--profile-step-end", "profiling", "profile_step_end" },
    { "--profile-ranks", "profiling", "profile_ranks", Fixed, "[0]" },
    { "--save", "checkpoint", "save", Text },
    { "--load", "checkpoint", "load", Text },
    { "--save-interval", "checkpoint", "save_interval" },
    { "--data-path", "dataset", "data_path", Text },
    { "--tokenizer-model", "tokenizer", "tokenizer_model", Text },
};

template <std::size_t... Sizes> constexpr auto joined(const NemoField (&...rows)[Sizes])
{
    std::array<NemoField, (Sizes + ...)> all {};
    std::size_t next = 0;
    const auto append = [&](const auto &part) {
        for (const NemoField &row : part)
            all[next++] = row;
    };
    (append(rows), ...);
    return all;
}

constexpr auto allRows = joined(modelRows, parallelRows, trainingRows);

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

std::span<const NemoField> nemoFields()
{
    return allRows;
}

std::span<const NemoSection> nemoSections()
{
    return sections;
}

} // namespace headroom
