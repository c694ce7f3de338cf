#include "model/search/group_evaluator.h"

#include "model/physics/step/gather_choice.h"
#include "model/search/bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace headroom {
namespace {

/// Micro-batches that a probe looks at: larger ones rarely fit, and the limits need few points.
constexpr double probedMicroBatch = 4;

} // namespace

double GroupEvaluator::safeShare(const SearchVariant &variant) const
{
    const double high = memoryInterval(variant.pool.own(), variant.space.own(), {}).high;
    return std::exp(-m_fitDeviations * std::log(high) / deviationsOf80);
}

void GroupEvaluator::begin(const SearchVariant &variant, const Candidate &base)
{
    if (m_variant != &variant)
        m_safeShare = safeShare(variant);
    m_variant = &variant;
    m_shared.clear();
    m_layers.begin(&variant, base);
    m_places.begin(&variant, base);
    if (!variant.pool.isUniform())
        m_flags.begin(variant.pool);
}

void GroupEvaluator::evaluate(
    const SearchVariant &variant, int variantIndex, const PointGroup &group)
{
    begin(variant, group.base);
    m_variantIndex = variantIndex;
    // Where flags are flipped, only points that they concern are lawful; these are counted one by
    // one.
    m_countsPoints = !variant.pool.flips().empty() && m_mode != SearchMode::Probe;
    if (variant.pool.flips().empty() && m_mode != SearchMode::Probe)
        m_collector.counts.enumerated += group.size;
    switch (m_mode) {
    case SearchMode::Exhaustive:
        evaluateAll(group);
        break;
    case SearchMode::Pruned:
        evaluatePruned(group);
        break;
    case SearchMode::Fastest:
        evaluateFastest(group);
        break;
    case SearchMode::Probe:
        probe(group);
        break;
    }
}

GroupEvaluator::Shared *GroupEvaluator::sharedOf(const Candidate &c)
{
    const PreparedPool &pool = m_variant->pool;
    const FlaggedPrepared *flagged = pool.isUniform() ? &pool.ownFlagged() : m_flags.at(c);
    if (!flagged)
        return nullptr;
    m_collector.counts.enumerated += m_countsPoints;
    for (Shared &shared : m_shared)
        if (shared.flagged == flagged)
            return &shared;
    m_shared.push_back({ flagged });
    return &m_shared.back();
}

const LayerCosts &GroupEvaluator::costsOf(
    Shared &shared, const Candidate &candidate, const Layout &layout)
{
    if (!shared.costs)
        shared.costs
            = &m_layers.at(shared.prepared(), candidate, layout, shared.flagged->layerClass);
    return *shared.costs;
}

Evaluation GroupEvaluator::evaluationOf(Shared &shared, const Candidate &candidate)
{
    NoTrace none;
    const Prepared &prepared = shared.prepared();
    const auto &[layout, calls] = m_places.at(prepared, candidate);
    Evaluation evaluation;
    evaluateMemory(prepared, candidate, layout, evaluation, none);
    assembleChosen(
        prepared, candidate, layout, costsOf(shared, candidate, layout), calls, evaluation);
    return evaluation;
}

Seconds GroupEvaluator::stepOf(const Prepared &p, const Candidate &c, const LayerCosts &costs)
{
    NoTrace none;
    Evaluation evaluation;
    const auto &[layout, calls] = m_places.at(p, c);
    assembleTime(p, c, layout, costs, calls, evaluation, none);
    const Seconds step = evaluation.step;
    if (layout.gathersOnce || !mayGatherOnce(p, c, layout))
        return step;
    Layout kept = layout;
    kept.gathersOnce = true;
    assembleTime(p, c, kept, costs, calls, evaluation, none);
    return smaller(step, evaluation.step);
}

Seconds GroupEvaluator::leastStepOf(const SearchVariant &variant, const PointGroup &group,
    const LayerCosts &costs, const std::vector<int> &remats, Seconds limit)
{
    begin(variant, group.base);
    // Of a policy, flags follow whether it offloads (FlagKey).
    const auto &policies = variant.pool.own().remats;
    const auto policyThat = [&](bool offloads) {
        const auto found = std::ranges::find_if(remats, [&](int remat) {
            return (policies[static_cast<std::size_t>(remat)].offloadBytes > 0) == offloads;
        });
        return found == remats.end() ? std::nullopt : std::optional<int>(*found);
    };
    const std::array kinds { policyThat(false), policyThat(true) };
    Seconds least { std::numeric_limits<double>::infinity() };
    PointSpace::forEachPoint(group, [&](Candidate candidate) {
        const FlaggedPrepared *before = nullptr;
        for (const std::optional<int> &remat : kinds) {
            if (!remat || least <= limit)
                continue;
            candidate.remat = *remat;
            const Shared *const shared = sharedOf(candidate);
            if (shared && std::exchange(before, shared->flagged) != shared->flagged)
                least = smaller(least, stepOf(shared->prepared(), candidate, costs));
        }
    });
    return least;
}

