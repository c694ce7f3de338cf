#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace headroom {

/// Columns that project files of runs have behind those of every measurement CSV; predictions do
/// not read them, and calibration the least memory of runs that died alone. @unit where the name
/// has one
inline constexpr std::array<const char *, 16> runColumns { "peak_at_least_gib", "step_p10_s",
    "step_p90_s", "steps_used", "steps_left_out", "run_format", "sources", "digests", "plan_json",
    "fields_read", "fields_assumed", "signs", "environment", "step_series", "profile_terms",
    "compiled_step" };

inline bool isRunColumn(std::string_view name)
{
    return std::ranges::find(runColumns, name) != runColumns.end();
}

} // namespace headroom
