#pragma once

#include "model/advice/repair.h"
#include "model/base/outcome/finding.h"
#include "model/plan/fields/plan_fields.h"
#include "model/plan/resolved_plan.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// Values of a field worth trying in place of the plan's, nearest first; empty for what a plan is
/// about (model, chip) and for free texts. Of the devices of a node only numbers that machines with
/// the plan's chip have.
std::vector<std::string> repairValues(
    const PlanField &field, const ResolvedPlan &resolved, const ProfileLibrary &library);

/// Changes of one other degree with which the degrees multiply to the devices once `change` is
/// made; empty when they do already.
std::vector<FieldChange> balancingDegrees(const ResolvedPlan &resolved, const FieldChange &change);

/// As repairs(), for a plan in which `edited` was just set: where the degrees do not multiply to
/// the devices, that field stays as it is if another one can give way.
std::vector<Repair> repairsAfterEdit(const ResolvedPlan &resolved, const RuleBreak &broken,
    std::string_view edited, const ProfileLibrary &library,
    const std::filesystem::path &folder = {});

} // namespace headroom
