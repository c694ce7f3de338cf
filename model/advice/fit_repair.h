#pragma once

#include "model/advice/what_if.h"

#include <string>
#include <vector>

namespace headroom {

/// A change of one lever with which a plan that is too large for its devices fits.
struct FitRepair
{
    std::vector<FieldChange> changes;
    Estimate estimate;
};

/// What makes a plan fit without changing what is trained: an allocator's pool of the size that the
/// plan needs, the largest smaller micro-batch, the fastest remat policy among `policies`, the next
/// degree of FSDP, tensor or pipeline parallelism. At most one for each lever: the pool, which
/// takes nothing, then the fastest step first, what takes more machines last; empty when no single
/// lever suffices, or when the plan fits already.
std::vector<FitRepair> fitRepairs(const ResolvedPlan &resolved, const Estimate &now,
    const std::vector<std::string> &policies, const PlanAnswer &answer);

} // namespace headroom
