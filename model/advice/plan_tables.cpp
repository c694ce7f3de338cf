#include "model/advice/plan_tables.h"

#include <cmath>

namespace headroom {
namespace {

Document number(double value)
{
    return Document(std::isfinite(value) ? value : 0.0);
}

Document dimensionsDocument(const std::vector<DimensionFit> &fits)
{
    Document list = Document::sequence();
    for (const DimensionFit &fit : fits) {
        Document entry = Document::mapping(
            { { "id", fit.id }, { "label", fit.label }, { "value", number(fit.value) },
                { "per_device", number(fit.perDevice) }, { "least_multiple", number(fit.least) },
                { "multiple", number(fit.best) }, { "aligned", fit.isAligned },
                { "better", number(fit.better) }, { "gain", number(fit.gain) } });
        if (!fit.isAligned)
            entry.set("step_seconds", number(fit.step.value()));
        list.append(std::move(entry));
    }
    return list;
}

Document tilesDocument(const std::vector<TileFit> &fits)
{
    Document list = Document::sequence();
    for (const TileFit &fit : fits)
        list.append(
            Document::mapping({ { "id", fit.id }, { "label", fit.label }, { "m", number(fit.m) },
                { "k", number(fit.k) }, { "n", number(fit.n) }, { "batch", number(fit.batch) },
                { "tile_rows", number(fit.tileRows) }, { "tile_columns", number(fit.tileColumns) },
                { "tiles", number(fit.tiles) }, { "waves", number(fit.waves) },
                { "filled", number(fit.filled) }, { "useful", number(fit.useful) } }));
    return list;
}

Document axesDocument(const std::vector<AxisLimit> &limits)
{
    Document list = Document::sequence();
    for (const AxisLimit &limit : limits)
        list.append(Document::mapping({ { "axis", limit.axis }, { "degree", limit.degree },
            { "crosses_nodes", limit.crossesNodes }, { "hidden", limit.isHidden },
            { "seconds", number(limit.duration.value()) },
            { "window_seconds", number(limit.window.value()) },
            { "link_bytes_per_second", number(limit.linkRate) },
            { "flop_per_byte", number(limit.intensity) },
            { "needed_flop_per_byte", number(limit.neededIntensity) },
            { "tokens_per_device", number(limit.tokensPerDevice) },
            { "critical_tokens_per_device", number(limit.criticalTokens) },
            { "smallest_micro_batch_sequences", number(limit.smallestMicroBatch) },
            { "smallest_global_batch_sequences", number(limit.smallestGlobalBatch) },
            { "largest_degree", limit.largestDegree } }));
    return list;
}

Document policiesDocument(const std::vector<PolicyFit> &fits)
{
    Document list = Document::sequence();
    for (const PolicyFit &fit : fits) {
        Document alike = Document::sequence();
        for (const std::string &policy : fit.alike)
            alike.append(policy);
        list.append(Document::mapping({ { "policy", fit.policy }, { "equal_policies", alike },
            { "of_plan", fit.isPlan }, { "fits", fit.microBatch > 0 },
            { "largest_micro_batch_sequences", number(fit.microBatch) },
            { "peak_bytes", number(fit.peak.value()) }, { "host_bytes", number(fit.host.value()) },
            { "step_seconds", number(fit.step.value()) },
            { "tokens_per_second_per_device", number(fit.tokensPerSecondPerDevice) },
            { "mfu", number(fit.mfu) }, { "gain", number(fit.gain) } }));
    }
    return list;
}

Document networkDocument(const NetworkNeed &need)
{
    Document points = Document::sequence();
    for (const NetworkPoint &own : need.points)
        points.append(Document::mapping({ { "bytes_per_second", number(own.rate.value()) },
            { "of_plan", own.isPlan }, { "step_seconds", number(own.step.value()) },
            { "exposed_seconds", number(own.exposed.value()) }, { "busy", number(own.busy) },
            { "tier", own.tier } }));
    return Document::mapping({ { "used", need.isUsed },
        { "paid_bytes_per_second", number(need.paid.value()) },
        { "least_bytes_per_second", number(need.least.value()) }, { "busy", number(need.busy) },
        { "idle", number(need.idle) }, { "idle_bytes_per_second", number(need.idleRate.value()) },
        { "tier", need.tier }, { "node_gigabit_per_second", number(need.nodeGigabitPerSecond) },
        { "scaled_gigabit_per_second", number(need.scaledGigabitPerSecond) },
        { "points", points } });
}

Document groupsDocument(const std::vector<GroupWork> &groups)
{
    Document list = Document::sequence();
    for (const GroupWork &own : groups)
        list.append(Document::mapping({ { "group", own.group }, { "phase", own.phase },
            { "seconds", number(own.time.value()) }, { "flop", number(own.flop.value()) },
            { "bytes", number(own.bytes.value()) },
            { "flop_per_byte", number(own.intensity()) } }));
    return list;
}

std::vector<MemoryScaling> memoryScaling(const Prepared &p, const Candidate &c)
{
    Prepared wider = p;
    wider.globalBatch *= 2;
    wider.nodes *= 2;
    Candidate twice = c;
    (c.fsdp > 1 ? twice.fsdp : twice.data) *= 2;
    const MemoryTerms now = evaluate(p, c).memory, then = evaluate(wider, twice).memory;
    std::vector<MemoryScaling> scaling;
    for (std::size_t i = 0; i < memoryTermCount; ++i)
        if (now.values[i].value() > 0)
            scaling.push_back({ static_cast<MemoryTerm>(i), now.values[i], then.values[i] });
    return scaling;
}

/// `document` with further entries in one of its mappings.
void extend(Document &document, const char *key, std::vector<Document::Member> members)
{
    const Document *present = document.find(key);
    if (!present)
        return;
    Document extended = *present;
    for (Document::Member &member : members)
        extended.set(std::move(member.first), std::move(member.second));
    document.set(key, std::move(extended));
}

} // namespace

std::vector<std::string> memoryLeftOut()
{
    return { "Other processes on the device, among them the desktop and monitoring agents.",
        "Evaluation and generation between training steps.",
        "Copies that writing a checkpoint makes on the device.",
        "Buffers of the input pipeline; they live in host memory." };
}

PlanTables planTables(const Estimator &estimator, const ResolvedPlan &resolved)
{
    const Prepared prepared = estimator.prepare(resolved);
    const Candidate candidate = planCandidate(resolved.plan);
    PlanTables tables;
    tables.dimensions = dimensionFits(estimator, resolved, prepared);
    tables.tiles = tileFits(prepared, candidate);
    tables.axes = axisLimits(prepared, candidate);
    tables.policies = policyFits(estimator, resolved);
    tables.network = networkNeed(estimator, resolved);
    tables.groups = operationGroups(prepared, candidate, evaluate(prepared, candidate));
    tables.memory = memoryScaling(prepared, candidate);
    return tables;
}

void addTables(Document &document, const PlanTables &tables)
{
    Document scaling = Document::sequence(), leftOut = Document::sequence();
    for (const MemoryScaling &own : tables.memory)
        scaling.append(
            Document::mapping({ { "id", termId(own.term) }, { "bytes", number(own.now.value()) },
                { "bytes_at_twice_the_ranks", number(own.twice.value()) },
                { "shrinks", own.shrinks() } }));
    for (const std::string &sentence : memoryLeftOut())
        leftOut.append(Document(sentence));
    extend(document, "derived", { { "axes", axesDocument(tables.axes) } });
    extend(document, "memory", { { "scaling", scaling }, { "left_out", leftOut } });
    document.set("operation_groups", groupsDocument(tables.groups));
    document.set("dimensions", dimensionsDocument(tables.dimensions));
    document.set("tiles", tilesDocument(tables.tiles));
    document.set("remat_ladder", policiesDocument(tables.policies));
    document.set("network", networkDocument(tables.network));
}

} // namespace headroom
