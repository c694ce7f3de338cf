#include "model/estimate/change.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace headroom {
namespace {

/// Half of an 80 % band relative to the middle, from a log-normal interval that rises to `p90`.
double relativeWidth(double middle, double p90)
{
    return middle > 0 && p90 > middle ? std::sinh(std::log(p90 / middle)) : 0;
}

template <class Quantity, std::size_t count>
Change changeOf(const std::array<Quantity, count> &before, const std::array<Quantity, count> &after,
    double width, std::span<const double> doubts)
{
    Change change;
    double variance = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const double difference = after[i].value() - before[i].value();
        change.middle += difference;
        variance += difference * difference * (width * width + doubts[i] * doubts[i]);
    }
    change.p10 = change.middle - std::sqrt(variance);
    change.p90 = change.middle + std::sqrt(variance);
    return change;
}

/// The change with what its assumptions leave open: each at the ends of its range in both plans, so
/// that what they have in common cancels.
template <class Quantity>
Change overAssumptions(const Change &change, const Estimate &before, const Estimate &after,
    Quantity AssumedShift::*atP10, Quantity AssumedShift::*atP90)
{
    if (change.isNothing())
        return change;
    double lower = 0, upper = 0;
    for (std::size_t i = 0; i < assumptionCount; ++i) {
        const AssumedShift &a = before.assumed[i], &b = after.assumed[i];
        const double low = (b.*atP10 - a.*atP10).value(), high = (b.*atP90 - a.*atP90).value();
        lower = std::hypot(lower, std::max({ 0.0, -low, -high }));
        upper = std::hypot(upper, std::max({ 0.0, low, high }));
    }
    return widened(change, lower, upper);
}

} // namespace

PlanChange planChange(const Estimate &before, const Estimate &after, const TermDoubts &doubts)
{
    const auto width = [](double middle, double p90, double otherMiddle, double otherP90) {
        return std::max(relativeWidth(middle, p90), relativeWidth(otherMiddle, otherP90));
    };
    const TimeEstimate &a = before.time, &b = after.time;
    const MemoryEstimate &c = before.memory, &d = after.memory;
    const Change step = changeOf(a.terms.values, b.terms.values,
        width(a.step.value(), a.p90.value(), b.step.value(), b.p90.value()), doubts.time);
    const Change peak = changeOf(c.terms.values, d.terms.values,
        width(c.peak.value(), c.p90.value(), d.peak.value(), d.p90.value()), doubts.memory);
    using Shift = AssumedShift;
    return { overAssumptions(step, before, after, &Shift::stepAtP10, &Shift::stepAtP90),
        overAssumptions(peak, before, after, &Shift::peakAtP10, &Shift::peakAtP90),
        (d.budget - c.budget).value() };
}

Change widened(const Change &change, double lower, double upper)
{
    return { change.middle, change.middle - std::hypot(change.middle - change.p10, lower),
        change.middle + std::hypot(change.p90 - change.middle, upper) };
}

} // namespace headroom
