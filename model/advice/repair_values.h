#pragma once

#include "model/base/outcome/finding.h"
#include "model/plan/plan_fields.h"
#include "model/plan/resolved_plan.h"

#include <string>
#include <vector>

namespace headroom {

/// Values of a field worth trying in place of the plan's, nearest first; empty for what a plan is
/// about (model, chip) and for free texts.
std::vector<std::string> repairValues(const PlanField &field, const Plan &plan);

/// Changes of one other degree with which the degrees multiply to the devices once `change` is
/// made; empty when they do already.
std::vector<FieldChange> balancingDegrees(const ResolvedPlan &resolved, const FieldChange &change);

} // namespace headroom
