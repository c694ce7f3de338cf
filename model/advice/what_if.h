#pragma once

#include "model/advice/field_steps.h"
#include "model/estimate/estimate.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// Answers a plan, or nothing when it breaks a rule or names something unknown.
using PlanAnswer = std::function<std::optional<Estimate>(const Plan &)>;

/// What one step of one field would bring.
struct WhatIf
{
    std::string path; ///< the field that steps
    StepDirection direction = StepDirection::Up;
    std::vector<FieldChange> changes; ///< the step, and what must follow to keep the plan valid
    Estimate estimate;
};

/// The next step of a field. When a degree alone would break the device count, another degree, or
/// at last the number of nodes, gives way; when a number of devices would, a degree goes with it.
/// Nothing when there is no valid step.
std::optional<WhatIf> whatIf(
    const Plan &plan, std::string_view path, StepDirection direction, const PlanAnswer &answer);

/// Every step of every field that has one; fields that only name or export something are left out.
std::vector<WhatIf> allWhatIfs(const Plan &plan, const PlanAnswer &answer);

/// Fields whose step changes a term of memory or time ("weights", "gemm" …) or a result
/// ("peak_bytes", "step_seconds", "mfu").
std::vector<std::string> fieldsThatMove(
    std::string_view id, const Estimate &now, const std::vector<WhatIf> &steps);

} // namespace headroom
