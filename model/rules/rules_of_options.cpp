#include "model/plan/framework_options.h"
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

} // namespace

void checkOptions(RuleList &rules)
{
    for (const std::string &path : foreignOptions(rules.plan))
        rules.add("rule-option-framework",
            { path, planFieldText(rules.plan, path), rules.plan.framework, frameworksWith(path),
                planFieldText(Plan {}, path) },
            { path });
}

} // namespace headroom
