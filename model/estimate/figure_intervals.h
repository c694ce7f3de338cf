#pragma once

#include "model/base/units/format_quantity.h"
#include "model/estimate/estimate.h"

#include <algorithm>

namespace headroom {

/// Ends of an 80 % interval, in the unit of the figure.
struct FigureInterval
{
    double low = 0, high = 0;
    bool operator==(const FigureInterval &) const = default;
};

/// Intervals of the figures that follow from the step time or the peak. A figure is a multiple or a
/// fraction of one of the two, so its ends are those of the step or the peak, carried over.
struct FigureIntervals
{
    FigureInterval headroom; ///< bytes
    FigureInterval tokensPerSecondPerDevice;
    FigureInterval modelFlops, hardwareFlops; ///< FLOP/s per device
    FigureInterval mfu, hfu; ///< fractions
    FigureInterval days, deviceHours, cost, energyKwh; ///< zero without a run
};

FigureIntervals figureIntervals(const Estimate &estimate);

/// The probability of fitting as people read it: whole per cent, and never certain.
inline Amount fitAmount(const MemoryEstimate &memory)
{
    constexpr double mostCertain = 0.99;
    return { Amount::WholePercent, std::min(memory.fitProbability, mostCertain) };
}

} // namespace headroom
