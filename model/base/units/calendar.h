#pragma once

namespace headroom {

inline constexpr double secondsPerMinute = 60;
inline constexpr double secondsPerHour = 60 * secondsPerMinute;
inline constexpr double secondsPerDay = 24 * secondsPerHour;

} // namespace headroom
