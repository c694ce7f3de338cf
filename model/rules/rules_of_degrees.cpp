#include "model/plan/mesh.h"
#include "model/plan/whole_number.h"
#include "model/rules/general_rules.h"

#include <cmath>

namespace headroom {

using namespace rule_rows;

namespace {

bool isBelowLimit(const Facts &facts, const Degrees &)
{
    return facts.devices <= maxDevices;
}

bool fillsDevices(const Facts &facts, const Degrees &d)
{
    return deviceProduct(d, facts.framework->expertIsAxis) == static_cast<double>(facts.devices);
}

Operands deviceWords(const Broken &broken)
{
    const Degrees &d = broken.degrees;
    const HardwareChoice &hardware = broken.plan().plan.hardware;
    std::string factors = fmt::format("data {} · fsdp {} · tensor {} · context {} · pipeline {}",
        d.data, d.fsdp, d.tensor, d.context, d.pipeline);
    if (broken.facts.framework->expertIsAxis)
        factors += fmt::format(" · expert {}", d.expert);
    return words(deviceProduct(d, broken.facts.framework->expertIsAxis), factors,
        broken.facts.devices, hardware.nodes, hardware.devicesPerNode);
}

void addDevices(Rows &rows)
{
    rows.push_back(tested("rule-device-limit", setting::none,
        { "hardware.nodes", "hardware.devices_per_node" }, isBelowLimit, [](const Broken &broken) {
            const HardwareChoice &hardware = broken.plan().plan.hardware;
            return words(broken.facts.devices, hardware.nodes, hardware.devicesPerNode, maxDevices);
        }));
    rows.push_back(tested("rule-device-count",
        setting::ranks | setting::tensor | setting::context | setting::pipeline,
        { "hardware.nodes", "hardware.devices_per_node", "parallelism.data", "parallelism.fsdp",
            "parallelism.tensor", "parallelism.context", "parallelism.pipeline",
            "parallelism.expert" },
        fillsDevices, deviceWords));
}

bool takesMicroBatch(const Facts &facts, const Degrees &d)
{
    return isWhole(d.microBatch) || facts.framework->takesPartMicroBatches;
}

bool splitsBatch(const Facts &facts, const Degrees &d)
{
    const double accumulation = facts.accumulation(d);
    return accumulation >= 1 - wholeTolerance && isWhole(accumulation);
}

Operands batchWords(const Broken &broken)
{
    const double microBatch = broken.degrees.microBatch;
    const std::int64_t ranks = batchRanks(broken.degrees, broken.facts.framework->expertIsAxis);
    const double step = microBatch * static_cast<double>(ranks);
    return words(
        broken.facts.globalBatch, microBatch, ranks, isWhole(step) ? std::round(step) : step);
}

/// Some fp8 recipes keep their scales in the parameter tree and do not sum them over micro-batches.
bool takesAccumulation(const Facts &facts, const Degrees &d)
{
    return !facts.refusesAccumulation || d.pipeline > 1 || facts.accumulation(d) <= 1;
}

void addBatch(Rows &rows)
{
    rows.push_back(tested("rule-fraction-micro-batch", setting::microBatch,
        { "parallelism.micro_batch_sequences" }, takesMicroBatch,
        [](const Broken &broken) { return words(broken.degrees.microBatch); }));
    rows.push_back(tested("rule-batch-split", setting::microBatch | setting::ranks,
        { "workload.global_batch_sequences", "parallelism.data", "parallelism.fsdp",
            "parallelism.expert", "parallelism.micro_batch_sequences" },
        splitsBatch, batchWords));
    rows.push_back(
        tested("rule-fp8-accumulation", setting::microBatch | setting::ranks | setting::pipeline,
            { "workload.global_batch_sequences", "parallelism.micro_batch_sequences",
                "precision.recipe" },
            takesAccumulation, [](const Broken &broken) {
                return words(broken.plan().recipe.id,
                    Message { "steps",
                        { fmt::format("{:.0f}", broken.facts.accumulation(broken.degrees)) } });
            }));
}

bool splitsKeyValueHeads(const Facts &facts, const Degrees &d)
{
    return facts.isMla || facts.kvHeads % d.tensor == 0;
}

bool splitsWithoutCopies(const Facts &facts, const Degrees &d)
{
    return facts.framework->copiesKeyValueHeads || splitsKeyValueHeads(facts, d);
}

bool splitsOrCopies(const Facts &facts, const Degrees &d)
{
    return !facts.framework->copiesKeyValueHeads || splitsKeyValueHeads(facts, d)
        || d.tensor % facts.kvHeads == 0;
}

void addTensor(Rows &rows)
{
    const Words fields { "model", "parallelism.tensor" };
    const auto keyValueWords
        = [](const Broken &broken) { return words(broken.facts.kvHeads, broken.degrees.tensor); };
    rows.push_back(tested(
        "rule-sequence-parallel-needs-tensor", setting::sequenceParallel | setting::tensor,
        { "parallelism.sequence_parallel", "parallelism.tensor" },
        [](const Facts &, const Degrees &d) { return !d.sequenceParallel || d.tensor > 1; },
        [](const Broken &) { return Operands {}; }));
    rows.push_back(divided(setting::tensor, fields, "attention-heads", "tensor",
        [](const Facts &facts, const Degrees &d) {
            return Division { facts.heads, d.tensor };
        }));
    rows.push_back(tested(
        "rule-kv-heads-tensor", setting::tensor, fields, splitsWithoutCopies, keyValueWords));
    rows.push_back(
        tested("rule-kv-heads-copies", setting::tensor, fields, splitsOrCopies, keyValueWords));
    rows.push_back(divided(
        setting::tensor, fields, "mlp-width", "tensor", [](const Facts &facts, const Degrees &d) {
            return Division { facts.ffn, d.tensor };
        }));
    rows.push_back(divided(
        setting::tensor, fields, "vocabulary", "tensor", [](const Facts &facts, const Degrees &d) {
            return Division { facts.vocabulary, d.tensor };
        }));
    rows.push_back(divided(setting::sequenceParallel | setting::tensor | setting::context,
        { "workload.sequence_length", "parallelism.tensor", "parallelism.sequence_parallel" },
        "sequence-part", "tensor", [](const Facts &facts, const Degrees &d) {
            return d.sequenceParallel ? Division { facts.sequence / d.context, d.tensor }
                                      : Division {};
        }));
}

bool isUlysses(const Degrees &d)
{
    return d.context > 1 && d.contextStrategy == ContextStrategy::Ulysses;
}

/// Ulysses spreads heads over context · tensor ranks: the first of both kinds that it cannot.
Division ulyssesHeads(const Facts &facts, const Degrees &d)
{
    const std::int64_t ranks = isUlysses(d) ? std::int64_t { d.context } * d.tensor : 1;
    const Division heads { facts.heads, ranks };
    return heads.isWhole() ? Division { facts.kvHeads, ranks } : heads;
}

void addContext(Rows &rows)
{
    const Words fields { "workload.sequence_length", "parallelism.context" };
    const Settings settings = setting::context | setting::contextStrategy;
    // Causal load balancing gives each rank one early and one late part.
    rows.push_back(divided(settings, fields, "sequence-length", "2 · context",
        [](const Facts &facts, const Degrees &d) {
            return d.context == 1 || isUlysses(d)
                ? Division {}
                : Division { facts.sequence, 2 * std::int64_t { d.context } };
        }));
    rows.push_back(divided(
        settings, fields, "sequence-length", "context", [](const Facts &facts, const Degrees &d) {
            return isUlysses(d) ? Division { facts.sequence, d.context } : Division {};
        }));
    rows.push_back(tested(
        "rule-ulysses-heads", settings | setting::tensor,
        { "parallelism.context", "parallelism.context_strategy", "parallelism.tensor" },
        [](const Facts &facts, const Degrees &d) { return ulyssesHeads(facts, d).isWhole(); },
        [](const Broken &broken) {
            const Division heads = ulyssesHeads(broken.facts, broken.degrees);
            return words(heads.value, heads.divisor);
        }));
}

bool hasExperts(const Facts &facts, const Degrees &d)
{
    return facts.experts > 0 || (d.expert == 1 && d.expertTensor == 1);
}

/// Ranks that hold experts inside data · fsdp · tensor · context, by those of one copy of them.
Division expertRanks(const Facts &facts, const Degrees &d)
{
    // Degrees that multiply to more are far from any device count, which another rule says.
    constexpr double maxExact = 1LL << 53;
    const bool isAsked = facts.experts > 0 && !facts.framework->expertIsAxis
        && double(d.data) * d.fsdp * d.tensor * d.context < maxExact;
    return isAsked ? Division { batchRanks(d, false) * d.tensor * d.context,
        std::int64_t { d.expert } * d.expertTensor }
                   : Division {};
}

void addExperts(Rows &rows)
{
    const Words fields { "model", "parallelism.expert", "parallelism.expert_tensor" };
    rows.push_back(tested("rule-expert-needs-moe", setting::expert | setting::expertTensor, fields,
        hasExperts, [](const Broken &broken) {
            return words(std::max(broken.degrees.expert, broken.degrees.expertTensor),
                broken.plan().model->name);
        }));
    rows.push_back(divided(
        setting::expert, fields, "experts", "expert", [](const Facts &facts, const Degrees &d) {
            return Division { facts.experts, d.expert };
        }));
    rows.push_back(divided(setting::expertTensor, fields, "expert-width", "expert_tensor",
        [](const Facts &facts, const Degrees &d) {
            return Division { facts.expertFfn, d.expertTensor };
        }));
    rows.push_back(tested(
        "rule-expert-within-data",
        setting::expert | setting::expertTensor | setting::ranks | setting::tensor
            | setting::context,
        fields,
        [](const Facts &facts, const Degrees &d) { return expertRanks(facts, d).isWhole(); },
        [](const Broken &broken) {
            const Division ranks = expertRanks(broken.facts, broken.degrees);
            return words(ranks.divisor, ranks.value);
        }));
}

/// The degree of one mesh axis is what ici and dcn multiply to.
template <std::size_t axis> void addMeshAxis(Rows &rows, Settings settings)
{
    const std::string name = meshAxes[axis];
    rows.push_back(tested(
        "rule-mesh-axis", settings,
        { "parallelism." + name, "parallelism.mesh.ici." + name, "parallelism.mesh.dcn." + name },
        [](const Facts &facts, const Degrees &d) {
            return !facts.hasMesh
                || facts.mesh[axis] == meshShape(d, facts.framework->expertIsAxis)[axis];
        },
        [](const Broken &broken) {
            return words(meshAxes[axis], broken.facts.mesh[axis],
                meshShape(broken.degrees, broken.facts.framework->expertIsAxis)[axis]);
        }));
}

Rows allRows()
{
    Rows rows;
    addDevices(rows);
    addBatch(rows);
    addTensor(rows);
    addContext(rows);
    addPipelineRules(rows);
    addExperts(rows);
    addMeshAxis<0>(rows, setting::split);
    addMeshAxis<1>(rows, setting::split);
    addMeshAxis<2>(rows, setting::tensor);
    addMeshAxis<3>(rows, setting::context);
    addMeshAxis<4>(rows, setting::pipeline);
    addMeshAxis<5>(rows, setting::expert);
    return rows;
}

} // namespace

std::span<const Rule> generalRules()
{
    static const Rows rows = allRows();
    return rows;
}

} // namespace headroom
