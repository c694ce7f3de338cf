#include "model/runs/rebuild/rebuild_plan.h"

#include "model/base/text/display_line.h"
#include "model/base/wording/messages.h"
#include "model/plan/fields/framework_options.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/fields/plan_file.h"
#include "model/plan/framework_traits.h"
#include "model/plan/option_names.h"
#include "model/plan/remat_kind.h"
#include "model/plan/resolved_plan.h"
#include "model/rules/broken_rules.h"
#include "model/runs/rebuild/model_match.h"

#include <algorithm>
#include <filesystem>
#include <numeric>

namespace headroom {
namespace {

/// Devices of a node so that all nodes are alike: all of them where a node holds them, else half or
/// a quarter of a full node, else the largest number that divides them.
std::int64_t dividing(std::int64_t devices, std::int64_t perNode)
{
    if (const auto part = std::gcd(devices, perNode); devices > perNode && part > 1)
        return part;
    perNode = std::clamp<std::int64_t>(perNode, 1, std::max<std::int64_t>(devices, 1));
    while (devices % perNode != 0)
        --perNode;
    return perNode;
}

std::string nameOf(const RunTrace &trace)
{
    if (!trace.name.empty())
        return trace.name;
    return trace.sources.empty()
        ? std::string {}
        : std::filesystem::path(trace.sources.front().file).stem().string();
}

} // namespace

bool PlanRebuild::read(std::string_view path, std::string_view key)
{
    const ConfigFacts &from = config().has(key) ? config() : facts();
    return from.has(key) && draft.set(path, from.text(key), FieldOrigin::Read);
}

Parallelism &PlanRebuild::startStages()
{
    Parallelism &degrees = plan().parallelism;
    degrees.stageLayers.clear();
    degrees.chunks = 1;
    draft.mark("parallelism.pipeline_chunks", FieldOrigin::Inferred);
    draft.mark("parallelism.stage_layers", FieldOrigin::Inferred);
    return degrees;
}

void rebuildNodes(PlanRebuild &rebuild, std::int64_t devices, FieldOrigin origin)
{
    const ConfigFacts &facts = rebuild.facts();
    const std::int64_t told = facts.integer("devices_per_node").value_or(0);
    const std::int64_t nodes = facts.integer("nodes").value_or(0);
    std::int64_t perNode = 0;
    FieldOrigin split = FieldOrigin::Assumed;
    if (told > 0 && devices % told == 0) {
        perNode = told;
        split = FieldOrigin::Read;
    } else if (nodes > 0 && devices % nodes == 0) {
        perNode = devices / nodes;
        split = FieldOrigin::Inferred;
    } else {
        const std::int64_t own = rebuild.plan().hardware.devicesPerNode;
        const bool isOwn = rebuild.hasBase && devices % own == 0;
        perNode = isOwn ? own : dividing(devices, rebuild.chip ? rebuild.chip->devicesPerNode : 8);
        // What fits into a node of the chip lies in one.
        const int usual = rebuild.chip ? rebuild.chip->devicesPerNode : 8;
        const bool isOneNode = devices <= usual && origin != FieldOrigin::Assumed;
        split = rebuild.hasBase || isOneNode ? FieldOrigin::Inferred : FieldOrigin::Assumed;
    }
    if (devices == 1 && split == FieldOrigin::Assumed)
        split = FieldOrigin::Inferred; // one device lies in one node
    rebuild.draft.devices = origin;
    const FieldOrigin both = rebuild.weaker(origin, split);
    rebuild.draft.set("hardware.devices_per_node", static_cast<double>(perNode),
        split == FieldOrigin::Read ? split : both);
    rebuild.draft.set("hardware.nodes", static_cast<double>(devices / perNode),
        both == FieldOrigin::Read && nodes == 0 ? FieldOrigin::Inferred : both);
}

void rebuildOptions(PlanRebuild &rebuild, const ConfigFacts &config)
{
    const Framework framework = frameworkTraits(rebuild.plan().framework).id;
    const bool isTorch = framework == Framework::DeepSpeed || framework == Framework::HuggingFace;
    for (const OptionNames &row : optionNames())
        // DeepSpeed's programs take the Trainer's arguments, and the Trainer DeepSpeed's file.
        for (const std::string_view name :
            { isTorch ? row.deepspeed : row.in(framework), isTorch ? row.trainer : "" }) {
            if (name.empty() || !config.has(name))
                continue;
            if (planField(row.path)->kind != FieldKind::Boolean)
                rebuild.draft.set(row.path, config.text(name), FieldOrigin::Read);
            else if (const auto isOn = config.flag(name))
                rebuild.draft.set(row.path, *isOn ? "true" : "false", FieldOrigin::Read);
        }
}

void assumeHabits(PlanRebuild &rebuild)
{
    const FrameworkTraits *const framework = findFramework(rebuild.plan().framework);
    if (rebuild.hasBase || !framework)
        return;
    const auto assume = [&rebuild](const char *path, const std::string &value) {
        rebuild.draft.set(path, value, FieldOrigin::Assumed);
    };
    const bool isTpu = rebuild.chip && rebuild.chip->kind == AcceleratorKind::Tpu;
    const bool isMegatron = framework->id == Framework::Megatron;
    const bool isSelective = isMegatron || framework->id == Framework::Torchtitan;
    assume("remat.policy", isSelective ? selectiveRematId : fullRematId);
    assume("attention", isTpu ? "splash" : framework->runsXla ? "cudnn-flash" : "flash");
    if (!compilesUnlessSaid(std::string { framework->name }))
        assume("options.compile", "false");
    if (framework->keepsFp32InOptimizer)
        assume("precision.weights", "bf16");
    // One node, over which Megatron-LM replicates and the others shard.
    const ConfigFacts &facts = rebuild.facts();
    const std::int64_t perNode = rebuild.chip ? rebuild.chip->devicesPerNode : 8;
    const std::int64_t told = facts.integer("devices").value_or(
        facts.integer("nodes").value_or(1) * facts.integer("devices_per_node").value_or(perNode));
    const std::int64_t devices = std::clamp<std::int64_t>(told, 1, 1'000'000);
    const bool isTold = facts.has("devices") || facts.has("devices_per_node");
    rebuildNodes(rebuild, devices, isTold ? FieldOrigin::Read : FieldOrigin::Assumed);
    assume(isMegatron ? "parallelism.data" : "parallelism.fsdp", std::to_string(devices));
}

/// What the framework's own configuration says.
void rebuildFromConfig(PlanRebuild &rebuild)
{
    const FrameworkTraits *const framework = findFramework(rebuild.plan().framework);
    if (!framework)
        return;
    switch (framework->id) {
    case Framework::MaxText:
        return rebuildMaxText(rebuild);
    case Framework::Megatron:
        return rebuildMegatron(rebuild);
    case Framework::Torchtitan:
        return rebuildTorchtitan(rebuild);
    case Framework::DeepSpeed:
    case Framework::HuggingFace:
        return rebuildTorch(rebuild);
    case Framework::Jax:
        return; // a program of the user's prints what it likes
    }
}

/// The framework that printed the log; of one that plans do not have, the nearest is assumed.
void setFramework(PlanRebuild &rebuild)
{
    const bool isKnown = !rebuild.trace.framework.empty();
    const bool isTpu = rebuild.chip && rebuild.chip->kind == AcceleratorKind::Tpu;
    if (isKnown)
        rebuild.draft.set("framework", rebuild.trace.framework, FieldOrigin::Read);
    else if (!rebuild.hasBase && !rebuild.trace.format.empty()) {
        const auto isSplit
            = [&](const char *degree) { return rebuild.facts().number(degree).value_or(1) > 1; };
        rebuild.draft.set("framework",
            isTpu                                          ? "maxtext"
                : isSplit("tensor") || isSplit("pipeline") ? "megatron"
                                                           : "hf",
            FieldOrigin::Assumed);
    }
}

/// What the user's plan states is never replaced by what is assumed.
void keepStated(PlanDraft &draft, const Plan &base)
{
    for (const PlanField &field : planFields())
        if (draft.origin(field.path) == FieldOrigin::Assumed)
            draft.set(field.path, field.get(base), FieldOrigin::Inferred);
    if (draft.origin("parallelism.mesh") == FieldOrigin::Assumed)
        draft.plan.parallelism.mesh = base.parallelism.mesh;
    draft.devices = std::max(draft.devices, FieldOrigin::Inferred);
}

/// A plan that the file itself carries: all of it was read.
std::optional<PlanDraft> carriedPlan(const RunTrace &trace)
{
    if (trace.planText.empty())
        return std::nullopt;
    const Result<LoadedPlan> loaded = parsePlan(trace.planText, nameOf(trace));
    if (!loaded)
        return std::nullopt;
    return PlanDraft(loaded->plan, FieldOrigin::Read);
}

void assumeLength(PlanRebuild &rebuild)
{
    const Workload &workload = rebuild.plan().workload;
    const auto model = rebuild.library.model(rebuild.plan().model.id);
    if (rebuild.draft.origin("workload.sequence_length") != FieldOrigin::Assumed || !model
        || (*model)->maxSequence <= 0 || (*model)->maxSequence >= workload.sequenceLength)
        return;
    rebuild.draft.set(
        "workload.sequence_length", double((*model)->maxSequence), FieldOrigin::Assumed);
}

PlanDraft rebuildPlan(const RunTrace &trace, const ProfileLibrary &library, const Plan *base)
{
    if (std::optional<PlanDraft> carried = carriedPlan(trace))
        return *std::move(carried);
    PlanDraft draft(base ? *base : Plan {}, base ? FieldOrigin::Inferred : FieldOrigin::Assumed);
    PlanRebuild rebuild { trace, library, draft, base != nullptr };
    if (!base)
        draft.set("name", displayLine(nameOf(trace), 120), FieldOrigin::Inferred);
    rebuildAccelerator(rebuild);
    setFramework(rebuild);
    assumeHabits(rebuild);
    rebuildFromConfig(rebuild);
    rebuildTold(rebuild);
    if (!trace.modelFile.empty() || !trace.modelText.empty())
        rebuildModelFile(rebuild);
    assumeLength(rebuild);
    if (trace.facts.has("jaxlib"))
        draft.set("software.jaxlib", trace.facts.text("jaxlib"), FieldOrigin::Read);
    rebuildFlags(rebuild);
    if (base)
        keepStated(draft, *base);
    return draft;
}

void noteBrokenRules(PlanDraft &draft, const ProfileLibrary &library)
{
    const Result<ResolvedPlan> resolved = resolvePlan(draft.plan, library);
    constexpr std::size_t most = 5;
    std::size_t count = 0;
    if (!resolved) {
        for (const Error &error : resolved.errors())
            if (count++ < most)
                draft.note({ "run-rule-broken", { errorText(error) } });
        return;
    }
    // A rule about ranks says nothing where their number is a guess: the guess is asked about.
    const bool isGuess = draft.devices == FieldOrigin::Assumed;
    const auto countsRanks = [](const RuleBreak &broken) {
        return std::ranges::find(broken.fields, "parallelism.fsdp") != broken.fields.end();
    };
    for (const RuleBreak &broken : brokenRules(*resolved))
        if (!(isGuess && countsRanks(broken)) && count++ < most)
            draft.note({ "run-rule-broken", { errorText(broken.error) } });
}

} // namespace headroom
