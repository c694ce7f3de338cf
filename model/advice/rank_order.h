#pragma once

#include "model/plan/resolved_plan.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom {

/// A parallel axis and how its ranks lie among all devices, which are counted node by node.
struct RankAxis
{
    std::string axis; ///< "tensor", as in collectives of an estimate
    int degree = 1;
    std::int64_t stride = 1; ///< devices between neighbours on this axis

    /// Of a device, the group along this axis that it belongs to. Devices of one group have the
    /// same number.
    std::int64_t groupOf(std::int64_t device) const
    {
        return device / (stride * degree) * stride + device % stride;
    }
};

/// The axes that the devices multiply to and that are in use, neighbours closest together first:
/// the order in which the physics places them (physics/layout.h).
/// @source rank order of Megatron-Core (tensor, context, data, pipeline) and of MaxText's mesh
std::vector<RankAxis> rankOrder(const ResolvedPlan &resolved);

} // namespace headroom
