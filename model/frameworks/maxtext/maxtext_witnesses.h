#pragma once

#include "model/frameworks/book/rule_rows.h"

namespace headroom::books::maxtext {

/// Where MaxText's sources show what its rules say.
void addMaxTextWitnesses(rule_rows::Rows &rows);

} // namespace headroom::books::maxtext
