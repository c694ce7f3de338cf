#include "model/plan/fields/framework_options.h"
#include "model/plan/framework_traits.h"
#include "model/rules/plan_rule_list.h"

namespace headroom {
namespace {

/// Names of the frameworks that have the option, as plans write them.
std::string frameworksWith(std::string_view path)
{
    std::string names;
    for (const FrameworkTraits &framework : allFrameworks())
        if (framework.hasOption(path))
            names += (names.empty() ? "" : ", ") + std::string { framework.name };
    return names;
}

void checkLoss(RuleList &rules)
{
    constexpr const char *field = "options.cross_entropy";
    const PlanOptions &options = rules.plan.options;
    const FrameworkTraits &framework = frameworkTraits(rules.plan.framework);
    if (options.crossEntropy == CrossEntropy::Chunked && options.vocabTiling <= 1)
        rules.add("rule-chunked-loss", {}, { field, "options.vocab_tiling" });
    const bool isLinear = options.crossEntropy == CrossEntropy::FusedLinear;
    const bool isFused = isLinear || options.crossEntropy == CrossEntropy::Fused;
    if (!isFused || isLinear == framework.fusesLossWithHead || !framework.hasOption(field))
        return;
    std::string others;
    for (const FrameworkTraits &other : allFrameworks())
        if (other.hasOption(field) && other.fusesLossWithHead == isLinear)
            others += (others.empty() ? "" : ", ") + std::string { other.name };
    rules.add("rule-option-framework",
        { field, planFieldText(rules.plan, field), rules.plan.framework, others,
            std::string(isLinear ? "fused" : "fused_linear") },
        { field });
}

} // namespace

void checkOptions(RuleList &rules)
{
    checkLoss(rules);
    for (const std::string &path : foreignOptions(rules.plan))
        rules.add("rule-option-framework",
            { path, planFieldText(rules.plan, path), rules.plan.framework, frameworksWith(path),
                planFieldText(Plan {}, path) },
            { path });
}

} // namespace headroom
