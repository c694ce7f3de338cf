#pragma once

#include "model/frameworks/book/rule.h"
#include "model/rules/broken_rules.h"
#include "model/rules/checked_plan.h"

#include <string>
#include <vector>

namespace headroom {

/// Broken rules but those of frameworks and their recipes, which say what can be launched and not
/// what can be computed.
inline Errors breaksOfFormulas(const ResolvedPlan &plan)
{
    Errors errors;
    const MatmulRate rate = plan.recipe.matmulRate;
    const bool hasUnits = rate == MatmulRate::None || peakOf(plan.accelerator, rate);
    for (RuleBreak &broken : brokenRules(plan))
        if (broken.error.id != frameworkRuleId && !(hasUnits && isOfRecipe(broken)))
            errors.push_back(std::move(broken.error));
    return errors;
}

/// A plan that keeps the rules that formulas need.
inline Result<CheckedPlan> openForFormulas(const std::string &file,
    const std::vector<std::string> &settings, const ProfileLibrary &library)
{
    Result<CheckedPlan> plan = openPlan(file, settings, library);
    if (!plan)
        return plan;
    if (Errors errors = breaksOfFormulas(plan->resolved); !errors.empty())
        return errors;
    return plan;
}

} // namespace headroom
