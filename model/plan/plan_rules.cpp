#include "model/plan/resolved_plan.h"

#include "model/plan/lawful_degrees.h"
#include "model/plan/plan_rule_list.h"

namespace headroom {

void checkDegrees(RuleList &rules)
{
    const DegreeFacts facts { rules.whole };
    const Degrees &degrees = rules.plan.parallelism;
    for (const DegreeRule &rule : degreeRules())
        if (!rule.holds(facts, degrees))
            rules.add(rule.id, rule.words({ rules.whole, facts, degrees }), rule.fields);
}

std::vector<RuleBreak> brokenRules(const ResolvedPlan &resolved)
{
    RuleList rules { resolved };
    checkDegrees(rules);
    checkMesh(rules);
    checkKernels(rules);
    checkRecipe(rules);
    checkRemat(rules);
    checkOptions(rules);
    checkTuning(rules);
    checkReleases(rules);
    checkJob(rules);
    return rules.takeBreaks();
}

} // namespace headroom
