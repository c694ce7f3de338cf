#pragma once

#include "model/runs/facts/step_statistics.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// Points that a series in a project file keeps: enough for a chart, few enough for a line in git.
inline constexpr std::size_t maxSeriesPoints = 240;

/// "3:5.662 4:45.1w": step, seconds, and a letter for what did not count (w warm-up, e evaluation,
/// p profiled, o outlier, r batch ramp, s skipped). Beyond maxSeriesPoints ordinary steps are
/// thinned evenly, the others last.
std::string stepSeriesText(const std::vector<StepPoint> &points);
/// What is not understood is left out.
std::vector<StepPoint> parseStepSeries(std::string_view text);

} // namespace headroom
