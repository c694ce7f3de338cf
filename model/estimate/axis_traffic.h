#pragma once

#include "model/estimate/estimate.h"
#include "model/plan/rank_order.h"
#include "model/plan/resolved_plan.h"

#include <vector>

namespace headroom {

/// What crosses the links of one parallel axis.
struct AxisTraffic
{
    RankAxis axis;
    Roof link = Roof::Memory; ///< the slowest on the way; Memory: none carries anything
    BytesPerSecond rate; ///< peak of that link, per device
    Bytes bytes; ///< per device and step, of all collectives of the axis
    Seconds exposed; ///< of them, what computation waits for, per step
};

/// The axes of the plan's mesh that have more than one rank, innermost first.
/// @source the collectives and the roofline of the estimate
std::vector<AxisTraffic> axisTraffic(const ResolvedPlan &resolved, const Estimate &estimate);

} // namespace headroom
