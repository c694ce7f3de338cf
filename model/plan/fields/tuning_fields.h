#pragma once

#include "model/plan/fields/plan_fields.h"

namespace headroom {

/// Rows of `workload.packing` and of `tuning` in the table of plan fields.
void addPackingFields(std::vector<PlanField> &fields);
void addTuningFields(std::vector<PlanField> &fields);

} // namespace headroom
