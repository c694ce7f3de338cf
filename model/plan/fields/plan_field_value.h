#pragma once

#include "model/plan/fields/plan_fields.h"

namespace headroom {

/// The text of a field as a value of a file: a number, a switch, a list or a word.
Document planFieldValue(const PlanField &field, const std::string &text);

} // namespace headroom
