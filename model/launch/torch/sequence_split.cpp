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

Sharder trainerSharder(const LaunchSpec &spec)
{
    return trainerSharder(spec.plan(), spec.plan().parallelism);
}

Document fsdpConfig(const LaunchSpec &spec)
{
    if (trainerSharder(spec) == Sharder::Fsdp2)
        return Document::mapping(
            { { "version", 2 }, { "reshard_after_forward", spec.degrees.zeroStage == 3 } });
    // What the estimate counts. Layers are those that the model names (_no_split_modules).
    return Document::mapping({ { "version", 1 }, { "backward_prefetch", "no_prefetch" },
        { "forward_prefetch", false }, { "use_orig_params", true } });
}

std::string fsdpWords(const LaunchSpec &spec)
{
    const bool isHybrid = trainerSharder(spec) == Sharder::Fsdp1 && spec.degrees.data > 1;
    const bool offloads = spec.plan().options.offloadParameters;
    return std::string(isHybrid ? "hybrid_shard" : "full_shard") + " auto_wrap"
        + (offloads ? " offload" : "");
}

namespace {

/// Why FSDP does not run a plan whose weights or state the Trainer shards.
/// @source torch fsdp/api.py (ShardingStrategy.SHARD_GRAD_OP)
std::string reasonAgainstFsdp(const Plan &plan)
{
    const Parallelism &degrees = plan.parallelism;
    if (degrees.tensor > 1)
        return "FSDP splits no matrices";
    if (degrees.context > 1)
        return "Ulysses is DeepSpeed's";
    if (degrees.zeroStage == 2)
        return "the nearest that FSDP has to ZeRO 2 (SHARD_GRAD_OP) keeps weights gathered from "
               "the forward pass to the end of the backward pass, but shards them between steps";
    if (degrees.zeroStage < 2)
        return fmt::format("FSDP shards gradients with the optimizer's state, ZeRO {} does not",
            degrees.zeroStage);
    if (plan.options.offloadOptimizer && !plan.options.offloadParameters)
        return "FSDP sends weights and optimizer state to the host together";
    if (stepsByBitsandbytes(plan))
        return "FSDP's checkpoints do not keep bitsandbytes' states of every rank";
    return degrees.data > 1 && degrees.fsdp != plan.hardware.devicesPerNode
        ? "FSDP's replicas are whole nodes"
        : "the tool's FSDP does not take the plan's numbers or replicas";
}

/// What FSDP under the Trainer does whatever the plan says.
void tellFsdpHabits(const Plan &plan, ExportDraft &draft)
{
    if (!plan.options.overlapGradReduce)
        draft.lose("options.overlap_grad_reduce", "false",
            "FSDP reduces the gradients of a layer while the next one is computed");
    if (!usesMixedPrecision(plan, Sharder::Fsdp1) || isAdapted(plan))
        return;
    for (const auto &[path, format] : { std::pair { "precision.weights", plan.precision.weights },
             std::pair { "precision.gradients", plan.precision.gradients } })
        if (format != NumberFormat::Fp32)
            draft.lose(path, nameOf(format),
                "with mixed precision Accelerate keeps what FSDP trains in 32 bits");
}

} // namespace

void tellSharder(const LaunchSpec &spec, Sharder sharder, ExportDraft &draft)
{
    const Plan &plan = spec.plan();
    if (sharder == Sharder::Fsdp1)
        tellFsdpHabits(plan, draft);
    if (sharder == Sharder::Fsdp1)
        draft.note(
            "PyTorch's FSDP with flat parameters (version 1) shards the plan, as its "
            "estimate counts; Transformers 5.20 no longer has it. `software.stack=deepspeed` "
            "of the plan estimates and exports DeepSpeed instead.");
    if (sharder == Sharder::Fsdp1 && !usesMixedPrecision(plan, sharder)
        && plan.precision.compute != NumberFormat::Fp32)
        draft.note("`bf16` is off because the model is in 16 bits already: with it Accelerate "
                   "would keep weights in 32 bits.");
    if (sharder == Sharder::DeepSpeed && plan.software.stack.empty()
        && deepspeedStage(plan.options, plan.parallelism) > 0)
        draft.note(fmt::format("DeepSpeed runs this plan, not FSDP: {}. "
                               "`software.stack=deepspeed` of the plan estimates DeepSpeed.",
            reasonAgainstFsdp(plan)));
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
