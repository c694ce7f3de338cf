#include "model/estimate/figure_intervals.h"

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

} // namespace

FigureIntervals figureIntervals(const Estimate &estimate)
{
    const StepRatios step = stepRatios(estimate.time);
    const ThroughputEstimate &rates = estimate.throughput;
    const MemoryEstimate &memory = estimate.memory;
    FigureIntervals intervals;
    intervals.headroom
        = { (memory.budget - memory.p90).value(), (memory.budget - memory.p10).value() };
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
    }
    return intervals;
}

} // namespace headroom
