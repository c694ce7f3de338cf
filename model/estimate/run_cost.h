#pragma once

#include "model/base/units/calendar.h"
#include "model/base/units/quantity.h"

#include <algorithm>
#include <cmath>

namespace headroom {

/// Hours of one device for a number of tokens. @unit hours
constexpr double deviceHours(double tokens, double tokensPerSecondPerDevice, double goodput = 1)
{
    return tokens / (secondsPerHour * tokensPerSecondPerDevice * goodput);
}

/// Share of the power above idle that a chip draws whatever it computes, and the HFU at which it
/// draws all of it. ASSUMED
inline constexpr double busyPowerShare = 0.45, fullPowerHfu = 0.6;

/// Average power of a chip: idle + (TDP − idle)·(0.45 + 0.55·HFU/0.6), at most TDP.
/// @unit watts   @source FORMULAS §9
inline double averagePower(double idle, double tdp, double hfu)
{
    const double share = busyPowerShare + (1 - busyPowerShare) * hfu / fullPowerHfu;
    return std::min(tdp, idle + (tdp - idle) * share);
}

/// Power of a building over that of its chips. ASSUMED
inline constexpr double defaultPue = 1.2;

/// Energy with the overhead of the building. @unit kWh
constexpr double energyKwh(double hours, double watts, double pue = defaultPue)
{
    return hours * watts * pue / 1000;
}

/// Best time between checkpoints: sqrt(2·t_ck·M). @source Young (1974)
inline Seconds bestCheckpointInterval(Seconds checkpoint, Seconds meanTimeBetweenFailures)
{
    return Seconds { std::sqrt(2 * checkpoint.value() * meanTimeBetweenFailures.value()) };
}

/// Share of time that makes progress: (1 − t_ck/τ)·(1 − (τ/2 + t_restart)/M). @source FORMULAS §9
constexpr double goodput(
    Seconds checkpoint, Seconds interval, Seconds restart, Seconds meanTimeBetweenFailures)
{
    return (1 - checkpoint / interval) * (1 - (interval / 2 + restart) / meanTimeBetweenFailures);
}

} // namespace headroom