void GroupEvaluator::evaluateAll(const PointGroup &group)
{
    PointSpace::forEachPoint(group, [&](const Candidate &candidate) {
        Shared *shared = sharedOf(candidate);
        if (!shared)
            return;
        take(candidate, evaluationOf(*shared, candidate));
    });
}

void GroupEvaluator::updateBounds(Shared &shared, const Candidate &candidate)
{
    if (shared.boundChunks == candidate.chunks)
        return;
    shared.boundChunks = candidate.chunks;
    shared.cannotFit = leastPeak(shared.prepared(), candidate) > mostBudget(shared.prepared());
    if (shared.cannotFit)
        return;
    const Layout &layout = m_places.at(shared.prepared(), candidate).layout;
    shared.leastStep
        = leastStep(shared.prepared(), candidate, layout, costsOf(shared, candidate, layout));
}

bool GroupEvaluator::isHopeless(const Shared &shared, const Evaluation &memory) const
{
    const double value
        = objectiveValue(m_objective, *m_variant, shared.leastStep, memory.reserved, memory.budget);
    return value > m_limits.worstValue && m_limits.pareto.dominates(shared.leastStep, memory.peak)
        && (value > m_limits.worstSafeValue || !isSafe(memory));
}

bool GroupEvaluator::isSafe(const Evaluation &memory) const
{
    return memory.reserved <= memory.budget * m_safeShare;
}

template <class IsOut, class IsUnwanted>
void GroupEvaluator::evaluateBounded(const PointGroup &group, IsOut isOut, IsUnwanted isUnwanted)
{
    NoTrace none;
    Evaluation evaluation;
    PointSpace::forEachPoint(group, [&](const Candidate &candidate) {
        Shared *const shared = sharedOf(candidate);
        if (!shared)
            return;
        updateBounds(*shared, candidate);
        if (shared->cannotFit || isOut(*shared))
            return;
        // Gathering once takes more memory, and is chosen only where that leaves room.
        const auto &[layout, calls] = m_places.at(shared->prepared(), candidate);
        evaluateMemory(shared->prepared(), candidate, layout, evaluation, none);
        if (!evaluation.fits || isUnwanted(*shared, evaluation))
            return;
        assembleChosen(shared->prepared(), candidate, layout, *shared->costs, calls, evaluation);
        take(candidate, evaluation);
    });
}

void GroupEvaluator::evaluatePruned(const PointGroup &group)
{
    evaluateBounded(
        group, [](const Shared &) { return false; },
        [this](const Shared &shared, const Evaluation &memory) {
            const bool isUnwanted = isHopeless(shared, memory);
            m_collector.counts.feasible += isUnwanted ? 1 : 0;
            return isUnwanted;
        });
}

void GroupEvaluator::evaluateFastest(const PointGroup &group)
{
    evaluateBounded(
        group,
        [this](const Shared &shared) {
            return shared.leastStep > Seconds { m_collector.worstValue() };
        },
        [this](const Shared &, const Evaluation &memory) { return !isSafe(memory); });
}

void GroupEvaluator::probe(const PointGroup &group)
{
    if (group.base.microBatch > probedMicroBatch)
        return;
    // No point twice: the limits count results.
    const auto ends = [](auto list) { return list.size() > 1 ? list.size() - 1 : 1; };
    Candidate candidate = group.base;
    for (std::size_t i = 0; i < group.chunks.size(); i += ends(group.chunks))
        for (std::size_t j = 0; j < group.splits.size(); j += ends(group.splits)) {
            const Split &split = group.splits[j];
            const auto stages = group.zeroStages(split);
            if (stages.empty())
                continue;
            candidate.chunks = group.chunks[i];
            candidate.data = split.data;
            candidate.fsdp = split.fsdp;
            candidate.zeroStage = split.fsdp == 1 ? stages.front() : stages.back();
            probePoint(candidate);
        }
}

void GroupEvaluator::probePoint(const Candidate &candidate)
{
    Shared *shared = sharedOf(candidate);
    if (!shared)
        return;
    updateBounds(*shared, candidate);
    if (!shared->cannotFit)
        take(candidate, evaluationOf(*shared, candidate));
}

void GroupEvaluator::take(const Candidate &candidate, const Evaluation &evaluation)
{
    ++m_collector.counts.evaluated;
    if (!evaluation.fits)
        return;
    ++m_collector.counts.feasible;
    RankedPoint point;
    point.step = evaluation.step.value();
    point.peak = evaluation.peak.value();
    point.value = objectiveValue(
        m_objective, *m_variant, evaluation.step, evaluation.reserved, evaluation.budget);
    point.variant = m_variantIndex;
    point.policyRank = m_variant->policyRanks[static_cast<std::size_t>(candidate.remat)];
    point.candidate = candidate;
    point.isSafe = isSafe(evaluation);
    // Gathering once may have taken the room. Such a point is none that others have to beat.
    if (m_mode == SearchMode::Fastest && !point.isSafe)
        return;
    if (point.step > m_variant->stepLimit)
        m_collector.addLate(point);
    else
        m_collector.add(point, simplicityClass(simplicityOf(*m_variant, candidate)));
}

} // namespace headroom
