#pragma once

#include "model/estimate/intervals.h"
#include "model/search/caches/group_layers.h"
#include "model/search/caches/known_places.h"
#include "model/search/collector.h"
#include "model/search/search_variant.h"

#include <vector>

namespace headroom {

/// What a first look at a few points of every block has found; fixed before the search proper
/// starts, so that what is skipped does not depend on timing.
struct PruningLimits
{
    double worstValue = std::numeric_limits<double>::infinity();
    double worstSafeValue = worstValue; ///< of points that may be recommended
    ParetoFront pareto;
};

enum class SearchMode {
    Exhaustive, ///< the memory of every point, and the time of those that fit
    Pruned, ///< leaves out what cannot fit, or cannot enter any result
    Probe, ///< a few points of each group
    Fastest, ///< nothing but the best points that fit surely enough, ties included
};

/// Evaluates groups of points into a collector. One per thread.
class GroupEvaluator
{
public:
    GroupEvaluator(const SearchRequest &request, SearchMode mode, const PruningLimits &limits,
        Collector &collector)
        : m_objective(request.objective)
        , m_fitDeviations(deviationsAt(request.minFit))
        , m_mode(mode)
        , m_limits(limits)
        , m_collector(collector)
    { }

    /// Hands the points of the group that fit to the collector, as the mode says.
    void evaluate(const SearchVariant &variant, int variantIndex, const PointGroup &group);

    /// Share of its budget up to which a peak fits as surely as the request asks for.
    double safeShare(const SearchVariant &variant) const;

    /// Least step of the points of a group whose layers cost `costs`, whichever of these policies
    /// they have and whatever memory they take, but the first that is found not above `limit`.
    Seconds minStepOf(const SearchVariant &variant, const PointGroup &group,
        const LayerCosts &costs, const std::vector<int> &remats, Seconds limit);

private:
    /// Points of a group that share flags, and therefore what is computed once for them.
    struct Shared
    {
        const FlaggedPrepared *flagged = nullptr;
        const LayerCosts *costs = nullptr;
        int boundChunks = 0; ///< chunks that the bounds below are for
        bool cannotFit = false;
        Seconds minStep {};

        const Prepared &prepared() const { return flagged->prepared; }
    };

    /// What a point that fits came to, as far as a collector asks.
    struct Outcome
    {
        Candidate candidate;
        Seconds step;
        Bytes peak, reserved, budget;
    };

    /// What the groups of a family came to, by policy: another one that costs the same comes to the
    /// same. Filled where a whole group is evaluated, for policies that have others alike.
    struct Family
    {
        Candidate base; ///< of the last group
        struct Group
        {
            int policy = 0; ///< the first of those alike
            SearchCounts counts;
            std::vector<Outcome> outcomes;
        };
        std::vector<Group> groups; ///< the first `used`; the others keep their storage
        std::size_t used = 0;
    };

    void begin(const SearchVariant &variant, const Candidate &base);
    void evaluateGroup(const PointGroup &group);
    /// The group of the family whose policy costs the same as this one; null where none was
    /// evaluated.
    const Family::Group *alike(const PointGroup &group);
    void repeat(const Family::Group &known, int remat);
    /// Step of a point whose layers cost `costs`, whether or not gathering once leaves room.
    Seconds stepOf(const Prepared &p, const Candidate &c, const LayerCosts &costs);
    void evaluateAll(const PointGroup &group);
    void evaluatePruned(const PointGroup &group);
    void evaluateFastest(const PointGroup &group);
    /// Takes the points whose memory fits, but for those that `isOut` rules out by the bounds of
    /// their kind or `isUnwanted` by their memory.
    template <class IsOut, class IsUnwanted>
    void evaluateBounded(const PointGroup &group, IsOut isOut, IsUnwanted isUnwanted);
    void probe(const PointGroup &group);
    void probePoint(const Candidate &candidate);
    /// Null when the point does not belong to the variant.
    Shared *sharedOf(const Candidate &candidate);
    const LayerCosts &costsOf(Shared &shared, const Candidate &candidate, const Layout &layout);
    /// Memory, and where that fits the time.
    Evaluation evaluationOf(Shared &shared, const Candidate &candidate);
    void updateBounds(Shared &shared, const Candidate &candidate);
    bool isHopeless(const Shared &shared, const Evaluation &memory) const;
    bool isSafe(Bytes reserved, Bytes budget) const { return reserved <= budget * m_safeShare; }
    bool isSafe(const Evaluation &memory) const { return isSafe(memory.reserved, memory.budget); }
    void take(const Candidate &candidate, const Evaluation &evaluation);
    void collect(const Outcome &outcome);

    Objective m_objective;
    double m_fitDeviations;
    SearchMode m_mode;
    const PruningLimits &m_limits;
    Collector &m_collector;
    const SearchVariant *m_variant = nullptr;
    int m_variantIndex = 0;
    double m_safeShare = 0; ///< of the variant
    bool m_countsPoints = false;
    PointFlags m_flags;
    GroupLayers m_layers;
    KnownPlaces m_places;
    std::vector<Shared> m_shared; ///< of the group; few, so looked up one by one
    Family m_family;
    Family::Group *m_recorded = nullptr; ///< of the group at hand; null where nobody will ask
};

} // namespace headroom
