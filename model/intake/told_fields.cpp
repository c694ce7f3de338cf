#include "model/intake/told_fields.h"

#include "model/intake/words/told_words.h"
#include "model/plan/framework_traits.h"
#include "model/runs/rebuild/model_names.h"
#include "model/runs/rebuild/rebuild_plan.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

/// Whether the rest of the trace leaves the layout to what words say.
bool isOpen(const PlanDraft &draft, const char *path)
{
    return draft.origin(path) == FieldOrigin::Assumed;
}

/// Degrees by which devices are used up, but for the data-parallel ones.
std::int64_t innerDevices(const Plan &plan)
{
    const Parallelism &degrees = plan.parallelism;
    const bool isAxis = frameworkTraits(plan.framework).expertIsAxis;
    return std::int64_t { degrees.tensor } * degrees.pipeline * degrees.context
        * (isAxis ? degrees.expert : 1);
}

void settleDevices(PlanRebuild &rebuild)
{
    PlanDraft &draft = rebuild.draft;
    const ConfigFacts &facts = rebuild.facts();
    const Parallelism &degrees = draft.plan.parallelism;
    std::int64_t told = facts.integer("devices").value_or(0);
    if (told <= 0 && facts.has("devices_per_node"))
        told = facts.integer("nodes").value_or(1) * *facts.integer("devices_per_node");
    if (told > 0)
        return rebuildNodes(rebuild, std::min<std::int64_t>(told, 1'000'000), FieldOrigin::Read);
    const std::int64_t nodes = facts.integer("nodes").value_or(0);
    const std::int64_t perNode = rebuild.chip ? rebuild.chip->devicesPerNode : 8;
    if (nodes > 0)
        return rebuildNodes(
            rebuild, std::min<std::int64_t>(nodes * perNode, 1'000'000), FieldOrigin::Assumed);
    const bool isWhole = facts.has(std::string(toldPrefix) + "parallelism.data")
        || facts.has(std::string(toldPrefix) + "parallelism.fsdp");
    if (isWhole)
        rebuildNodes(
            rebuild, innerDevices(draft.plan) * degrees.data * degrees.fsdp, FieldOrigin::Inferred);
}

/// The data-parallel degrees that the devices leave.
void settleRanks(PlanDraft &draft, const ConfigFacts &facts)
{
    Parallelism &degrees = draft.plan.parallelism;
    const auto &hardware = draft.plan.hardware;
    const std::int64_t devices = std::int64_t { hardware.nodes } * hardware.devicesPerNode;
    const std::int64_t inner = innerDevices(draft.plan);
    if (devices % inner != 0)
        return draft.note(
            { "run-devices-differ", { std::to_string(devices), std::to_string(inner) } });
    const std::int64_t ranks = devices / inner;
    const std::string prefix(toldPrefix);
    const bool hasData = facts.has(prefix + "parallelism.data");
    const bool hasShards = facts.has(prefix + "parallelism.fsdp");
    if (hasData && hasShards)
        return;
    const bool replicates = frameworkTraits(draft.plan.framework).id == Framework::Megatron;
    int &kept = hasData || (replicates && !hasShards) ? degrees.fsdp : degrees.data;
    int &rest = hasData || (replicates && !hasShards) ? degrees.data : degrees.fsdp;
    const int stated = hasData ? degrees.data : hasShards ? degrees.fsdp : 0;
    if (stated > 0 && ranks % stated == 0 && !(hasData && replicates)) {
        // The degree that is not stated takes what is left.
        (hasData ? degrees.fsdp : degrees.data) = static_cast<int>(ranks / stated);
    } else {
        kept = 1;
        rest = static_cast<int>(ranks);
    }
    // Megatron-LM's recipes turn the distributed optimizer on; stage 3 shards over fsdp ranks.
    const char *const stage = "parallelism.zero_stage";
    if (replicates && degrees.fsdp == 1 && draft.origin(stage) == FieldOrigin::Assumed)
        draft.set(stage, 1.0, FieldOrigin::Assumed);
    const FieldOrigin origin = std::min(draft.devices, FieldOrigin::Inferred);
    if (!hasData)
        draft.mark("parallelism.data", origin);
    if (!hasShards)
        draft.mark("parallelism.fsdp", origin);
}

