#include "model/frameworks/megatron/megatron_facts.h"
#include "model/frameworks/megatron/megatron_settings.h"

namespace headroom::books::megatron {
namespace {

// Groups.
constexpr std::string_view inModel = "MODEL", inExperts = "EXPERTS", inParallel = "PARALLEL",
                           inTrain = "TRAIN", inLog = "LOG", inKeep = "KEEP", inTokens = "TOKENS",
                           inData = "DATA";

constexpr Key fixed(Key key)
{
    key.part = KeyPart::Fixed;
    return key;
}

constexpr Key follows(Key key)
{
    key.part = KeyPart::Follows;
    return key;
}

// Names are argparse destinations. @source NVIDIA/Megatron-LM megatron/training/arguments.py,
// core_v0.12.0 to core_v0.19.0: add_argument() with dest=, action= and default=; of arguments that
// it makes from configuration classes, megatron/core/transformer/transformer_config.py
constexpr Key keyRows[] {
    { "num_layers", inModel },
    { "hidden_size", inModel },
    { "ffn_hidden_size", inModel },
    { "quick_geglu", inModel },
    { "glu_linear_offset", inModel, "0.0" },
    { "activation_func_clamp_value", inModel },
    { "swiglu", inModel },
    { "add_bias_linear", inModel, "True", "--disable-bias-linear" },
    { "add_qkv_bias", inModel },
    { "num_attention_heads", inModel },
    { "multi_latent_attention", inModel },
    { "q_lora_rank", inModel },
    { "kv_lora_rank", inModel, "32" },
    { "qk_head_dim", inModel, "128" },
    { "qk_pos_emb_head_dim", inModel, "64" },
    { "v_head_dim", inModel, "128" },
    { "group_query_attention", inModel },
    { "num_query_groups", inModel, "1" },
    { "kv_channels", inModel },
    { "qk_layernorm", inModel },
    { "softmax_type", inModel, "vanilla", {}, megatronSinkRelease },
    { "seq_length", inModel },
    fixed({ "max_position_embeddings", inModel }),
    { "position_embedding_type", inModel, "learned_absolute" },
    { "rotary_percent", inModel, "1.0" },
    { "rotary_base", inModel, "10000" },
    { "rope_type", inModel },
    { "rotary_scaling_factor", inModel, "1.0" },
    { "mscale", inModel, "1.0" },
    { "mscale_all_dim", inModel, "0.0" },
    { "rotary_seq_len_interpolation_factor", inModel },
    { "use_rope_scaling", inModel },
    { "rope_scaling_factor", inModel, "8.0" },
    { "window_size", inModel },
    { "window_attn_skip_freq", inModel },
    { "normalization", inModel, "LayerNorm" },
    { "untie_embeddings_and_output_weights", inModel },
    fixed({ "attention_dropout", inModel, "0.1" }),
    fixed({ "hidden_dropout", inModel, "0.1" }),
    { "mtp_num_layers", inModel },

    { "num_experts", inExperts },
    { "moe_router_topk", inExperts, "2" },
    { "moe_ffn_hidden_size", inExperts },
    { "moe_layer_freq", inExperts, "1" },
    { "moe_shared_expert_intermediate_size", inExperts },
    fixed({ "moe_grouped_gemm", inExperts }),
    { "overlap_moe_expert_parallel_comm", inExperts, {}, {}, megatronOverlapRelease },
    { "use_transformer_engine_op_fuser", inExperts, {}, {}, megatronModulesRelease },
    { "moe_pad_expert_input_to_capacity", inExperts },
    { "moe_token_dispatcher_type", inExperts, "allgather" },
    { "moe_flex_dispatcher_backend", inExperts, "deepep", {}, megatronBackendRelease },
    { "moe_enable_deepep", inExperts, {}, {}, {}, megatronBackendRelease },
    fixed({ "moe_router_dtype", inExperts }),
    { "moe_router_enable_expert_bias", inExperts },
    { "moe_router_score_function", inExperts, "softmax" },
    { "moe_router_load_balancing_type", inExperts, "aux_loss" },
    { "moe_aux_loss_coeff", inExperts, "0.0" },
    { "moe_router_pre_softmax", inExperts },
    { "moe_expert_capacity_factor", inExperts },
    { "expert_model_parallel_size", inExperts, "1" },
    { "expert_tensor_parallel_size", inExperts },

    { "tensor_model_parallel_size", inParallel, "1" },
    { "pipeline_model_parallel_size", inParallel, "1" },
    { "pipeline_model_parallel_layout", inParallel },
    { "account_for_embedding_in_pipeline_split", inParallel },
    { "account_for_loss_in_pipeline_split", inParallel },
    { "num_virtual_stages_per_pipeline_rank", inParallel },
    { "context_parallel_size", inParallel, "1" },
    { "cp_comm_type", inParallel, "p2p" },
    { "sequence_parallel", inParallel },
    { "use_distributed_optimizer", inParallel },
    { "use_megatron_fsdp", inParallel },
    { "data_parallel_sharding_strategy", inParallel, "no_shard" },
    fixed({ "gradient_accumulation_fusion", inParallel, "True",
        "--no-gradient-accumulation-fusion" }),
    fixed({ "ckpt_format", inParallel, "torch_dist" }),
    { "num_distributed_optimizer_instances", inParallel, "1" },
    { "overlap_grad_reduce", inParallel },
    { "overlap_param_gather", inParallel },
    { "tp_comm_overlap", inParallel },

    { "micro_batch_size", inTrain },
    { "global_batch_size", inTrain },
    fixed({ "train_iters", inTrain }),
    fixed({ "lr", inTrain }),
    fixed({ "min_lr", inTrain, "0.0" }),
    fixed({ "lr_warmup_iters", inTrain, "0" }),
    fixed({ "lr_decay_style", inTrain, "linear" }),
    fixed({ "lr_decay_iters", inTrain }),
    fixed({ "adam_beta1", inTrain, "0.9" }),
    fixed({ "adam_beta2", inTrain, "0.999" }),
    fixed({ "weight_decay", inTrain, "0.01" }),
    fixed({ "clip_grad", inTrain, "1.0" }),
    { "bf16", inTrain },
    { "fp16", inTrain },
    { "accumulate_allreduce_grads_in_fp32", inTrain },
    { "grad_reduce_in_bf16", inTrain },
    { "fp4", inTrain, {}, "--fp4-format" },
    { "fp8", inTrain, {}, "--fp8-format" },
    { "fp8_recipe", inTrain, "delayed" },
    fixed({ "fp8_amax_history_len", inTrain, "1" }),
    fixed({ "fp8_amax_compute_algo", inTrain, "most_recent" }),
    follows({ "fp8_param_gather", inTrain }),
    { "optimizer", inTrain, "adam" },
    { "use_precision_aware_optimizer", inTrain },
    { "exp_avg_dtype", inTrain, "fp32" },
    follows({ "exp_avg_sq_dtype", inTrain, "fp32" }),
    { "optimizer_cpu_offload", inTrain },
    { "recompute_granularity", inTrain },
    { "recompute_modules", inTrain, "core_attn" },
    { "fine_grained_activation_offloading", inTrain, {}, {}, megatronOffloadRelease },
    { "offload_modules", inTrain, {}, {}, megatronOffloadRelease },
    follows({ "recompute_method", inTrain }),
    follows({ "recompute_num_layers", inTrain }),
    { "attention_backend", inTrain, "auto" },
    { "cross_entropy_loss_fusion", inTrain },
    fixed({ "cross_entropy_fusion_impl", inTrain, "native", {}, megatronLossRelease }),
    { "cuda_graph_impl", inTrain, "none", {}, megatronBackendRelease },
    { "cuda_graph_modules", inTrain, {}, {}, megatronModulesRelease },
    { "cuda_graph_scope", inTrain, {}, {}, megatronBackendRelease, megatronModulesRelease },
    fixed({ "check_for_nan_in_loss_and_grad", inTrain, "True",
        "--no-check-for-nan-in-loss-and-grad" }),

    fixed({ "log_interval", inLog, "100" }),
    fixed({ "eval_iters", inLog, "100" }),
    fixed({ "log_throughput", inLog }),
    fixed({ "profile", inLog }),
    fixed({ "use_pytorch_profiler", inLog }),
    fixed({ "profile_step_start", inLog, "10" }),
    fixed({ "profile_step_end", inLog, "12" }),
    fixed({ "profile_ranks", inLog, "0" }),
    fixed({ "tensorboard_dir", inLog }),

    { "save", inKeep },
    { "load", inKeep },
    { "save_interval", inKeep },
    { "exit_signal_handler", inKeep },

    { "tokenizer_type", inTokens },
    { "vocab_size", inTokens },
    { "tokenizer_model", inTokens },
    { "data_path", inData },
    fixed({ "mock_data", inData }),
};

} // namespace

const KeyTable &keys()
{
    static const KeyTable table(keyRows);
    return table;
}

} // namespace headroom::books::megatron
