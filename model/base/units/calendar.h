#pragma once

namespace headroom {

inline constexpr double secondsPerMinute = 60;
inline constexpr double secondsPerHour = 60 * secondsPerMinute;
inline constexpr double secondsPerDay = 24 * secondsPerHour;
/// Seconds from which a duration is told in minutes, and from which in hours: "18.4 min", "18 h".
inline constexpr double minutesFrom = 10 * secondsPerMinute;
inline constexpr double hoursFrom = 2 * secondsPerHour;

} // namespace headroom
