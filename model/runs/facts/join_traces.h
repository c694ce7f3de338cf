#pragma once

#include "model/runs/facts/run_trace.h"

#include <functional>
#include <string>

namespace headroom {

/// Brings together what belongs to one run (FORMULAS §11.2):
/// - lines of DeepSpeed or the Trainer beside those of a framework on top, in one file;
/// - copies of one run: outputs of other hosts, a metrics file beside the log;
/// - attempts of one run in one file: `isSameRun` compares their configurations;
/// - configurations, scripts and reports without steps: they join the measured runs of their
///   framework in their folder, else in the call.
/// What remains without framework and steps is dropped.
void joinTraces(std::vector<RunTrace> &runs,
    const std::function<bool(const RunTrace &, const RunTrace &)> &isSameRun);

/// Whether the framework is a layer over PyTorch that another one may run in.
bool isTorchLayer(const std::string &name);

/// Whether two logs print the same steps: at least three in common, nine of ten with equal times
/// (0.2 %) and losses (0.1 %).
bool printSameSteps(const StepLog &a, const StepLog &b);

} // namespace headroom
