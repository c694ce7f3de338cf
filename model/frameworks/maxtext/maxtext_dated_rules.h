#pragma once

#include "model/frameworks/book/rule_rows.h"

namespace headroom::books::maxtext {

/// The release of MaxText that the plan runs on.
inline const std::string &releaseOf(const RuleFacts &facts)
{
    return facts.whole->releases.maxtext;
}

/// Adds what commits of MaxText from before its first release with a number lack.
void addDatedRules(rule_rows::Rows &rows);

} // namespace headroom::books::maxtext
