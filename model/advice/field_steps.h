#pragma once

#include "model/plan/plan.h"

#include <optional>
#include <string>
#include <string_view>

namespace headroom {

enum class StepDirection { Down, Up };

/// The next sensible value of a field: degrees, batches and sequence lengths double or halve,
/// layers and tiles go by one, choices walk their list. Nothing at the end of the range, and for
/// free text.
std::optional<std::string> nextFieldValue(
    const Plan &plan, std::string_view path, StepDirection direction);

} // namespace headroom
