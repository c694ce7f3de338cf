#pragma once

#include "model/frameworks/book/rule.h"

#include <vector>

namespace headroom {

/// The rules of a plan whose degrees and policy may still vary: the general ones and those of its
/// framework at its release. Refers to the plan, which outlives it.
class RuleSet
{
public:
    explicit RuleSet(const ResolvedPlan &resolved);

    const RuleFacts &facts() const { return m_facts; }
    const std::vector<const Rule *> &rules() const { return m_rules; }
    /// The same rules for another policy.
    RuleSet withRemat(RematKind remat, const std::string &policy) const;

    /// Whether all rules hold that speak of the plan. No allocation.
    bool hold(const Degrees &degrees) const;
    /// Whether those rules hold that read one of `fresh` and nothing but `known`: a search asks as
    /// soon as it has fixed some of the degrees. No allocation.
    bool hold(const Degrees &degrees, Settings known, Settings fresh) const;
    /// Whether those rules hold that read no degree.
    bool canHold() const;

private:
    RuleFacts m_facts;
    std::vector<const Rule *> m_rules; ///< that speak of the plan, in the order of errors
};

} // namespace headroom
