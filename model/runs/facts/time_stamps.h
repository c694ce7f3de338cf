#pragma once

#include "model/runs/facts/step_log.h"

#include <optional>
#include <string_view>
#include <vector>

namespace headroom {

/// The moment that stands near the beginning of a line ("[2024-04-06 02:56:58]", "10/17/2025
/// 16:31:56", "2026-08-01T10:00:00.25Z", "I0903 21:10:01.5"), as seconds since 1970 in the log's
/// time zone, or since midnight where no date is told. @unit seconds
std::optional<double> stampOfLine(std::string_view line);

/// Steps timed by the clock between their lines: what the lines measure is replaced by the seconds
/// of a step. Lines without a clock are dropped; where the clock ticks too coarsely for a step,
/// several lines make one interval. Empty where no two lines of an attempt have a clock.
std::vector<StepSample> timedByClock(const std::vector<StepSample> &samples);

} // namespace headroom
