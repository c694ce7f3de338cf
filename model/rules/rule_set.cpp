#include "model/rules/rule_set.h"

#include "model/frameworks/framework_rules.h"
#include "model/rules/general_rules.h"

#include <algorithm>

namespace headroom {

RuleSet::RuleSet(const ResolvedPlan &resolved)
    : m_facts(resolved)
{
    for (const Rule &rule : generalRules())
        m_rules.push_back(&rule);
    for (const Rule &rule : frameworkRules(m_facts.framework->id))
        if (rule.scope == RuleScope::Plan && rule.isOf(resolved.frameworkRelease()))
            m_rules.push_back(&rule);
}

RuleSet RuleSet::withRemat(RematKind remat, const std::string &policy) const
{
    RuleSet other = *this;
    other.m_facts.remat = remat;
    other.m_facts.policy = policy;
    return other;
}

bool RuleSet::hold(const Degrees &degrees) const
{
    return std::ranges::all_of(
        m_rules, [&](const Rule *rule) { return rule->holds(m_facts, degrees); });
}

bool RuleSet::hold(const Degrees &degrees, Settings known, Settings fresh) const
{
    return std::ranges::all_of(m_rules, [&](const Rule *rule) {
        const bool isAsked = (rule->settings & ~known) == 0 && (rule->settings & fresh) != 0;
        return !isAsked || rule->holds(m_facts, degrees);
    });
}

bool RuleSet::canHold() const
{
    return std::ranges::all_of(m_rules, [&](const Rule *rule) {
        return rule->settings != setting::none || rule->holds(m_facts, {});
    });
}

} // namespace headroom
