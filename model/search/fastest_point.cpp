#include "model/search/fastest_point.h"

#include "model/search/bounds.h"
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

/// Least step of a group's points, seconds; infinite where none can fit.
double groupBound(const Prepared &p, const PointGroup &group)
{
    Candidate candidate = group.base;
    const bool canFit = std::ranges::any_of(group.chunks, [&](int chunks) {
        candidate.chunks = chunks;
        return leastPeak(p, candidate) <= Bytes { p.usableBytes };
    });
    if (!canFit)
        return noHope;
    candidate.chunks = group.chunks.back();
    NoTrace none;
    return leastStep(p, candidate, layerCosts(p, candidate, placeCandidate(p, candidate), none))
        .value();
}

class BranchAndBound
{
public:
    BranchAndBound(const SearchVariant &variant, const SearchRequest &request,
        const std::stop_token &stop, Collector &collector)
        : m_variant(variant)
        , m_bound(boundOf(variant.pool))
        , m_collector(collector)
        , m_evaluator(request, SearchMode::Fastest, m_limits, collector)
        , m_stop(stop)
    { }

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
    /// Fills the bounds of all groups; the least of them.
    double findBounds()
    {
        double least = noHope;
        for (const Block &block : m_variant.space.blocks()) {
            std::vector<double> &bounds = m_bounds.emplace_back();
            m_variant.space.forEachGroup(block, [&](const PointGroup &group) {
                m_collector.counts.enumerated += group.size;
                bounds.push_back(groupBound(m_bound, group));
                least = std::min(least, bounds.back());
                return !m_stop.stop_requested();
            });
        }
        return least;
    }

    double leastAbove(double limit) const
    {
        double least = noHope;
        for (const std::vector<double> &bounds : m_bounds)
            for (const double bound : bounds)
                if (bound > limit)
                    least = std::min(least, bound);
        return least;
    }

    /// Evaluates the groups whose bound is in (lower, upper].
    void visit(double lower, double upper)
    {
        const auto isDue = [&](double bound) {
            return bound > lower && bound <= upper && bound <= m_collector.worstValue();
        };
        const std::vector<Block> &blocks = m_variant.space.blocks();
        for (std::size_t i = 0; i < m_bounds.size(); ++i) {
            if (std::ranges::none_of(m_bounds[i], isDue))
                continue;
            std::size_t index = 0;
            m_variant.space.forEachGroup(blocks[i], [&](const PointGroup &group) {
                if (isDue(m_bounds[i][index++])) {
                    m_evaluator.evaluate(m_variant, 0, group);
                    m_collector.counts.enumerated -= group.size; // counted with its bound
                }
                return !m_stop.stop_requested() && index < m_bounds[i].size();
            });
        }
    }

    const SearchVariant &m_variant;
    const Prepared &m_bound;
    Collector &m_collector;
    PruningLimits m_limits; ///< none: this search prunes by the collector's best
    GroupEvaluator m_evaluator;
    const std::stop_token &m_stop;
    std::vector<std::vector<double>> m_bounds; ///< of the groups, by block
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
    SearchCounts &counts, const std::stop_token &stop)
{
    Collector collector(1);
    if (request.isExhaustive)
        evaluateEveryPoint(variant, request, stop, collector);
    else
        BranchAndBound(variant, request, stop, collector).run();
    counts.enumerated += collector.counts.enumerated;
    counts.evaluated += collector.counts.evaluated;
    counts.feasible += collector.counts.feasible;
    const std::optional<RankedPoint> best = collector.standard();
    return best && best->isSafe ? best : std::nullopt;
}

} // namespace headroom
