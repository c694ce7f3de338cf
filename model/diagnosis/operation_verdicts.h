#pragma once

#include "model/estimate/estimator.h"
#include "model/runs/read_runs.h"

#include <vector>

namespace headroom {

/// Collectives, products and copies that a benchmark timed, each kind of one group of ranks against
/// what the profiles say of the machine; where it gives less, the likely culprit. The chip is the
/// one that the table names, else that of `planned`; without either nothing is judged. Messages
/// below 1 MiB tell of latency alone and are left out.
/// @source nccl-tests doc/PERFORMANCE.md (bus bandwidth)
std::vector<OperationVerdict> judgeOperations(const std::vector<OperationSample> &samples,
    const Plan *planned, const ProfileLibrary &library, const Estimator &estimator);

/// Tells runs what collectives timed in the same reading say of their machine: the share of the
/// network's and of the links' rate that they reached. After judgeOperations().
void noteOperations(RunsReading &reading);

} // namespace headroom
