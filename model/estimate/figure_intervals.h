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
    /// The same of a run that fails now and then: what is not known of the step and of the failures
    /// is independent.
    FigureInterval goodput, daysWithFailures, costWithFailures;
};

FigureIntervals figureIntervals(const Estimate &estimate);

/// What a run takes by the calendar and the bill: with failures and checkpoints where it has them.
struct CalendarRun
{
    double days = 0, cost = 0; ///< cost in USD
    FigureInterval daysEnds, costEnds;
    const char *daysId = "days"; ///< of their derivations
    const char *costId = "cost";
};
/// @pre the estimate has a run
CalendarRun calendarRun(const Estimate &estimate);

/// A probability as people read it: whole per cent, and never certain.
inline Amount probabilityAmount(double probability)
{
    constexpr double maxCertain = 0.99;
    return { Amount::WholePercent, std::min(probability, maxCertain) };
}

/// That of fitting.
inline Amount fitAmount(const MemoryEstimate &memory)
{
    return probabilityAmount(memory.fitProbability);
}

/// The same in words, after "the plan": "fits", "should fit", "is at the limit", "does not fit".
inline Message fitWords(const MemoryEstimate &memory)
{
    return { std::string("call-") + fitCallId(memory), {} };
}

} // namespace headroom
