#pragma once

#include "model/base/outcome/finding.h"
#include "model/plan/resolved_plan.h"

#include <vector>

namespace headroom {

/// Hint "capability-unknown": choices of the plan that only some generations of a chip run, where
/// the chip's file does not state its compute capability. The rules on them were not asked.
std::vector<Finding> uncheckedRules(const ResolvedPlan &resolved);

} // namespace headroom
