#pragma once

#include "model/estimate/estimator.h"
#include "model/timeline/timeline.h"

namespace headroom {

/// One training step of a lawful plan as events: durations, groups and flags of the estimate,
/// placed in time by stream order and dependencies. Deterministic. Micro-batches beyond
/// `mostPasses` passes are drawn as one Repeat of the steady pattern.
Timeline buildTimeline(
    const ResolvedPlan &resolved, const Prepared &prepared, const Candidate &candidate);

/// The plan's own point.
Timeline buildTimeline(const ResolvedPlan &resolved, const Estimator &estimator);

} // namespace headroom
