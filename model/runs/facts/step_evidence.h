#pragma once

#include "model/runs/facts/run_trace.h"

#include <optional>
#include <vector>

namespace headroom {

/// The steps of a run by the best evidence that its files give: a printed time, then the clock
/// between lines, then a rate and the work of a step, then a progress bar.
struct StepEvidence
{
    std::vector<StepSample> samples; ///< their values are seconds, or rates
    bool isRate = false; ///< seconds are `work` over the value
    double work = 1;
    bool isTimed = false; ///< seconds follow; else the samples tell rates alone
    WarmUp warmUp;
    int attempts = 0;
    std::vector<Message> notes; ///< what contradicts, what the figure is
};

/// `work`: what a rate of the log is of one step (tokens of a device, or sequences); nothing where
/// the batch is not known.
StepEvidence stepEvidence(const RunTrace &trace, std::optional<double> work);

/// The time of a step that does not need to know the batch: the clock, else a progress bar.
/// @unit seconds; nothing where neither tells
std::optional<double> clockedSeconds(const RunTrace &trace);

/// Adds facts that follow from the figures of the lines: the batch from samples/s and the time of a
/// step, the length from tokens/s.
void inferFacts(RunTrace &trace);

} // namespace headroom
