#pragma once

#include "model/runs/rebuild/rebuild_plan.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace headroom {

/// One side of MaxText's mesh, with the axis that takes what is left (−1) filled in.
class MeshSide
{
public:
    /// `open` is the axis that is −1 when the configuration does not name it.
    MeshSide(const ConfigFacts &config, const char *side, std::string_view open);

    bool isRead() const { return m_isRead; }
    /// Whether the configuration gives the degree of a plan's axis as a number.
    bool isStated(std::string_view planAxis) const;
    bool isOpen() const;
    /// Product of all degrees but an open one.
    std::int64_t product() const;
    void close(std::int64_t total);
    int degree(std::string_view planAxis) const;
    int ofMaxText(std::string_view axis) const;

private:
    std::vector<int> m_degrees;
    std::vector<bool> m_isNamed, m_wasOpen;
    bool m_isRead = false;
};

inline constexpr std::array planAxes { "pipeline", "data", "fsdp", "context", "tensor", "expert" };

/// The mesh as it was printed, counted in JAX devices.
struct ReadMesh
{
    MeshSide ici, dcn;
    std::int64_t devices = 1; ///< JAX devices
    FieldOrigin origin = FieldOrigin::Read;
};

ReadMesh readMesh(PlanRebuild &rebuild);

} // namespace headroom
