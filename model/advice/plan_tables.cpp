#include "model/advice/plan_tables.h"

namespace headroom {
namespace {

Document dimensionsDocument(const std::vector<DimensionFit> &fits)
{
    Document list = Document::sequence();
    for (const DimensionFit &fit : fits) {
        Document entry = Document::mapping({ { "id", fit.id }, { "label", fit.label },
            { "value", finiteNumber(fit.value) }, { "per_device", finiteNumber(fit.perDevice) },
            { "least_multiple", finiteNumber(fit.least) }, { "multiple", finiteNumber(fit.best) },
            { "aligned", fit.isAligned }, { "better", finiteNumber(fit.better) },
            { "gain", finiteNumber(fit.gain) } });
        if (!fit.isAligned)
            entry.set("step_seconds", finiteNumber(fit.step.value()));
        list.append(std::move(entry));
    }
    return list;
}

Document tilesDocument(const std::vector<TileFit> &fits)
{
    Document list = Document::sequence();
    for (const TileFit &fit : fits)
        list.append(Document::mapping(
            { { "id", fit.id }, { "label", fit.label }, { "m", finiteNumber(fit.m) },
                { "k", finiteNumber(fit.k) }, { "n", finiteNumber(fit.n) },
                { "batch", finiteNumber(fit.batch) }, { "tile_rows", finiteNumber(fit.tileRows) },
                { "tile_columns", finiteNumber(fit.tileColumns) },
                { "tiles", finiteNumber(fit.tiles) }, { "waves", finiteNumber(fit.waves) },
                { "filled", finiteNumber(fit.filled) }, { "useful", finiteNumber(fit.useful) } }));
    return list;
}

Document axesDocument(const std::vector<AxisLimit> &limits)
{
    Document list = Document::sequence();
    for (const AxisLimit &limit : limits)
        list.append(Document::mapping({ { "axis", limit.axis }, { "degree", limit.degree },
            { "crosses_nodes", limit.crossesNodes }, { "hidden", limit.isHidden },
            { "seconds", finiteNumber(limit.duration.value()) },
            { "window_seconds", finiteNumber(limit.window.value()) },
            { "link_bytes_per_second", finiteNumber(limit.linkRate.value()) },
            { "flop_per_byte", finiteNumber(limit.intensity) },
            { "needed_flop_per_byte", finiteNumber(limit.neededIntensity) },
            { "tokens_per_device", finiteNumber(limit.tokensPerDevice) },
            { "critical_tokens_per_device", finiteNumber(limit.criticalTokens) },
            { "smallest_micro_batch_sequences", finiteNumber(limit.smallestMicroBatch) },
            { "smallest_global_batch_sequences", finiteNumber(limit.smallestGlobalBatch) },
            { "largest_degree", limit.largestDegree } }));
    return list;
}

Document policiesDocument(const std::vector<PolicyFit> &fits)
{
    Document list = Document::sequence();
    for (const PolicyFit &fit : fits) {
        list.append(Document::mapping(
            { { "policy", fit.policy }, { "equal_policies", Document::texts(fit.alike) },
                { "of_plan", fit.isPlan }, { "fits", fit.microBatch > 0 },
                { "largest_micro_batch_sequences", finiteNumber(fit.microBatch) },
                { "peak_bytes", finiteNumber(fit.peak.value()) },
                { "host_bytes", finiteNumber(fit.host.value()) },
                { "step_seconds", finiteNumber(fit.step.value()) },
                { "tokens_per_second_per_device", finiteNumber(fit.tokensPerSecondPerDevice) },
                { "mfu", finiteNumber(fit.mfu) }, { "gain", finiteNumber(fit.gain) } }));
    }
    return list;
}

Document networkDocument(const NetworkNeed &need)
{
    Document points = Document::sequence();
    for (const NetworkPoint &own : need.points)
        points.append(Document::mapping({ { "bytes_per_second", finiteNumber(own.rate.value()) },
            { "of_plan", own.isPlan }, { "step_seconds", finiteNumber(own.step.value()) },
            { "exposed_seconds", finiteNumber(own.exposed.value()) },
            { "busy", finiteNumber(own.busy) }, { "tier", own.tier } }));
    return Document::mapping(
        { { "used", need.isUsed }, { "paid_bytes_per_second", finiteNumber(need.paid.value()) },
            { "least_bytes_per_second", finiteNumber(need.least.value()) },
            { "busy", finiteNumber(need.busy) }, { "idle", finiteNumber(need.idle) },
            { "idle_bytes_per_second", finiteNumber(need.idleRate.value()) }, { "tier", need.tier },
            { "node_gigabit_per_second", finiteNumber(need.nodeGigabitPerSecond) },
            { "scaled_gigabit_per_second", finiteNumber(need.scaledGigabitPerSecond) },
            { "points", points } });
}

Document groupsDocument(const std::vector<GroupWork> &groups)
{
    Document list = Document::sequence();
    for (const GroupWork &own : groups)
        list.append(Document::mapping({ { "group", own.group }, { "phase", own.phase },
            { "seconds", finiteNumber(own.time.value()) },
            { "flop", finiteNumber(own.flop.value()) },
            { "bytes", finiteNumber(own.bytes.value()) },
            { "flop_per_byte", finiteNumber(own.intensity()) } }));
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
        scaling.append(Document::mapping(
            { { "id", termId(own.term) }, { "bytes", finiteNumber(own.now.value()) },
                { "bytes_at_twice_the_ranks", finiteNumber(own.twice.value()) },
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
