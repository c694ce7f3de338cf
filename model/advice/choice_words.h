#pragma once

#include "model/advice/what_if.h"
#include "model/plan/resolved_plan.h"

#include <string>
#include <vector>

namespace headroom {

/// What a remat policy does to a plan, one sentence each: what it keeps and how much that is, what
/// a step takes against the policy that recomputes least, when to choose it, the next rung down.
/// Everything else of the plan stays as it is. `policy` is an id of the library.
std::vector<Message> policyWords(const ResolvedPlan &resolved, const std::string &policy,
    const ProfileLibrary &library, const PlanAnswer &answer);

/// The same of a low-precision recipe: formats and engine on the plan's chip, time and memory
/// against products in the compute format, when to choose it, the next faster recipe.
std::vector<Message> recipeWords(const ResolvedPlan &resolved, const std::string &recipe,
    const ProfileLibrary &library, const PlanAnswer &answer);

} // namespace headroom
