#pragma once

#include "model/base/outcome/finding.h"
#include "model/plan/resolved_plan.h"
#include "model/rules/broken_rules.h"

#include <filesystem>
#include <string>
#include <vector>

namespace headroom {

/// Field changes that together make a broken rule hold without breaking another.
struct Repair
{
    std::vector<FieldChange> changes;
    bool operator==(const Repair &) const = default;
};

/// Remedies of one broken rule, at most one for each field that takes part, those that take
/// machines last: the value nearest to the present one with which the plan is valid, if need be
/// with one degree that follows so that all of them multiply to the devices. Where the plan has
/// other faults besides and no change cures all, the value that cures this one and adds none. Where
/// only other machines would do because the batch does not split over these, the next larger batch
/// that does comes first. May be empty.
/// @pre `broken` is one of brokenRules(resolved).
std::vector<Repair> repairs(const ResolvedPlan &resolved, const RuleBreak &broken,
    const ProfileLibrary &library, const std::filesystem::path &folder = {});

} // namespace headroom
