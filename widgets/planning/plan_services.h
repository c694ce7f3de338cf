#pragma once

#include "model/estimate/estimate.h"
#include "model/plan/resolved_plan.h"
#include "model/profiles/profile_library.h"

#include <functional>
#include <vector>

namespace headroom {

/// What the window needs from the model library. app/ fills it; tests fill it with what they need.
struct PlanServices
{
    const ProfileLibrary *library = nullptr;
    std::function<Estimate(const ResolvedPlan &)> estimate;
    std::function<std::vector<Derivation>(const ResolvedPlan &)> explain;
};

} // namespace headroom
