#include "model/launch/torch/sequence_split.h"

#include "model/frameworks/deepspeed/deepspeed_facts.h"
#include "model/launch/torch/hf_script.h"
#include "model/plan/attention_kernels.h"

#include <fmt/format.h>

namespace headroom {
namespace {

/// @source accelerate 1.15, accelerator.py (deepspeed); transformers, deepspeed_alst.md and
/// trainer.py, which counts sequence ranks out of the batch since 5.0
constexpr const char *minAccelerate = "1.12.0";
constexpr const char *minTransformers = "5.0.0";
constexpr const char *minDeepSpeed = "0.18.2";
/// First release that splits tensors and shards by ZeRO 3 together.
/// @source DeepSpeed v0.19.4, runtime/engine.py (_configure_tensor_parallel_states); not in v0.19.3
constexpr const char *minTensorUnderZero3 = "0.19.4";

using SplitSetting = std::pair<std::string, std::string>;

/// Names below PARALLELISM_CONFIG_, in capitals as variables, else as keys of the YAML.
std::vector<SplitSetting> splitSettings(const LaunchSpec &spec)
{
    const Parallelism &degrees = spec.degrees;
    const bool isSharded = degrees.zeroStage > 0 && degrees.fsdp > 1;
    const int replicas = isSharded ? degrees.data : degrees.data * degrees.fsdp;
    std::vector<SplitSetting> settings { { "dp_replicate_size", std::to_string(replicas) },
        { "dp_shard_size", std::to_string(isSharded ? degrees.fsdp : 1) } };
    if (sequenceSplit(spec) == SequenceSplit::Ulysses) {
        settings.push_back({ "sp_size", std::to_string(degrees.context) });
        settings.push_back({ "sp_backend", "deepspeed" });
        settings.push_back({ "sp_seq_length_is_variable", "true" });
        settings.push_back({ "sp_attn_implementation", transformersAttention(spec) });
    } else {
        const bool isRing = degrees.contextStrategy == ContextStrategy::Ring;
        settings.push_back({ "cp_size", std::to_string(degrees.context) });
        settings.push_back({ "cp_comm_strategy", isRing ? "alltoall" : "allgather" });
    }
    return settings;
}

void tellTorch(const LaunchSpec &spec, ExportDraft &draft)
{
    const Plan &plan = spec.plan();
    const Parallelism &degrees = spec.degrees;
    if (degrees.fsdp == 1)
        draft.note("FSDP also shards weights and state over the context ranks: less memory than "
                   "the plan counts.");
    if (plan.attention != AttentionChoice::Unfused)
        draft.settle("attention", nameOf(plan.attention),
            "`sdpa`, PyTorch's own fused attention, the only one that its context parallelism "
            "takes");
}

} // namespace

SequenceSplit sequenceSplit(const LaunchSpec &spec)
{
    return sequenceSplit(spec.degrees);
}

std::string transformersAttention(const LaunchSpec &spec)
{
    const AttentionChoice attention = spec.plan().attention;
    return attention != AttentionChoice::Unfused && sequenceSplit(spec) == SequenceSplit::Torch
        ? "sdpa"
        : transformersAttention(attention);
}

void tellSequenceSplit(const LaunchSpec &spec, ExportDraft &draft)
{
    const SequenceSplit split = sequenceSplit(spec);
    if (split == SequenceSplit::None)
        return;
    if (split == SequenceSplit::Torch)
        tellTorch(spec, draft);
    draft.note(split == SequenceSplit::Ulysses
            ? fmt::format("Sequences are cut by Ulysses (all-to-alls between sequence and heads): "
                          "DeepSpeed {}, Transformers {} and Accelerate {} or later.",
                minDeepSpeed, minTransformers, minAccelerate)
            : fmt::format("Sequences are cut by PyTorch's context parallelism under FSDP2: "
                          "Transformers {} and Accelerate {} or later.",
                minTransformers, minAccelerate));
}

std::vector<LaunchFlag> accelerateVariables(const LaunchSpec &spec)
{
    if (sequenceSplit(spec) == SequenceSplit::None)
        return {};
    std::vector<LaunchFlag> variables { { "ACCELERATE_USE_PARALLELISM_CONFIG", "true",
        FlagCarrier::Environment, {} } };
    for (const auto &[key, value] : splitSettings(spec)) {
        std::string name = "PARALLELISM_CONFIG_";
        for (const char letter : key)
            name += letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
        variables.push_back({ name, value, FlagCarrier::Environment, {} });
    }
    return variables;
}

Document accelerateSection(const LaunchSpec &spec)
{
    std::vector<Document::Member> members;
    for (const auto &[key, value] : splitSettings(spec))
        members.push_back({ "parallelism_config_" + key, value });
    return Document::mapping(std::move(members));
}

Document fsdpConfig(const LaunchSpec &spec)
{
    return Document::mapping(
        { { "version", 2 }, { "reshard_after_forward", spec.degrees.zeroStage == 3 } });
}

Document releasesOfSplit(const LaunchSpec &spec)
{
    const SequenceSplit split = sequenceSplit(spec);
    const bool splitsShards
        = spec.degrees.tensor > 1 && deepspeedStage(spec.plan().options, spec.degrees) == 3;
    if (split == SequenceSplit::None && splitsShards)
        return Document::mapping({ { "deepspeed", minTensorUnderZero3 } });
    if (split == SequenceSplit::None)
        return spec.degrees.expert > 1 ? Document::mapping({ { "deepspeed", minAutoExperts } })
                                       : Document::mapping({});
    std::vector<Document::Member> needs { { "transformers", minTransformers },
        { "accelerate", minAccelerate } };
    if (split == SequenceSplit::Ulysses)
        needs.push_back({ "deepspeed", minDeepSpeed });
    return Document::mapping(std::move(needs));
}

} // namespace headroom
