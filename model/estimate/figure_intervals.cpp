#include "model/estimate/figure_intervals.h"

#include <cmath>

namespace headroom {
namespace {

/// The step at p10 and p90 over the predicted one; 1 where there is no interval.
struct StepRatios
{
    double low = 1, high = 1;
};

StepRatios stepRatios(const TimeEstimate &time)
{
    if (time.step.value() <= 0 || time.p10.value() <= 0 || time.p90.value() <= 0)
        return {};
    return { time.p10 / time.step, time.p90 / time.step };
}

FigureInterval ofRate(double value, const StepRatios &step)
{
    return { value / step.high, value / step.low };
}

FigureInterval ofDuration(double value, const StepRatios &step)
{
    return { value * step.low, value * step.high };
}

/// What the doubts of step and goodput make of a duration, as independent errors of its logarithm.
FigureInterval ofDuration(double value, const StepRatios &step, const RunInterruptions &run)
{
    const auto both = [](double ofStep, double ofGoodput) {
        return std::exp(std::hypot(std::log(ofStep), std::log(ofGoodput)));
    };
    return { value / both(step.low, run.goodput / run.goodputP90),
        value * both(step.high, run.goodput / run.goodputP10) };
}

} // namespace

FigureIntervals figureIntervals(const Estimate &estimate)
{
    const StepRatios step = stepRatios(estimate.time);
    const ThroughputEstimate &rates = estimate.throughput;
    const MemoryEstimate &memory = estimate.memory;
    FigureIntervals intervals;
    intervals.headroom = { (memory.budget - memory.decisive().p90).value(),
        (memory.budget - memory.decisive().p10).value() };
    intervals.tokensPerSecondPerDevice = ofRate(rates.tokensPerSecondPerDevice, step);
    intervals.modelFlops = ofRate(rates.model.value(), step);
    intervals.hardwareFlops = ofRate(rates.hardware.value(), step);
    intervals.mfu = ofRate(rates.mfu, step);
    intervals.hfu = ofRate(rates.hfu, step);
    if (const auto &run = estimate.run) {
        intervals.days = ofDuration(run->days, step);
        intervals.deviceHours = ofDuration(run->deviceHours, step);
        intervals.cost = ofDuration(run->cost, step);
        intervals.energyKwh = ofDuration(run->energyKwh, step);
        if (const auto &real = run->withFailures) {
            intervals.goodput = { real->goodputP10, real->goodputP90 };
            intervals.daysWithFailures = ofDuration(real->days, step, *real);
            intervals.costWithFailures = ofDuration(real->cost, step, *real);
        }
    }
    return intervals;
}

CalendarRun calendarRun(const Estimate &estimate)
{
    const RunEstimate &run = *estimate.run;
    const FigureIntervals ends = figureIntervals(estimate);
    if (!run.withFailures)
        return { run.days, run.cost, ends.days, ends.cost };
    return { run.withFailures->days, run.withFailures->cost, ends.daysWithFailures,
        ends.costWithFailures, "days_with_failures", "cost_with_failures" };
}

} // namespace headroom
