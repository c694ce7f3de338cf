#pragma once

#include "widgets/flags/flag_rows.h"

namespace headroom {

/// A flag in five short lines of rich text: what it does, when to set it, its cost, its conflicts,
/// its state in this release. Other flags are links of the form "flag:NAME".
QString flagDetails(const FlagRow &row);

/// The rest of what is known, for those who want to read more; empty for unknown flags.
QString flagBackground(const FlagRow &row);

} // namespace headroom
