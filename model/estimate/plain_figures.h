#pragma once

#include "model/estimate/estimator.h"

namespace headroom {

/// Terms of memory and time with their totals, and the throughput: the numbers of
/// Estimator::estimate without intervals, reports, cost and findings, which cost more than they do.
Estimate plainFigures(
    const ResolvedPlan &resolved, const Prepared &prepared, const Evaluation &evaluation);
Estimate plainFigures(const Estimator &estimator, const ResolvedPlan &resolved);

} // namespace headroom