/// Micro-batch and global batch, each from the other where only one is stated.
void settleBatch(PlanDraft &draft, const ConfigFacts &facts)
{
    const Parallelism &degrees = draft.plan.parallelism;
    const bool isAxis = frameworkTraits(draft.plan.framework).expertIsAxis;
    const double ranks
        = static_cast<double>(degrees.data) * degrees.fsdp * (isAxis ? degrees.expert : 1);
    const auto accumulation = facts.number("accumulation");
    // "batch size 1" on eight devices is that of each.
    if (facts.number(plainBatchFact).value_or(ranks) < ranks
        && isOpen(draft, "parallelism.micro_batch_sequences")
        && facts.number(plainBatchFact)
            == static_cast<double>(draft.plan.workload.globalBatchSequences)) {
        draft.set("parallelism.micro_batch_sequences", *facts.number(plainBatchFact),
            FieldOrigin::Inferred);
        draft.mark("workload.global_batch_sequences", FieldOrigin::Assumed);
    }
    const double batch = static_cast<double>(draft.plan.workload.globalBatchSequences);
    const bool hasBatch = !isOpen(draft, "workload.global_batch_sequences");
    const bool hasMicro = !isOpen(draft, "parallelism.micro_batch_sequences");
    if (hasMicro && !hasBatch && accumulation)
        draft.set("workload.global_batch_sequences", degrees.microBatch * ranks * *accumulation,
            std::min(draft.devices, FieldOrigin::Inferred));
    else if (hasMicro && !hasBatch)
        draft.set(
            "workload.global_batch_sequences", degrees.microBatch * ranks, FieldOrigin::Assumed);
    else if (hasBatch && !hasMicro && accumulation && *accumulation > 0
        && std::fmod(batch, ranks * *accumulation) == 0)
        draft.set("parallelism.micro_batch_sequences", batch / (ranks * *accumulation),
            std::min(draft.devices, FieldOrigin::Inferred));
    else if (!hasMicro && hasBatch)
        draft.set("parallelism.micro_batch_sequences", 1.0, FieldOrigin::Assumed);
    else if (!hasMicro && !hasBatch)
        draft.set(
            "workload.global_batch_sequences", ranks * degrees.microBatch, FieldOrigin::Assumed);
}

/// Whether a configuration's name of a model that is not known tells its size already.
bool isSizeNamed(const PlanDraft &draft)
{
    const auto note = std::ranges::find(draft.notes, "run-model-unlisted", &Message::id);
    const auto *const name
        = note == draft.notes.end() ? nullptr : std::get_if<std::string>(&note->operands.front());
    return name && parametersOfName(*name) > 0;
}

/// The known model whose number of parameters is nearest to one that words tell; still assumed.
void settleModel(PlanDraft &draft, const ConfigFacts &facts, const ProfileLibrary &library)
{
    const double told = facts.number(nominalSizeFact).value_or(0);
    if (told <= 0 || draft.origin("model") != FieldOrigin::Assumed || isSizeNamed(draft))
        return;
    draft.set("model", nearestModel(told, facts.text(familyFact), library), FieldOrigin::Assumed);
}

} // namespace

void settleToldFields(
    PlanDraft &draft, const RunTrace &trace, const ProfileLibrary &library, bool hasBase)
{
    bool hasAny = false;
    for (const auto &[key, fact] : trace.facts.all()) {
        if (!key.starts_with(toldPrefix))
            continue;
        const std::string_view path = std::string_view(key).substr(toldPrefix.size());
        // What a configuration reads counts before what a sentence says.
        if (draft.origin(path) != FieldOrigin::Read)
            hasAny = draft.set(path, fact.value, FieldOrigin::Read) || hasAny;
    }
    PlanRebuild rebuild { trace, library, draft, hasBase };
    if (!hasBase) {
        settleModel(draft, trace.facts, library);
        assumeLength(rebuild);
        tellTuning(rebuild); // the model may be one that a sentence names
    }
    const bool isLaidOut = !trace.config.empty() || !trace.planText.empty();
    if (isLaidOut || (!hasAny && trace.facts.empty()))
        return;
    if (const auto chip = library.accelerator(draft.plan.hardware.accelerator))
        rebuild.chip = *chip;
    settleDevices(rebuild);
    settleRanks(draft, trace.facts);
    settleBatch(draft, trace.facts);
}

} // namespace headroom
