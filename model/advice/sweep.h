#pragma once

#include "model/advice/what_if.h"

#include <string>
#include <vector>

namespace headroom {

/// The answers along one field, everything else as in the plan.
struct SweepPoint
{
    std::string value; ///< of the field
    bool isPlan = false;
    Estimate estimate;
};

/// Micro-batches that divide the plan's batch per rank, up to 64 sequences; the plan's own among
/// them.
std::vector<std::string> microBatchChoices(const ResolvedPlan &resolved);
/// Global batches from one micro-batch per rank upwards in doublings; the plan's own among them.
std::vector<std::string> globalBatchChoices(const ResolvedPlan &resolved);
/// Network rates around the plan's own, in GB/s per device.
std::vector<std::string> networkRateChoices(const ResolvedPlan &resolved);

/// Valid points only, in the order of `values`.
std::vector<SweepPoint> sweepField(const Plan &plan, const std::string &path,
    const std::vector<std::string> &values, const PlanAnswer &answer);

} // namespace headroom
