#pragma once

#include "model/base/outcome/result.h"
#include "model/plan/resolved_plan.h"

#include <string>

namespace headroom {

/// The plan that a row of a project file keeps (`plan_json`). What a compiler planned for it is
/// left out: a run is held against the estimate. Errors: those of reading a plan.
Result<Plan> keptPlan(const std::string &json, const std::string &id);

/// That plan ready to be predicted. Errors: those of resolving it, and the first hard rule that it
/// breaks, but for those on recipes.
Result<ResolvedPlan> resolveKept(const Plan &plan, const ProfileLibrary &library);

} // namespace headroom
