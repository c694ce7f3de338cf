#pragma once

#include "model/plan/plan.h"

#include <cmath>

namespace headroom {

/// Optimizer steps that the training tokens take; 0 when the workload names none.
inline std::int64_t runSteps(const Workload &workload)
{
    if (!workload.trainingTokens)
        return 0;
    const double perStep = static_cast<double>(workload.sequenceLength)
        * static_cast<double>(workload.globalBatchSequences) * usefulShare(workload.packing);
    return static_cast<std::int64_t>(std::ceil(*workload.trainingTokens / perStep));
}

} // namespace headroom
