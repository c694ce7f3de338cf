#include "model/frameworks/maxtext/maxtext_keys.h"

#include "model/base/text/release_number.h"

#include <algorithm>
#include <array>
#include <span>

namespace headroom {
namespace {

/// Day from which a MaxText release has its sources; the earliest possible one where only a span is
/// known, so that a key is never assumed too early.
struct MaxTextRelease
{
    ReleaseNumber version;
    std::string_view date;
};
constexpr std::array releases {
    MaxTextRelease { { 0, 1 }, "2025-09-03" },
    MaxTextRelease { { 0, 2 }, "2026-02-19" },
    MaxTextRelease { { 0, 2, 2 }, "2026-04-08" },
    MaxTextRelease { { 0, 2, 4 }, "2026-08-21" },
};

/// A name that is younger than the commit of 2024-05-06, the oldest listed in profiles/releases.
struct MaxTextName
{
    std::string_view name;
    std::string_view since;
};

/// Keys, and the day they came for good. @source MaxText, history of configs/base.yml
constexpr std::array youngKeys {
    MaxTextName { "hf_path", "2024-05-21" },
    MaxTextName { "profiler", "2024-05-29" },
    MaxTextName { "dcn_pipeline_parallelism", "2024-06-12" },
    MaxTextName { "ici_pipeline_parallelism", "2024-06-12" },
    MaxTextName { "megablox", "2024-06-12" },
    MaxTextName { "num_layers_per_pipeline_stage", "2024-06-12" },
    MaxTextName { "num_pipeline_microbatches", "2024-06-12" },
    MaxTextName { "num_pipeline_repeats", "2024-06-17" },
    MaxTextName { "rope_max_timescale", "2024-06-20" },
    MaxTextName { "grain_train_files", "2024-07-02" },
    MaxTextName { "hf_train_files", "2024-07-02" },
    MaxTextName { "attention_type", "2024-08-02" },
    MaxTextName { "sliding_window_size", "2024-08-02" },
    MaxTextName { "use_post_attn_norm", "2024-08-09" },
    MaxTextName { "use_post_ffw_norm", "2024-08-09" },
    MaxTextName { "gradient_accumulation_steps", "2024-08-16" },
    MaxTextName { "capacity_factor", "2024-08-21" },
    MaxTextName { "dcn_expert_parallelism", "2024-09-09" },
    MaxTextName { "ici_expert_parallelism", "2024-09-09" },
    MaxTextName { "sa_block_q", "2024-09-18" },
    MaxTextName { "sa_block_q_dkv", "2024-09-18" },
    MaxTextName { "sa_block_q_dq", "2024-09-18" },
    MaxTextName { "decoder_layer_input", "2024-10-28" },
    MaxTextName { "key_proj", "2024-10-28" },
    MaxTextName { "mlpwi", "2024-10-28" },
    MaxTextName { "mlpwi_0", "2024-10-28" },
    MaxTextName { "mlpwi_1", "2024-10-28" },
    MaxTextName { "mlpwo", "2024-10-28" },
    MaxTextName { "out_proj", "2024-10-28" },
    MaxTextName { "query_proj", "2024-10-28" },
    MaxTextName { "value_proj", "2024-10-28" },
    MaxTextName { "qkv_proj", "2024-11-11" },
    MaxTextName { "sa_block_kv", "2024-11-11" },
    MaxTextName { "sa_block_kv_compute", "2024-11-11" },
    MaxTextName { "sa_block_kv_dkv", "2024-11-11" },
    MaxTextName { "sa_block_kv_dkv_compute", "2024-11-11" },
    MaxTextName { "sa_block_kv_dq", "2024-11-11" },
    MaxTextName { "sa_use_fused_bwd_kernel", "2024-11-11" },
    MaxTextName { "optimizer_memory_host_offload", "2024-11-21" },
    MaxTextName { "context", "2024-12-08" },
    MaxTextName { "dcn_tensor_sequence_parallelism", "2025-01-03" },
    MaxTextName { "ici_tensor_sequence_parallelism", "2025-01-03" },
    MaxTextName { "sparse_matmul", "2025-01-15" },
    MaxTextName { "pipeline_fsdp_ag_once", "2025-02-04" },
    MaxTextName { "base_moe_mlp_dim", "2025-02-11" },
    MaxTextName { "first_num_dense_layers", "2025-02-11" },
    MaxTextName { "routed_bias", "2025-02-11" },
    MaxTextName { "shared_experts", "2025-02-11" },
    MaxTextName { "rope_type", "2025-02-18" },
    MaxTextName { "tokenizer_type", "2025-02-19" },
    MaxTextName { "kv_lora_rank", "2025-02-20" },
    MaxTextName { "q_lora_rank", "2025-02-20" },
    MaxTextName { "qk_nope_head_dim", "2025-02-20" },
    MaxTextName { "qk_rope_head_dim", "2025-02-20" },
    MaxTextName { "v_head_dim", "2025-02-20" },
    MaxTextName { "beta_fast", "2025-03-11" },
    MaxTextName { "beta_slow", "2025-03-11" },
    MaxTextName { "max_position_embeddings", "2025-03-11" },
    MaxTextName { "mscale", "2025-03-11" },
    MaxTextName { "original_max_position_embeddings", "2025-03-11" },
    MaxTextName { "rope_factor", "2025-03-11" },
    MaxTextName { "packing", "2025-03-18" },
    MaxTextName { "mu_dtype", "2025-03-25" },
    MaxTextName { "grain_file_type", "2025-04-10" },
    MaxTextName { "context_parallel_load_balance", "2025-04-11" },
    MaxTextName { "dcn_context_parallelism", "2025-04-11" },
    MaxTextName { "ici_context_parallelism", "2025-04-11" },
    MaxTextName { "use_qk_norm", "2025-04-15" },
    MaxTextName { "interleave_moe_layer_step", "2025-04-25" },
    MaxTextName { "rope_use_scale", "2025-04-25" },
    MaxTextName { "pipeline_parallel_layers", "2025-04-27" },
    MaxTextName { "parameter_memory_host_offload", "2025-05-13" },
    MaxTextName { "override_model_config", "2025-05-20" },
    MaxTextName { "mtp_num_layers", "2025-07-14" },
    MaxTextName { "use_qwix_quantization", "2025-08-01" },
    MaxTextName { "rope_linear_scaling_factor", "2025-08-26" },
    MaxTextName { "attention_bias", "2025-08-29" },
    MaxTextName { "attention_sink", "2025-08-29" },
    MaxTextName { "mlp_bias", "2025-08-29" },
    MaxTextName { "rope_attention_scaling", "2025-09-11" },
    MaxTextName { "rope_interleave", "2025-09-11" },
    MaxTextName { "num_vocab_tiling", "2025-09-26" },
    MaxTextName { "grad_dtype", "2025-10-06" },
    MaxTextName { "shard_optimizer_over_data", "2025-10-15" },
    MaxTextName { "use_tokamax_splash", "2025-10-28" },
    MaxTextName { "max_num_checkpoints_to_keep", "2025-11-05" },
    MaxTextName { "context_parallel_strategy", "2025-11-06" },
    MaxTextName { "max_segments_per_seq", "2025-11-06" },
    MaxTextName { "mla_kv", "2025-12-11" },
    MaxTextName { "mla_q", "2025-12-11" },
    MaxTextName { "attention_out", "2026-02-06" },
    MaxTextName { "engram", "2026-02-25" },
    MaxTextName { "kv_wa_proj", "2026-03-24" },
    MaxTextName { "moe_mlpwi_0", "2026-03-24" },
    MaxTextName { "moe_mlpwi_1", "2026-03-24" },
    MaxTextName { "moe_mlpwo", "2026-03-24" },
    MaxTextName { "query_wa_proj", "2026-03-24" },
    MaxTextName { "kv_proj", "2026-07-13" },
    MaxTextName { "indexer_cutoff_threshold", "2026-08-05" },
};

/// Model files, and the first listed commit or release with them.
/// @source MaxText, configs/models at the commits of profiles/releases/pairs.yaml
constexpr std::array youngModels {
    MaxTextName { "gemma2-27b", "2024-09-09" },
    MaxTextName { "gemma2-2b", "2024-09-09" },
    MaxTextName { "gemma2-9b", "2024-09-09" },
    MaxTextName { "mixtral-8x22b", "2024-09-09" },
    MaxTextName { "llama3-70b", "2024-07-26" },
    MaxTextName { "llama3-8b", "2024-07-26" },
    MaxTextName { "llama3.1-405b", "2024-10-21" },
    MaxTextName { "llama3.1-70b", "2024-10-21" },
    MaxTextName { "llama3.1-8b", "2024-10-21" },
    MaxTextName { "deepseek2-16b", "2025-02-22" },
    MaxTextName { "deepseek2-236b", "2025-02-22" },
    MaxTextName { "deepseek3-671b", "2025-02-22" },
    MaxTextName { "llama3.3-70b", "2025-02-22" },
    MaxTextName { "gemma3-12b", "2025-03-18" },
    MaxTextName { "gemma3-27b", "2025-03-18" },
    MaxTextName { "gemma3-4b", "2025-03-18" },
    MaxTextName { "llama4-17b-16e", "2025-04-15" },
    MaxTextName { "llama4-17b-128e", "2025-05-20" },
    MaxTextName { "qwen3-0.6b", "2025-07-21" },
    MaxTextName { "qwen3-14b", "2025-07-21" },
    MaxTextName { "qwen3-4b", "2025-07-21" },
    MaxTextName { "qwen3-8b", "2025-07-21" },
    MaxTextName { "gpt-oss-120b", "0.1" },
    MaxTextName { "gpt-oss-20b", "0.1" },
    MaxTextName { "kimi-k2-1t", "0.1" },
    MaxTextName { "qwen3-235b-a22b", "0.1" },
    MaxTextName { "qwen3-30b-a3b", "0.1" },
    MaxTextName { "qwen3-32b", "0.1" },
    MaxTextName { "qwen3-480b-a35b", "0.1" },
    MaxTextName { "olmo3-32b", "0.2" },
    MaxTextName { "olmo3-7b", "0.2" },
    MaxTextName { "qwen2.5-14b", "0.2.1" },
    MaxTextName { "qwen2.5-7b", "0.2.1" },
    MaxTextName { "qwen3-1.7b", "0.2.1" },
    MaxTextName { "qwen2.5-1.5b", "0.2.2" },
};

/// Policies, recipes, optimizers and decoder blocks, likewise.
/// @source the same, layers/decoders.py (models.py), quantizations.py, optimizers.py,
/// common_types.py
constexpr std::array youngWords {
    MaxTextName { "save_out_proj", "2024-07-26" },
    MaxTextName { "custom", "2024-12-04" },
    MaxTextName { "save_dot_with_context_except_mlp", "2024-12-16" },
    MaxTextName { "minimal_with_context", "0.1" },
    MaxTextName { "minimal_with_quantization", "0.2" },
    MaxTextName { "minimal_with_context_and_quantization", "0.2" },
    MaxTextName { "intmp", "2024-07-26" },
    MaxTextName { "nanoo_fp8", "2025-03-18" },
    MaxTextName { "fp8_full", "0.1" },
    MaxTextName { "fp8_gpu", "0.1" },
    MaxTextName { "fp8_nanoo", "0.1" },
    MaxTextName { "te_fp8_currentscaling", "0.2" },
    MaxTextName { "te_fp8_delayedscaling", "0.2" },
    MaxTextName { "te_mxfp8", "0.2" },
    MaxTextName { "te_nvfp4", "0.2" },
    MaxTextName { "te_nvfp4_no_rht", "0.2" },
    MaxTextName { "sgd", "2024-10-21" },
    MaxTextName { "muon", "0.2" },
    MaxTextName { "gemma2", "2024-09-09" },
    MaxTextName { "deepseek", "2025-02-22" },
    MaxTextName { "gemma3", "2025-03-18" },
    MaxTextName { "mixtral", "2025-04-15" },
    MaxTextName { "qwen3", "2025-07-21" },
    MaxTextName { "gpt_oss", "0.1" },
    MaxTextName { "qwen3_moe", "0.1" },
    MaxTextName { "olmo3", "0.2" },
    MaxTextName { "qwen2", "0.2.1" },
};

std::string_view releaseDate(std::string_view version)
{
    if (version.empty())
        return "9999";
    if (isReleaseDay(version))
        return version;
    const std::optional<ReleaseNumber> own = parseReleaseNumber(version);
    std::string_view date;
    for (const MaxTextRelease &release : releases)
        if (!own || *own >= release.version)
            date = release.date;
    return date;
}

bool isIn(std::span<const MaxTextName> names, std::string_view name, std::string_view version)
{
    const auto row = std::ranges::find(names, name, &MaxTextName::name);
    return row == names.end() || isRelease(version, row->since);
}

} // namespace

bool maxtextKnowsKey(std::string_view key, std::string_view version)
{
    const auto row = std::ranges::find(youngKeys, key, &MaxTextName::name);
    return row == youngKeys.end() || row->since <= releaseDate(version);
}

bool maxtextKnowsModel(std::string_view model, std::string_view version)
{
    return isIn(youngModels, model, version);
}

bool maxtextKnowsWord(std::string_view word, std::string_view version)
{
    return isIn(youngWords, word, version);
}

} // namespace headroom
