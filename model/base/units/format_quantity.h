#pragma once

#include "model/base/units/quantity.h"

#include <string>

namespace headroom {

/// One formatter per dimension, so that a unit looks the same in every table, chart and export.
/// English number format; the application localises separately from the raw numbers.

/// "61.42 GiB"; below one GiB "416.0 MiB", below one MiB "12.0 KiB" or "17 B". Always binary units.
std::string formatBytes(Bytes amount);
/// "3.214 s", "812.4 ms", "37.2 µs".
std::string formatSeconds(Seconds time);
/// "512.3 TFLOP/s".
std::string formatFlopRate(FlopPerSecond rate);
/// "450.0 GB/s" (10^9 bytes).
std::string formatBandwidth(BytesPerSecond rate);
/// "1.234e+18 FLOP" shown as "1.23 EFLOP".
std::string formatFlop(Flop work);
/// "41.3 %" from 0.413.
std::string formatShare(double fraction);
/// "8,030,261,248".
std::string formatCount(double count);

} // namespace headroom
