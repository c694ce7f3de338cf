#include "model/frameworks/megatron/megatron_words.h"

#include "model/base/text/plain_number.h"
#include "model/frameworks/megatron/megatron_modules.h"
#include "model/frameworks/megatron/megatron_settings.h"
#include "model/plan/stage_layers.h"

#include <algorithm>

namespace headroom::books::megatron {
namespace {

/// The same setting, or one that means it, in the words of other releases and programs.
struct OtherWord
{
    std::string_view key, value; ///< no value: any that is not off
    std::string_view means, meaning; ///< no meaning: the value itself
};
// @source NVIDIA/Megatron-LM megatron/training/arguments.py, 2021-08 to 2026-08
constexpr OtherWord otherWords[] {
    { "recompute_activations", {}, "recompute_granularity", "selective" },
    { "use_flash_attn", {}, "attention_backend", "flash" },
    { "use_custom_fsdp", {}, "use_megatron_fsdp", {} },
    { "max_length", {}, "seq_length", {} }, // ms-swift's
    { "use_torch_fsdp2", {}, "use_megatron_fsdp", {} },
    { "use_torch_fsdp2", {}, "use_distributed_optimizer", {} },
    { "use_torch_fsdp2", {}, "data_parallel_sharding_strategy", "optim_grads_params" },
    { "virtual_pipeline_model_parallel_size", {}, "num_virtual_stages_per_pipeline_rank", {} },
    { "moe_enable_deepep", {}, "moe_flex_dispatcher_backend", "deepep" },
    { "cuda_graph_scope", "full_iteration", "cuda_graph_impl", "full_iteration" },
    { "cuda_graph_scope", {}, "cuda_graph_modules", {} },
};

bool isNothing(std::string_view text)
{
    return text.empty() || text == "None" || text == "False" || text == "[]";
}

/// Stages by their layers, first or last ones set apart.
void stagesInNewestWords(Observed &observed)
{
    const auto pipeline
        = std::max<std::int64_t>(countAt(observed, "pipeline_model_parallel_size"), 1);
    const std::int64_t layers = countAt(observed, "num_layers");
    constexpr auto chunkKey = "num_virtual_stages_per_pipeline_rank";
    if (const auto each = countAt(observed, "num_layers_per_virtual_pipeline_stage");
        each > 0 && layers / pipeline / each > 1)
        observed[chunkKey] = std::to_string(layers / pipeline / each);
    const std::int64_t chunks = std::max<std::int64_t>(countAt(observed, chunkKey), 1);
    if (pipeline > maxStages || chunks > maxStages / pipeline)
        return;
    const std::vector<int> stages = endedStages(observed, layers, static_cast<int>(pipeline));
    if (!stages.empty())
        observed["pipeline_model_parallel_layout"] = layoutText(
            virtualStageLayers(stages, static_cast<int>(pipeline), static_cast<int>(chunks)),
            static_cast<int>(std::min<std::int64_t>(countAt(observed, "mtp_num_layers"), 64)));
}

/// Models of vision and language: seq_length is that of the images where the decoder's is set
/// apart, or where it is as many as an image has patches, with or without a class token.
/// @source NVIDIA/Megatron-LM examples/multimodal: nvlm/*.sh, multimodal_args.py, train.py
void textLength(Observed &observed)
{
    if (!observed.contains("language_model_type") && !observed.contains("total_seq_length"))
        return;
    const auto take = [&observed](const char *key) {
        const std::int64_t length = countAt(observed, key);
        if (length > 0)
            observed["seq_length"] = std::to_string(length);
        return length > 0;
    };
    if (take("decoder_seq_length") || take("total_seq_length"))
        return;
    const std::int64_t patch = std::max<std::int64_t>(countAt(observed, "patch_dim"), 1);
    const std::int64_t patches
        = countAt(observed, "img_h") / patch * (countAt(observed, "img_w") / patch);
    const std::int64_t own = countAt(observed, "seq_length");
    if (patches > 0 && (own == patches || own == patches + 1))
        take("max_position_embeddings");
}

} // namespace

std::int64_t countAt(const Observed &observed, std::string_view key)
{
    constexpr double most = 1e9;
    const auto seen = observed.find(key);
    const auto number = seen == observed.end() ? std::nullopt : plainNumber(seen->second);
    return number && *number >= 1 && *number <= most ? static_cast<std::int64_t>(*number) : 0;
}

std::vector<int> endedStages(const Observed &observed, std::int64_t layers, int pipeline)
{
    const std::int64_t first = countAt(observed, "decoder_first_pipeline_num_layers");
    const std::int64_t last = countAt(observed, "decoder_last_pipeline_num_layers");
    const std::int64_t between = pipeline - (first > 0) - (last > 0), rest = layers - first - last;
    if (first + last == 0 || between < 0 || rest < 0 || (between > 0 && rest % between != 0))
        return {};
    std::vector<int> stages(
        static_cast<std::size_t>(between), static_cast<int>(between > 0 ? rest / between : 0));
    if (first > 0)
        stages.insert(stages.begin(), static_cast<int>(first));
    if (last > 0)
        stages.push_back(static_cast<int>(last));
    return stages;
}

void inNewestWords(Observed &observed)
{
    textLength(observed);
    sortModules(observed);
    for (const OtherWord &row : otherWords) {
        const auto seen = observed.find(row.key);
        if (seen == observed.end() || isNothing(seen->second)
            || (!row.value.empty() && seen->second.find(row.value) == std::string::npos))
            continue;
        const bool isWhole = row.key == "cuda_graph_scope" && row.value.empty()
            && seen->second.find("full_iteration") != std::string::npos;
        std::string &means = observed[std::string(row.means)];
        const Key *const key = keys().find(row.means);
        const bool isOpen = isNothing(means) || !row.value.empty()
            || (!key->byDefault.empty() && means.ends_with(key->byDefault));
        if (isOpen && !isWhole)
            means = row.meaning.empty() ? seen->second : std::string(row.meaning);
    }
    // The optimizer alone, or nothing, in shards is no FSDP.
    const auto strategy = observed.find("data_parallel_sharding_strategy");
    if (strategy != observed.end() && observed.contains("use_megatron_fsdp")
        && (strategy->second == "optim" || strategy->second == "no_shard"))
        observed["use_megatron_fsdp"] = "False";
    // Without tensor parallelism the program switches it off.
    if (countAt(observed, "tensor_model_parallel_size") <= 1)
        observed.erase("sequence_parallel");
    // The recipe says more than the format.
    const auto recipe = observed.find("fp8_recipe");
    if (const auto format = observed.find("fp8");
        format != observed.end() && !isNothing(format->second) && recipe != observed.end())
        format->second
            = recipe->second == "blockwise" || recipe->second == "mxfp8" ? "e4m3" : "hybrid";
    if (countAt(observed, "num_experts") > 1 && !observed.contains("expert_tensor_parallel_size")
        && countAt(observed, "tensor_model_parallel_size") > 0)
        observed["expert_tensor_parallel_size"] = observed["tensor_model_parallel_size"];
    stagesInNewestWords(observed);
}

} // namespace headroom::books::megatron
