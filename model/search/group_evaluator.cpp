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
    m_variantIndex = variantIndex;
    const bool isWhole = m_mode == SearchMode::Exhaustive || m_mode == SearchMode::Pruned;
    const bool isOther = m_variant != &variant;
    begin(variant, group.base);
    m_recorded = nullptr;
    if (!isWhole)
        return evaluateGroup(group);
    if (isOther)
        m_family.used = 0;
    if (const Family::Group *const known = alike(group))
        return repeat(*known, group.base.remat);
    const SearchCounts before = m_collector.counts;
    evaluateGroup(group);
    if (m_recorded) {
        m_recorded->counts.enumerated = m_collector.counts.enumerated - before.enumerated;
        m_recorded->counts.evaluated = m_collector.counts.evaluated - before.evaluated;
        m_recorded->counts.feasible = m_collector.counts.feasible - before.feasible;
    }
}

const GroupEvaluator::Family::Group *GroupEvaluator::alike(const PointGroup &group)
{
    Candidate base = group.base;
    base.remat = 0;
    if (m_family.used == 0 || !(base == m_family.base)) {
        m_family.base = base;
        m_family.used = 0;
    }
    const std::vector<int> &first = m_variant->alikePolicies;
    const int policy = first[static_cast<std::size_t>(group.base.remat)];
    for (std::size_t i = 0; i < m_family.used; ++i)
        if (m_family.groups[i].policy == policy)
            return &m_family.groups[i];
    const std::vector<int> &remats = m_variant->space.remats();
    const auto costsSame
        = [&](int remat) { return first[static_cast<std::size_t>(remat)] == policy; };
    if (std::ranges::count_if(remats, costsSame) < 2)
        return nullptr;
    if (m_family.used == m_family.groups.size())
        m_family.groups.emplace_back();
    m_recorded = &m_family.groups[m_family.used++];
    m_recorded->policy = policy;
    m_recorded->outcomes.clear();
    return nullptr;
}

/// Every number of a point is that of the point with the other policy, but for its name.
void GroupEvaluator::repeat(const Family::Group &known, int remat)
{
    m_collector.counts.enumerated += known.counts.enumerated;
    m_collector.counts.evaluated += known.counts.evaluated;
    m_collector.counts.feasible += known.counts.feasible;
    for (Outcome outcome : known.outcomes) {
        outcome.candidate.remat = remat;
        collect(outcome);
    }
}

void GroupEvaluator::evaluateGroup(const PointGroup &group)
{
    const SearchVariant &variant = *m_variant;
    // Where flags are flipped, only points that they concern are valid; these are counted one by
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
    // Nobody asks how long a step takes that does not fit.
    if (evaluation.fits)
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

Seconds GroupEvaluator::minStepOf(const SearchVariant &variant, const PointGroup &group,
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
    shared.cannotFit = minPeak(shared.prepared(), candidate) > maxBudget(shared.prepared());
    if (shared.cannotFit)
        return;
    const Layout &layout = m_places.at(shared.prepared(), candidate).layout;
    shared.minStep
        = minStep(shared.prepared(), candidate, layout, costsOf(shared, candidate, layout));
}

bool GroupEvaluator::isHopeless(const Shared &shared, const Evaluation &memory) const
{
    const double value
        = objectiveValue(m_objective, *m_variant, shared.minStep, memory.reserved, memory.budget);
    return value > m_limits.worstValue && m_limits.pareto.dominates(shared.minStep, memory.peak)
        && (value > m_limits.worstSafeValue || !isSafe(memory));
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
        if (!m_variant->isFeasible(evaluation) || isUnwanted(*shared, evaluation))
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
        [this](
            const Shared &shared) { return shared.minStep > Seconds { m_collector.worstValue() }; },
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
    if (!m_variant->isFeasible(evaluation))
        return;
    ++m_collector.counts.feasible;
    const Outcome outcome { candidate, evaluation.step, evaluation.peak, evaluation.reserved,
        evaluation.budget };
    if (m_recorded)
        m_recorded->outcomes.push_back(outcome);
    collect(outcome);
}

void GroupEvaluator::collect(const Outcome &outcome)
{
    const Candidate &candidate = outcome.candidate;
    RankedPoint point;
    point.step = outcome.step.value();
    point.peak = outcome.peak.value();
    point.value
        = objectiveValue(m_objective, *m_variant, outcome.step, outcome.reserved, outcome.budget);
    point.variant = m_variantIndex;
    point.policyRank = m_variant->policyRanks[static_cast<std::size_t>(candidate.remat)];
    point.candidate = candidate;
    point.isSafe = isSafe(outcome.reserved, outcome.budget);
    // Gathering once may have taken the room. Such a point is none that others have to beat.
    if (m_mode == SearchMode::Fastest && !point.isSafe)
        return;
    if (point.step > m_variant->stepLimit)
        m_collector.addLate(point);
    else
        m_collector.add(point, simplicityClass(simplicityOf(*m_variant, candidate)));
}

} // namespace headroom
