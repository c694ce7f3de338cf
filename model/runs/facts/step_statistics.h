#pragma once

#include "model/base/units/quantity.h"
#include "model/runs/facts/step_log.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom {

// Rules that tell ordinary steps from others (FORMULAS §11.1). All are ours; the lines to skip are
// what the tools' own evaluations leave out or more.

/// Lines at the start of each attempt that are left out. An excerpt that begins later in the first
/// attempt lacks those lines already.
struct WarmUp
{
    int lines = 0;
    int least = 0; ///< of them, those that never count: rather no step time than theirs
};

/// What is known of a run beside its steps.
struct StepRules
{
    WarmUp warmUp;
    std::int64_t profiledFrom = 0, profiledTo = 0; ///< steps [from, to) run under a profiler
    double batch = 0; ///< sequences of a full step; steps with another batch are left out; 0: any
    /// Seconds are `work` over a rate: tokens of a step and device, or sequences of a step.
    double work = 1;
};

/// A step further from the median than both is an outlier.
inline constexpr double outlierDeviations = 5; ///< standard deviations, taken from the MAD
inline constexpr double outlierShare = 0.1; ///< of the median
/// Two groups of steps are two modes when there are enough steps, the smaller group has this share,
/// their means differ by this much and so few steps lie in the middle half between them.
inline constexpr std::size_t fewestForModes = 20;
inline constexpr double minModeShare = 0.1;
inline constexpr double minModeGap = 0.05;
inline constexpr double maxBetweenModes = 0.05;
/// Where fewer steps than this would remain, warm-up lines count down to the least; fewer have no
/// p10 and p90.
inline constexpr std::size_t fewestSteps = 3;
/// So many slow steps, and this share of their distances equal, are regular.
inline constexpr std::int64_t fewestRegular = 3;
inline constexpr double minRegularShare = 0.6;

/// What became of a step.
enum class StepUse { Counts, WarmUp, Evaluation, Profiled, Outlier, Ramp, Skipped };

/// One step as a chart shows it.
struct StepPoint
{
    std::int64_t step = 0;
    double seconds = 0;
    StepUse use = StepUse::Counts;
    bool operator==(const StepPoint &) const = default;
};

/// Outliers above the ordinary steps, and the slow mode of a bimodal run where it comes regularly.
struct SlowSteps
{
    std::int64_t count = 0;
    Seconds extra {}; ///< beyond the median, mean
    std::int64_t period
        = 0; ///< steps from one to the next where they come regularly; 0: they don't
    double share = 0; ///< of the time of all steps but the warm-up that they add
};

/// Steps of one kind that did not count, as the results name them.
struct LeftOutSteps
{
    std::string reason; ///< warm_up | evaluation | profiled | outlier | batch_ramp | skipped
    std::int64_t steps = 0;
};

struct StepMode
{
    double seconds = 0; ///< median of the group
    double share = 0; ///< of the steps that count
};

/// The ordinary step of a run. Lines that are means over several steps weigh as many.
struct StepStatistics
{
    std::int64_t used = 0, leftOutTotal = 0; ///< steps
    double median = 0; ///< @unit seconds; 0: no step counts
    double p10 = 0, p90 = 0; ///< 0: too few steps
    std::vector<LeftOutSteps> leftOut; ///< only reasons that occurred
    std::vector<StepMode> modes; ///< two when the run is bimodal, the faster first; else none
    double rankSpread = 0; ///< median of (slowest − fastest) / mean over ranks; 0: one rank printed
    double tokensPerSecondPerDevice = 0; ///< median of what the lines print beside; 0: nothing
    int attempts = 0;
    SlowSteps slow;
    double drift = 0; ///< median of the last third of the steps that count over the first, minus 1
    std::vector<StepPoint> points; ///< all that were kept, in the order of the log
};

StepStatistics stepStatistics(const StepLog &steps, const StepRules &rules);
/// The same of samples whose values are seconds, or rates of so many attempts.
StepStatistics stepStatistics(
    std::vector<StepSample> samples, bool isRate, int attempts, const StepRules &rules);

} // namespace headroom
