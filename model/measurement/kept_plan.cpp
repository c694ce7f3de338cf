#include "model/measurement/kept_plan.h"

#include "model/plan/fields/plan_file.h"
#include "model/rules/broken_rules.h"

namespace headroom {

Result<Plan> keptPlan(const std::string &json, const std::string &id)
{
    const Result<LoadedPlan> loaded = parsePlan(json, id);
    if (!loaded)
        return loaded.errors();
    Plan plan = loaded->plan;
    plan.compiled.clear();
    return plan;
}

Result<ResolvedPlan> resolveKept(const Plan &plan, const ProfileLibrary &library)
{
    Result<ResolvedPlan> resolved = resolvePlan(plan, library);
    if (!resolved)
        return resolved;
    // Somebody ran it: a recipe that we know of no such chip or framework is theirs all the same.
    for (const RuleBreak &broken : brokenRules(*resolved))
        if (!isOfRecipe(broken))
            return broken.error;
    return resolved;
}

} // namespace headroom
