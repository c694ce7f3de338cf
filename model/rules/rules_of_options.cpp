#include "model/plan/framework_options.h"
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
    if (options.crossEntropy == CrossEntropy::Chunked && options.vocabTiling <= 1)
        rules.add("rule-chunked-loss", {}, { field, "options.vocab_tiling" });
    const Framework framework = frameworkTraits(rules.plan.framework).id;
    const bool fusesHead = framework == Framework::HuggingFace || framework == Framework::DeepSpeed;
    if (options.crossEntropy == CrossEntropy::FusedLinear && !fusesHead)
        rules.add("rule-option-framework",
            { field, planFieldText(rules.plan, field), rules.plan.framework,
                std::string("hf, deepspeed"), planFieldText(Plan {}, field) },
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
