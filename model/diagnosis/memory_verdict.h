#pragma once

#include "model/diagnosis/run_case.h"

#include <vector>

namespace headroom {

/// What a run that died for want of memory needs to hear: the terms that fill the pool, and the
/// cheapest single change with which the plan fits; or that by the estimate it should have fitted.
std::vector<Message> outOfMemoryNotes(
    const ResolvedPlan &resolved, const Estimate &predicted, const Estimator &estimator);

} // namespace headroom
