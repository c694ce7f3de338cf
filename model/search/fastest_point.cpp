#include "model/search/fastest_point.h"

#include "model/search/bounds.h"
#include "model/search/group_evaluator.h"
#include "model/search/known_layers.h"

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
/// three times: first whatever the policy is, whether or not anything fits and without traffic of
/// the state, which is cheap; then, when the search comes to it, with that traffic; at last for
/// each policy with its own costs and memory.
struct Family
{
    double seconds = 0; ///< of what was not searched yet; infinite where that is nothing
    std::vector<double> groups; ///< by policy; empty until the search comes to it
};

/// @param mayFit  of a candidate that would lower the bound
template <class MayFit>
double leastOfChunks(const Prepared &p, const PointGroup &group, Layout layout,
    const LayerCosts &costs, MayFit mayFit)
{
    Candidate candidate = group.base;
    double least = noHope;
    std::optional<StepBound> bound;
    for (const int chunks : group.chunks) {
        candidate.chunks = chunks;
        if (!bound || !bound->holdsForAllChunks()) {
            placeWork(p, candidate, layout);
            bound.emplace(p, candidate, layout, costs);
        }
        const double step = bound->at(candidate).value();
        if (step < least && mayFit(candidate))
            least = step;
    }
    return least;
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
        , m_stop(stop)
        , m_layers(layers)
    {
        m_layers.begin(m_bound);
    }

    void run()
    {
        double lower = -noHope, upper = findBounds() * roundGrowth;
        while (upper < noHope && lower < m_collector.worstValue() && !m_stop.stop_requested()) {
            visit(lower, upper);
            lower = upper;
            const double next = leastAbove(upper);
            upper = next == noHope ? noHope : std::max(next, upper) * roundGrowth;
        }
    }

private:
    /// Fills the loose bounds of all families; the least of them.
    double findBounds()
    {
        double least = noHope;
        for (const Block &block : m_variant.space.blocks()) {
            std::vector<Family> &families = m_families.emplace_back();
            m_variant.space.forEachFamily(block, [&](const PointGroup &group) {
                m_collector.counts.enumerated += group.size * m_variant.space.remats().size();
                const Layout layout = placeCandidate(m_bound, group.base);
                families.emplace_back().seconds = leastOfChunks(m_bound, group, layout,
                    m_layers.at(m_bound, group.base, layout).least,
                    [](const Candidate &) { return true; });
                least = std::min(least, families.back().seconds);
                return !m_stop.stop_requested();
            });
        }
        return least;
    }

    double leastAbove(double limit) const
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
                if (isDue(family.seconds) && family.groups.empty())
                    family.seconds = std::max(family.seconds, wholeBound(group, upper));
                if (isDue(family.seconds))
                    visit(group, family, isDue);
                return !m_stop.stop_requested() && index < families.size();
            });
        }
    }

    /// Evaluates the groups of a family that are due.
    template <class IsDue> void visit(PointGroup group, Family &family, IsDue isDue)
    {
        if (family.groups.empty())
            bindGroups(group, family);
        double rest = noHope;
        for (std::size_t i = 0; i < family.groups.size(); ++i) {
            double &seconds = family.groups[i];
            group.base.remat = m_variant.space.remats()[i];
            if (isDue(seconds)) {
                m_evaluator.evaluate(m_variant, 0, group);
                m_collector.counts.enumerated -= group.size; // counted with its bound
                seconds = noHope;
            }
            rest = std::min(rest, seconds);
        }
        family.seconds = rest;
    }

    /// With all traffic; nothing where it is not above `upper`.
    double wholeBound(const PointGroup &group, double upper)
    {
        const LayerCosts &costs
            = m_layers.at(m_bound, group.base, placeCandidate(m_bound, group.base)).least;
        const Seconds limit { std::min(upper, m_collector.worstValue()) };
        const Seconds least = m_evaluator.leastStepOf(m_variant, group, costs, limit);
        return least > limit ? least.value() * wholeSlack : 0;
    }

    /// Bounds each group of a family by the costs and the memory of its policy.
    void bindGroups(PointGroup group, Family &family)
    {
        const Layout layout = placeCandidate(m_bound, group.base);
        const std::vector<LayerCosts> &costs = m_layers.at(m_bound, group.base, layout).byRemat;
        const Bytes usable { m_bound.usableBytes };
        for (const int remat : m_variant.space.remats()) {
            group.base.remat = remat;
            const double own
                = leastOfChunks(m_bound, group, layout, costs[static_cast<std::size_t>(remat)],
                    [&](const Candidate &c) { return leastPeak(m_bound, c) <= usable; });
            family.groups.push_back(std::max(family.seconds, own));
        }
    }

    const SearchVariant &m_variant;
    const Prepared &m_bound;
    Collector &m_collector;
    PruningLimits m_limits; ///< none: this search prunes by the collector's best
    GroupEvaluator m_evaluator;
    const std::stop_token &m_stop;
    KnownLayers &m_layers;
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
