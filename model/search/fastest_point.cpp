#include "model/search/fastest_point.h"

#include "model/search/bounds.h"
#include "model/search/caches/known_layers.h"
#include "model/search/group_evaluator.h"

#include <algorithm>

namespace headroom {
namespace {

constexpr double noHope = std::numeric_limits<double>::infinity();
/// How far above the least bound the first round goes, and how much further each next one: small
/// steps open few groups in vain, large ones list the groups less often.
constexpr double roundGrowth = 1.15;

/// What bounds every point of the variant, whatever its flags are.
const Prepared &boundOf(const PreparedPool &pool)
{
    return pool.isUniform() ? pool.own()
                            : pool.withEffects(fastestFlags(pool.own().flags)).prepared;
}

/// Groups that differ in their policy alone, with a bound of their steps in seconds. It is found
/// three times: first whatever the policy is and without traffic of the state, which is cheap;
/// then, when the search comes to it, for each policy and number of chunks that leave room, with
/// their own costs; at last with the traffic, whichever of these policies it is.
struct Family
{
    double seconds = 0; ///< of what was not searched yet; infinite where that is nothing
    std::vector<double> parts; ///< by policy, then chunks; empty until the search comes to it
};

/// What families share that differ in nothing but their micro-batch.
struct Row
{
    Candidate base;
    Layout layout;
    KnownLayers::Row &layers;
    PeakBound peaks;
    std::optional<bool> full; ///< where no micro-batch fits any more: whether there are several

    Row(const Prepared &p, const Candidate &c, KnownLayers &known)
        : base(c)
        , layout(placeCandidate(p, c))
        , layers(known.rowOf(c))
        , peaks(p, c)
    { }

    bool holds(Candidate c) const
    {
        c.microBatch = base.microBatch;
        c.chunks = base.chunks;
        c.remat = base.remat;
        return c == base;
    }
};

/// Calls `take(candidate, step)` for each number of chunks of a group, with the bound of its steps.
template <class Take>
void boundChunks(
    const Prepared &p, const PointGroup &group, Layout &layout, const LayerCosts &costs, Take take)
{
    Candidate candidate = group.base;
    std::optional<StepBound> bound;
    for (const int chunks : group.chunks) {
        candidate.chunks = chunks;
        if (!bound || !bound->holdsForAllChunks()) {
            placeWork(p, candidate, layout);
            bound.emplace(p, candidate, layout, costs);
        }
        take(candidate, bound->at(candidate).value());
    }
}

/// How far a bound by costs that no policy undercuts may lie above a step nevertheless.
constexpr double wholeSlack = 1 - 1e-3;

class BranchAndBound
{
public:
    BranchAndBound(const SearchVariant &variant, const SearchRequest &request,
        const std::stop_token &stop, Collector &collector, KnownLayers &layers)
        : m_variant(variant)
        , m_bound(boundOf(variant.pool))
        , m_collector(collector)
        , m_evaluator(request, SearchMode::Fastest, m_limits, collector)
        , m_maxPeak(m_bound.usableBytes * std::min(1.0, m_evaluator.safeShare(variant)))
        , m_stop(stop)
        , m_layers(layers)
    {
        m_layers.begin(m_bound);
        for (const int remat : variant.space.remats())
            m_isSpare.push_back(isSpare(remat));
    }

    void run()
    {
        double lower = -noHope, upper = findBounds() * roundGrowth;
        while (upper < noHope && lower < m_collector.worstValue() && !m_stop.stop_requested()) {
            visit(lower, upper);
            lower = upper;
            const double next = minAbove(upper);
            upper = next == noHope ? noHope : std::max(next, upper) * roundGrowth;
        }
    }

private:
    /// Whether another policy costs the very same and comes first among equals.
    bool isSpare(int remat) const
    {
        const auto of = [](const std::vector<int> &list, int index) {
            return list[static_cast<std::size_t>(index)];
        };
        const std::vector<int> &alike = m_variant.alikePolicies, &ranks = m_variant.policyRanks;
        return std::ranges::any_of(m_variant.space.remats(), [&](int other) {
            return of(alike, other) == of(alike, remat) && of(ranks, other) < of(ranks, remat);
        });
    }

