#pragma once

#include "model/estimate/estimator.h"
#include "model/timeline/timeline.h"

namespace headroom {

/// One training step of a valid plan as events: durations, groups and flags of the estimate,
/// placed in time by stream order and dependencies. Deterministic. Micro-batches beyond
/// `maxPasses` passes are drawn as one Repeat of the steady pattern.
Timeline buildTimeline(
    const ResolvedPlan &resolved, const Prepared &prepared, const Candidate &candidate);

/// The plan's own point.
Timeline buildTimeline(const ResolvedPlan &resolved, const Estimator &estimator);

} // namespace headroom
