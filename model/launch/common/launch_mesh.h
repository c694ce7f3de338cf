#pragma once

#include "model/plan/resolved_plan.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// One parallel axis and how it is split between the fast domain (ici: a node, an NVLink domain, a
/// slice) and the network (dcn).
struct MeshAxis
{
    std::string name; ///< data, pipeline, fsdp, expert, context, tensor
    int ici = 1;
    int dcn = 1;
    int degree() const { return ici * dcn; }
    bool operator==(const MeshAxis &) const = default;
};

/// The device mesh as JAX programs build it, counted in JAX devices (a v7x chip shows two).
struct LaunchMesh
{
    std::vector<MeshAxis> axes; ///< outermost first
    int domainDevices = 1; ///< JAX devices of one fast domain: product of the ici degrees
    int domains = 1; ///< product of the dcn degrees
    std::vector<std::string> notes;

    const MeshAxis &axis(std::string_view name) const;
    MeshAxis &axis(std::string_view name);
    int devices() const { return domainDevices * domains; }
};

/// Splits the plan's degrees over fast domain and network: as the plan's mesh says, else the inner
/// axes of RankOrder fill the domain first. Chips that show two
/// JAX devices double one axis. Error "export-mesh" when the plan's own mesh does not multiply out.
Result<LaunchMesh> launchMesh(const ResolvedPlan &plan);

} // namespace headroom