    /// Fills the loose bounds of all families; the least of them.
    double findBounds()
    {
        double least = noHope;
        for (const Block &block : m_variant.space.blocks()) {
            std::vector<Family> &families = m_families.emplace_back();
            m_variant.space.forEachFamily(block, [&](const PointGroup &group) {
                m_collector.counts.enumerated += group.size * m_variant.space.remats().size();
                const double seconds = looseBound(group);
                families.emplace_back().seconds = seconds;
                least = std::min(least, seconds);
                return !m_stop.stop_requested();
            });
        }
        return least;
    }

    /// Whatever the policy is; nothing fits above it where it is infinite.
    double looseBound(const PointGroup &group)
    {
        Row &row = rowOf(group.base);
        placeWork(m_bound, group.base, row.layout);
        const bool accumulates = row.layout.microBatches > 1;
        if (row.full == accumulates)
            return noHope;
        if (!fitsSomehow(group, row)) {
            // A larger micro-batch takes no less, but for the gradients of those before the last.
            if (m_bound.stageLayers.empty())
                row.full = accumulates;
            return noHope;
        }
        double least = noHope;
        boundChunks(m_bound, group, row.layout, row.layers.least(m_bound, group.base, row.layout),
            [&](const Candidate &, double step) { least = std::min(least, step); });
        return least;
    }

    Row &rowOf(const Candidate &base)
    {
        if (!m_row || !m_row->holds(base))
            m_row.emplace(m_bound, base, m_layers);
        return *m_row;
    }

    bool leavesRoom(Row &row, const Candidate &c) const { return row.peaks.at(c) <= m_maxPeak; }

    /// Whether a policy leaves room. The one that did it last is asked first.
    bool fitsSomehow(const PointGroup &group, Row &row)
    {
        Candidate candidate = group.base;
        const auto fits = [&](int remat) {
            candidate.remat = remat;
            return std::ranges::any_of(group.chunks, [&](int chunks) {
                candidate.chunks = chunks;
                return leavesRoom(row, candidate);
            });
        };
        if (m_leanest && fits(*m_leanest))
            return true;
        const auto &remats = m_variant.space.remats();
        const auto found = std::ranges::find_if(remats, fits);
        if (found == remats.end())
            return false;
        m_leanest = *found;
        return true;
    }

    double minAbove(double limit) const
    {
        double least = noHope;
        for (const std::vector<Family> &families : m_families)
            for (const Family &family : families)
                if (family.seconds > limit)
                    least = std::min(least, family.seconds);
        return least;
    }

    /// Evaluates the groups whose bound is in (lower, upper]; those whose own bound lies above wait
    /// for their round.
    void visit(double lower, double upper)
    {
        const auto isDue = [&](double seconds) {
            return seconds > lower && seconds <= upper && seconds <= m_collector.worstValue();
        };
        const std::vector<Block> &blocks = m_variant.space.blocks();
        for (std::size_t i = 0; i < m_families.size(); ++i) {
            std::vector<Family> &families = m_families[i];
            if (std::ranges::none_of(families, isDue, &Family::seconds))
                continue;
            std::size_t index = 0;
            m_variant.space.forEachFamily(blocks[i], [&](const PointGroup &group) {
                Family &family = families[index++];
                if (isDue(family.seconds))
                    visit(group, family, upper, isDue);
                return !m_stop.stop_requested() && index < families.size();
            });
        }
    }

    /// Evaluates what is due of a family.
    template <class IsDue> void visit(PointGroup group, Family &family, double upper, IsDue isDue)
    {
        if (family.parts.empty())
            bindParts(group, family);
        bindWhole(group, family, upper, isDue);
        const std::span<const int> chunks = group.chunks;
        std::vector<int> due;
        auto part = family.parts.begin();
        for (const int remat : m_variant.space.remats()) {
            due.clear();
            for (const int count : chunks) {
                if (isDue(*part)) {
                    due.push_back(count);
                    *part = noHope;
                }
                ++part;
            }
            if (due.empty())
                continue;
            group.base.remat = remat;
            group.chunks = due;
            m_evaluator.evaluate(m_variant, 0, group);
            m_collector.counts.enumerated -= group.size; // counted with its bound
        }
        family.seconds = *std::ranges::min_element(family.parts);
    }

