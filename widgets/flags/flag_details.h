#pragma once

#include "widgets/flags/flag_rows.h"

namespace headroom {

/// Everything known about a flag as rich text for the detail pane.
QString flagDetails(const FlagRow &row);

} // namespace headroom
