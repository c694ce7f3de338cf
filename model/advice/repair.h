#pragma once

#include "model/base/outcome/finding.h"
#include "model/plan/resolved_plan.h"

#include <filesystem>
#include <string>
#include <vector>

namespace headroom {

/// Field changes that together make one broken rule hold without breaking another.
struct Repair
{
    std::vector<FieldChange> changes;
    bool operator==(const Repair &) const = default;
};

/// Remedies of one broken rule, at most one for each field that takes part: the value nearest to
/// the present one with which the rule holds and fewer rules are broken than before. May be empty.
/// @pre `broken` is one of brokenRules(resolved).
std::vector<Repair> repairs(const ResolvedPlan &resolved, const RuleBreak &broken,
    const ProfileLibrary &library, const std::filesystem::path &folder = {});

} // namespace headroom