    /// Bounds each policy and number of chunks of a family by its own costs and memory.
    void bindParts(PointGroup group, Family &family)
    {
        Row &row = rowOf(group.base);
        auto isSpare = m_isSpare.begin();
        for (const int remat : m_variant.space.remats()) {
            if (*isSpare++) {
                family.parts.insert(family.parts.end(), group.chunks.size(), noHope);
                continue;
            }
            group.base.remat = remat;
            boundChunks(m_bound, group, row.layout, costsOf(group)[static_cast<std::size_t>(remat)],
                [&](const Candidate &candidate, double step) {
                    const bool isOut
                        = step <= m_collector.worstValue() && !leavesRoom(row, candidate);
                    family.parts.push_back(isOut ? noHope : std::max(family.seconds, step));
                });
        }
    }

    /// Bounds what is due of a family with all traffic, where that is above `upper`.
    template <class IsDue>
    void bindWhole(PointGroup group, Family &family, double upper, IsDue isDue)
    {
        const Seconds limit { std::min(upper, m_collector.worstValue()) };
        const std::span<const int> chunks = group.chunks;
        for (std::size_t i = 0; i < chunks.size(); ++i) {
            std::vector<int> due;
            std::optional<LayerCosts> costs;
            const auto forEachDue = [&](auto visit) {
                for (std::size_t j = 0; j < m_variant.space.remats().size(); ++j)
                    if (double &seconds = family.parts[j * chunks.size() + i]; isDue(seconds))
                        visit(m_variant.space.remats()[j], seconds);
            };
            forEachDue([&](int remat, double) {
                const LayerCosts &own = costsOf(group)[static_cast<std::size_t>(remat)];
                costs = costs ? minCosts(*costs, own) : own;
                due.push_back(remat);
            });
            if (due.empty())
                continue;
            group.chunks = chunks.subspan(i, 1);
            const Seconds step = m_evaluator.minStepOf(m_variant, group, *costs, due, limit);
            if (step > limit)
                forEachDue([&](int, double &seconds) {
                    seconds = std::max(seconds, step.value() * wholeSlack);
                });
        }
    }

    const std::vector<LayerCosts> &costsOf(const PointGroup &group)
    {
        Row &row = rowOf(group.base);
        placeWork(m_bound, group.base, row.layout);
        return row.layers.byRemat(m_bound, group.base, row.layout);
    }

    const SearchVariant &m_variant;
    const Prepared &m_bound;
    Collector &m_collector;
    PruningLimits m_limits; ///< none: this search prunes by the collector's best
    GroupEvaluator m_evaluator;
    const Bytes m_maxPeak; ///< that fits surely enough whatever the flags of the point are
    const std::stop_token &m_stop;
    KnownLayers &m_layers;
    std::optional<Row> m_row; ///< of the family at hand
    std::optional<int> m_leanest; ///< a policy that left room
    std::vector<bool> m_isSpare; ///< by place among the policies of the space
    std::vector<std::vector<Family>> m_families; ///< by block
};

void evaluateEveryPoint(const SearchVariant &variant, const SearchRequest &request,
    const std::stop_token &stop, Collector &collector)
{
    const PruningLimits limits;
    GroupEvaluator evaluator(request, SearchMode::Exhaustive, limits, collector);
    for (const Block &block : variant.space.blocks())
        variant.space.forEachGroup(block, [&](const PointGroup &group) {
            evaluator.evaluate(variant, 0, group);
            return !stop.stop_requested();
        });
}

} // namespace

std::optional<RankedPoint> fastestPoint(const SearchVariant &variant, const SearchRequest &request,
    SearchCounts &counts, KnownLayers &layers, const std::stop_token &stop)
{
    Collector collector(1);
    if (request.isExhaustive)
        evaluateEveryPoint(variant, request, stop, collector);
    else
        BranchAndBound(variant, request, stop, collector, layers).run();
    counts.enumerated += collector.counts.enumerated;
    counts.evaluated += collector.counts.evaluated;
    counts.feasible += collector.counts.feasible;
    const std::optional<RankedPoint> best = collector.standard();
    return best && best->isSafe ? best : std::nullopt;
}

} // namespace headroom
