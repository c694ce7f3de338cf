#pragma once

#include "model/base/outcome/finding.h"
#include "model/plan/plan.h"

#include <vector>

namespace headroom {

/// The fields in which two plans differ, as `to` has them: in file order, those of the open
/// mappings (flags, tensors, mesh) last. An empty value stands for one that `to` does not set.
std::vector<FieldChange> changesBetween(const Plan &from, const Plan &to);

} // namespace headroom
