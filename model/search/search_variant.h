#pragma once

#include "model/search/caches/prepared_pool.h"
#include "model/search/point_space.h"
#include "model/search/search.h"

#include <memory>
#include <vector>

namespace headroom {

/// One assignment of the free settings that are no part of a Candidate (device count, recipe,
/// optimizer, flags …), with the space of valid points under it. Points that do not belong to the
/// pool are not valid.
struct SearchVariant
{
    SearchVariant(const Estimator &estimator, ResolvedPlan resolved,
        const std::vector<std::string> &free, std::vector<FieldChange> changes,
        FlagFlips flips = {});

    PreparedPool pool;
    PointSpace space;
    std::vector<FieldChange> changes; ///< against the request's plan
    std::vector<int> policyRanks; ///< by remat index, in the alphabet
    /// By remat index the first policy that costs the very same: such as differ only in tensors
    /// that the plan does not have.
    std::vector<int> alikePolicies;
    double devices = 1;
    double costPerSecond = 0; ///< USD per 10^12 tokens for each second of a step
    double stepLimit = std::numeric_limits<double>::infinity(); ///< of the deadline, seconds
    Bytes hostMemory {}; ///< of a node; 0: unknown

    /// Whether a point fits the device, and what it offloads the memory of its node.
    bool isFeasible(const Evaluation &evaluation) const
    {
        return evaluation.fits && (hostMemory <= Bytes {} || evaluation.host <= hostMemory);
    }
};

/// Value of the objective at a point, in seconds, bytes, USD per 10^12 tokens or devices; smaller
/// is better.
double objectiveValue(
    Objective objective, const SearchVariant &variant, Seconds step, Bytes peak, Bytes budget);

/// Axes in use at a point, and what it changes of the plan that was asked about.
Simplicity simplicityOf(const SearchVariant &variant, const Candidate &candidate);

/// A valid point; nothing when there is none.
std::optional<Candidate> firstPoint(const SearchVariant &variant);

/// All variants of a request, fewest devices first. Those that break a rule whatever their point
/// are left out; when none is left, the rules of the plan's own.
Result<std::vector<std::unique_ptr<SearchVariant>>> searchVariants(
    const Estimator &estimator, const SearchRequest &request);

} // namespace headroom
