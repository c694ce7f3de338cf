#include "model/rules/broken_rules.h"

#include "model/frameworks/framework_rules.h"
#include "model/rules/plan_rule_list.h"
#include "model/rules/rule_set.h"

namespace headroom {

bool isOfRecipe(const RuleBreak &broken)
{
    return broken.error.id == recipeChipRule || broken.error.id == recipeFrameworkRule;
}

std::vector<RuleBreak> brokenRules(const ResolvedPlan &resolved)
{
    RuleList rules { resolved };
    const RuleSet set { resolved };
    const Degrees &degrees = resolved.plan.parallelism;
    for (const Rule *rule : set.rules())
        if (!rule->holds(set.facts(), degrees))
            rules.add(
                rule->error({ set.facts(), degrees }), rule->fieldsOf({ set.facts(), degrees }));
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

std::vector<RuleBreak> missingBlocks(const ResolvedPlan &resolved)
{
    std::vector<RuleBreak> missing;
    const RuleFacts facts { resolved };
    const Degrees &degrees = resolved.plan.parallelism;
    for (const Rule &rule : frameworkRules(resolved.framework().id))
        if (rule.scope == RuleScope::Model && rule.isOf(resolved.frameworkRelease())
            && !rule.holds(facts, degrees))
            missing.push_back(
                { rule.error({ facts, degrees }), rule.fieldsOf({ facts, degrees }) });
    return missing;
}

std::vector<Finding> blockFindings(const ResolvedPlan &resolved)
{
    std::vector<Finding> findings;
    for (const RuleBreak &missing : missingBlocks(resolved))
        findings.push_back({ Severity::Warning, "framework-lacks-block",
            { missing.error.args[0], missing.error.args[1] }, missing.fields.front(), {} });
    return findings;
}

} // namespace headroom
