#include "model/plan/resolved_plan.h"

#include "model/plan/plan_rule_list.h"

namespace headroom {

std::vector<RuleBreak> brokenRules(const ResolvedPlan &resolved)
{
    RuleList rules { resolved };
    checkDegrees(rules);
    checkBatch(rules);
    checkTensorAxis(rules);
    checkContextAxis(rules);
    checkPipelineAxis(rules);
    checkExpertAxis(rules);
    checkMesh(rules);
    checkKernels(rules);
    checkRecipe(rules);
    checkRemat(rules);
    return rules.takeBreaks();
}

} // namespace headroom
