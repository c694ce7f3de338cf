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

/// Least step of the points of a group, seconds. It is bounded three times: first whatever the
/// policy is, whether or not anything fits and without traffic of the state, which is cheap and the
/// same for all policies; then, when the search comes to it, with that traffic; at last by its own
/// policy and memory.
struct Bound
{
    double seconds = 0; ///< infinite where none can fit
    bool isOwn = false;
};

template <class Costs, class MayFit>
double leastOfChunks(const Prepared &p, const PointGroup &group, Costs costsOf, MayFit mayFit)
{
    Candidate candidate = group.base;
    double least = noHope;
    Layout layout = placeCandidate(p, candidate);
    for (const int chunks : group.chunks) {
        candidate.chunks = chunks;
        placeWork(p, candidate, layout);
        const double step = leastStep(p, candidate, layout, costsOf(candidate, layout)).value();
        if (step < least && mayFit(candidate))
            least = step;
    }
    return least;
}

double looseBound(const Prepared &p, const PointGroup &group, KnownLayers &layers)
{
    return leastOfChunks(
        p, group,
        [&](const Candidate &c, const Layout &layout) -> const LayerCosts & {
            return layers.at(p, c, layout).least;
        },
        [](const Candidate &) { return true; });
}

double ownBound(const Prepared &p, const PointGroup &group, KnownLayers &layers)
{
    return leastOfChunks(
        p, group,
        [&](const Candidate &c, const Layout &layout) -> const LayerCosts & {
            return layers.at(p, c, layout).byRemat[static_cast<std::size_t>(c.remat)];
        },
        [&](const Candidate &c) { return leastPeak(p, c) <= Bytes { p.usableBytes }; });
}

/// How far a bound by costs that no policy undercuts may lie above a step nevertheless.
constexpr double wholeSlack = 1 - 1e-3;

/// Whether two groups differ in nothing but their policy. @pre one follows the other
bool sharesBound(const PointGroup &group, const Candidate &before)
{
    Candidate same = group.base;
    same.remat = before.remat;
    return same == before;
}

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
    /// Fills the loose bounds of all groups; the least of them.
    double findBounds()
    {
        double least = noHope;
        for (const Block &block : m_variant.space.blocks()) {
            std::vector<Bound> &bounds = m_bounds.emplace_back();
            Candidate before;
            m_variant.space.forEachGroup(block, [&](const PointGroup &group) {
                m_collector.counts.enumerated += group.size;
                bounds.push_back({ !bounds.empty() && sharesBound(group, before)
                        ? bounds.back().seconds
                        : looseBound(m_bound, group, m_layers) });
                before = group.base;
                least = std::min(least, bounds.back().seconds);
                return !m_stop.stop_requested();
            });
        }
        return least;
    }

    double leastAbove(double limit) const
    {
        double least = noHope;
        for (const std::vector<Bound> &bounds : m_bounds)
            for (const Bound &bound : bounds)
                if (bound.seconds > limit)
                    least = std::min(least, bound.seconds);
        return least;
    }

    /// Evaluates the groups whose bound is in (lower, upper]; those whose own bound lies above wait
    /// for their round.
    void visit(double lower, double upper)
    {
        const auto isDue = [&](const Bound &bound) {
            return bound.seconds > lower && bound.seconds <= upper
                && bound.seconds <= m_collector.worstValue();
        };
        const std::vector<Block> &blocks = m_variant.space.blocks();
        for (std::size_t i = 0; i < m_bounds.size(); ++i) {
            if (std::ranges::none_of(m_bounds[i], isDue))
                continue;
            std::size_t index = 0;
            Whole whole;
            m_variant.space.forEachGroup(blocks[i], [&](const PointGroup &group) {
                Bound &bound = m_bounds[i][index++];
                if (isDue(bound) && !bound.isOwn) {
                    bound.seconds = std::max(bound.seconds, wholeBound(group, upper, whole));
                    if (isDue(bound))
                        bound
                            = { std::max(bound.seconds, ownBound(m_bound, group, m_layers)), true };
                }
                if (isDue(bound)) {
                    m_evaluator.evaluate(m_variant, 0, group);
                    m_collector.counts.enumerated -= group.size; // counted with its bound
                }
                return !m_stop.stop_requested() && index < m_bounds[i].size();
            });
        }
    }

    /// The bound that groups share which differ in nothing but their policy.
    struct Whole
    {
        std::optional<Candidate> base;
        double seconds = 0;
    };

    /// With all traffic; nothing where it is not above `upper`.
    double wholeBound(const PointGroup &group, double upper, Whole &known)
    {
        if (known.base && sharesBound(group, *known.base))
            return known.seconds;
        const LayerCosts &costs
            = m_layers.at(m_bound, group.base, placeCandidate(m_bound, group.base)).least;
        const Seconds limit { std::min(upper, m_collector.worstValue()) };
        const Seconds least = m_evaluator.leastStepOf(m_variant, group, costs, limit);
        known = { group.base, least > limit ? least.value() * wholeSlack : 0 };
        return known.seconds;
    }

    const SearchVariant &m_variant;
    const Prepared &m_bound;
    Collector &m_collector;
    PruningLimits m_limits; ///< none: this search prunes by the collector's best
    GroupEvaluator m_evaluator;
    const std::stop_token &m_stop;
    KnownLayers &m_layers;
    std::vector<std::vector<Bound>> m_bounds; ///< of the groups, by block
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
