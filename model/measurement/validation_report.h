#pragma once

#include "model/measurement/leave_out.h"
#include "model/measurement/validation.h"

#include <string>

namespace headroom {

/// The JSON of CONTRACT; written as text at once, because it may hold a million predictions.
std::string validationJson(const Validation &validation, const LeaveOutTable *leaveOut);
/// Tables for people; Markdown tables when asked.
std::string validationText(
    const Validation &validation, const LeaveOutTable *leaveOut, bool isMarkdown);

} // namespace headroom
