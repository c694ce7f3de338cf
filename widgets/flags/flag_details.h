#pragma once

#include "widgets/flags/flag_rows.h"

namespace headroom {

/// Everything known about a flag as rich text for the detail pane. Other flags are links of the
/// form "flag:NAME".
QString flagDetails(const FlagRow &row);

/// What the flag does to the plan at hand, and how sure that is; empty without a result.
QString flagEffectText(const PlanController &controller, const FlagRow &row);

} // namespace headroom
