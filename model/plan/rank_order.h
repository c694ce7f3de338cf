#pragma once

#include "model/plan/plan.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <string_view>

namespace headroom {

/// A parallel axis and how its ranks lie among all devices, which are counted node by node.
struct RankAxis
{
    std::string_view axis; ///< "tensor", as in collectives of an estimate
    int degree = 1;
    double stride = 1; ///< devices between neighbours on this axis; whole

    /// Devices that this axis and those inside it span: neighbours of the next lie so far apart.
    double span() const { return stride * degree; }
    /// Of a device, the group along this axis that it belongs to. Devices of one group have the
    /// same number.
    std::int64_t groupOf(std::int64_t device) const
    {
        const auto step = static_cast<std::int64_t>(stride);
        return device / (step * degree) * step + device % step;
    }
};

/// Which ranks are neighbours: the members in their order, the closest first, so that the inner
/// axes fill a node or slice before the outer ones. Estimate, picture and exported meshes read it.
/// Tensor comes before experts: its ranks wait for each other several times a layer.
/// @source rank order of Megatron-Core (tensor, context, data, pipeline); MaxText takes what the
/// mesh says, and its recipes keep tensor inside
struct RankOrder
{
    RankAxis tensor, expert, context, fsdp, data, pipeline;

    /// `expertIsAxis`: whether experts are a factor of the device count.
    RankOrder(const Degrees &degrees, bool expertIsAxis)
        : tensor { "tensor", degrees.tensor, 1 }
        , expert { "expert", expertIsAxis ? degrees.expert : 1, tensor.span() }
        , context { "context", degrees.context, expert.span() }
        , fsdp { "fsdp", degrees.fsdp, context.span() }
        , data { "data", degrees.data, fsdp.span() }
        , pipeline { "pipeline", degrees.pipeline, data.span() }
    { }

    std::array<RankAxis, 6> innermostFirst() const
    {
        return { tensor, expert, context, fsdp, data, pipeline };
    }
    /// Of the ranks on an axis, how many lie in one fast domain of `room` devices, which the axes
    /// inside it fill first.
    int insideDomain(std::string_view axis, int room) const
    {
        for (const RankAxis &each : innermostFirst()) {
            const int inside = std::gcd(each.degree, room);
            if (each.axis == axis)
                return inside;
            room /= inside;
        }
        return 1;
    }
};

/// Of an axis of this degree, how many ranks the plan's own mesh puts in one node or slice; a side
/// that it leaves open follows from the degree.
inline int insideByMesh(const Mesh &mesh, std::string_view axis, int degree)
{
    const auto part = [axis](const std::map<std::string, int> &side) {
        const auto entry = side.find(std::string(axis));
        return entry == side.end() ? 0 : entry->second;
    };
    const int ici = part(mesh.ici), dcn = part(mesh.dcn);
    return ici > 0 ? ici : dcn > 0 ? degree / dcn : mesh.ici.empty() ? degree : 1;
}

} // namespace headroom
