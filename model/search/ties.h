#pragma once

#include "model/search/search.h"

namespace headroom {

/// Standard deviation of ln(predicted / measured) among runs of one source that share model,
/// machine and batch: what is left of the error when everything in common cancels.
/// @source median of the sets with four runs or more (profiles/measurements); a test finds it again
inline constexpr double scatterWithinSet = 0.07;
/// Two plans tie while the slower one may in truth be the faster with this probability.
inline constexpr double tieDoubt = 0.2;
/// How much slower, as a share, a plan may be predicted and still be a tie. Plans of one search
/// share model, stack and machine, so that only the scatter within such a set counts, once for
/// each.
double tieShare();
/// Largest value that is worse than that of `best` by no more than a share of it (of its peak where
/// the objective is memory).
double tieLimit(Objective objective, const RankedPoint &best, double share = tieShare());

} // namespace headroom
