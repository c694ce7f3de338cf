#pragma once

#include "model/library/profiles/profile_library.h"
#include "model/plan/plan.h"

#include <vector>

namespace headroom {

/// So many nodes of so many chips; of TPUs so many slices.
struct MachineSize
{
    int nodes = 1, devicesPerNode = 1;
    std::int64_t devices() const { return std::int64_t { nodes } * devicesPerNode; }
    bool operator==(const MachineSize &) const = default;
};

/// Sizes of a machine of one chip, fewest devices first: 1, 2, 4 … of one node, then 1, 2, 4 …
/// whole nodes; of TPUs slices up to the largest power of two that a pod has, then several of
/// those.
std::vector<MachineSize> machineSizes(const Accelerator &chip, std::int64_t most);

/// Sizes of a machine type, which is rented whole: 1, 2, 4 … of them.
std::vector<MachineSize> machineSizes(const Machine &machine, std::int64_t most);

/// The plan on another machine, before its degrees are chosen: what describes the old machine (site
/// values, mesh, uneven stages) is dropped unless the chip stays, and an attention kernel that the
/// chip has not gives way to one that it has.
Plan onMachine(Plan plan, const Accelerator &chip, const MachineSize &size);

} // namespace headroom
