#pragma once

#include "model/base/units/quantity.h"

#include <cstdint>
#include <string>

namespace headroom {

/// A number of a message with what it counts. The command line words it by amountText(), the
/// application by its own formatters and the user's number format.
struct Amount
{
    enum Kind : std::uint8_t {
        Memory, ///< bytes: "61.42 GiB"
        Mebibytes, ///< bytes that are often round: "416 MiB", "386.3 MiB", "8 GiB"
        Gibibytes, ///< bytes, always as "7.4 GiB"
        Duration, ///< seconds: "812.4 ms"
        Share, ///< "41.3 %" from 0.413
        WholePercent, ///< "90 %" from 0.9
        Gain, ///< "+1.2 %" from 0.012; what rounds to nothing is "<0.1 %", not "+0.0 %"
        Count, ///< "8,030,261,248"
        LargeCount, ///< "218.1 million"
        Factor, ///< "2", "1.8"
    };
    Amount(Kind unit, double number)
        : kind(unit)
        , value(number)
    { }
    Amount(Bytes amount)
        : Amount(Memory, amount.value())
    { }
    Amount(Seconds time)
        : Amount(Duration, time.value())
    { }
    bool operator==(const Amount &) const = default;

    Kind kind;
    double value;
};

inline constexpr double smallestGain = 0.0005; ///< fraction; gains below round to nothing
/// Of a number that is often round: none near a whole number, else one.
int fewDecimals(double value);

/// The amount in English.
std::string amountText(const Amount &amount);

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
