#include "model/advice/finding_fixes.h"

#include "model/plan/fields/framework_options.h"
#include "model/rules/broken_rules.h"

#include <algorithm>

namespace headroom {
namespace {

bool isAmong(const std::vector<Finding> &findings, const std::string &id)
{
    return std::ranges::find(findings, id, &Finding::id) != findings.end();
}

} // namespace

Remedy remedyOf(const RemedyQuestion &question, const PlanMove &changes, const ResolvedPlan &plan)
{
    Estimate estimate = question.estimate(plan);
    Remedy remedy { changes, reachOf(changes), {}, {}, {}, {} };
    for (const Finding &finding : question.now.findings)
        if (!isAmong(estimate.findings, finding.id))
            remedy.cures.push_back(finding.id);
    remedy.change = planChange(question.now, estimate);
    remedy.estimate = std::move(estimate);
    if (question.targets)
        remedy.targets = question.targets(plan);
    return remedy;
}

void addFixes(const RemedyQuestion &question, Remedies &found)
{
    for (const Finding &finding : question.now.findings) {
        if (question.stop.stop_requested())
            return;
        if (finding.fix.empty() || !found.of(finding.id).empty())
            continue;
        Plan changed = question.plan.plan;
        if (!changePlan(changed, finding.fix).problems.empty())
            continue;
        const Result<ResolvedPlan> plan = resolvePlan(changed, question.library, question.folder);
        if (!plan || !brokenRules(*plan).empty())
            continue;
        Remedy remedy = remedyOf(question, finding.fix, *plan);
        const bool isWorse
            = std::ranges::any_of(remedy.estimate.findings, [&question](const Finding &one) {
                  return one.severity == Severity::Error && !isAmong(question.now.findings, one.id);
              });
        if (!isWorse && remedy.doesCure(finding.id))
            found.all.push_back(std::move(remedy));
    }
}

} // namespace headroom
