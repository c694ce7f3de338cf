#pragma once

#include "model/plan/fields/plan_fields.h"

#include <vector>

namespace headroom {

/// Appends the rows of the section `reliability`.
void addReliabilityFields(std::vector<PlanField> &fields);

} // namespace headroom
