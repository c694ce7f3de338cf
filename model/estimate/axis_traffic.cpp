#include "model/estimate/axis_traffic.h"

#include <algorithm>

namespace headroom {

std::vector<AxisTraffic> axisTraffic(const ResolvedPlan &resolved, const Estimate &estimate)
{
    std::vector<AxisTraffic> all;
    const RankOrder order(resolved.plan.parallelism, resolved.expertIsAxis());
    for (const RankAxis &axis : order.innermostFirst()) {
        if (axis.degree == 1)
            continue;
        AxisTraffic traffic;
        traffic.axis = axis;
        const auto point = std::ranges::find(estimate.roofline, axis.axis, &RooflinePoint::id);
        if (point != estimate.roofline.end()) {
            traffic.link = point->roof;
            traffic.rate = point->roofRate;
        }
        for (const CollectiveLoad &load : estimate.collectives)
            if (load.axis == axis.axis) {
                traffic.exposed += load.exposed;
                traffic.bytes += load.bytes;
            }
        all.push_back(traffic);
    }
    return all;
}

} // namespace headroom
