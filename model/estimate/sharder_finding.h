#pragma once

#include "model/estimate/estimator.h"

#include <optional>

namespace headroom {

/// Where the Trainer runs a plan under DeepSpeed and its estimate is that of FSDP: what DeepSpeed's
/// buckets and flat copies add to the peak, and the stack that counts them; nothing else.
std::optional<Finding> sharderFinding(const Estimator &estimator, const ResolvedPlan &resolved,
    const Prepared &prepared, const Evaluation &evaluation);

} // namespace headroom
