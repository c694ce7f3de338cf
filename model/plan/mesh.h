#pragma once

#include "model/base/outcome/finding.h"
#include "model/plan/plan.h"

#include <array>
#include <vector>

namespace headroom {

/// Degrees that a mesh splits, in the order of meshAxes: experts are none of its axes where they
/// lie inside data x fsdp.
std::array<int, meshAxes.size()> meshShape(const Degrees &degrees, bool expertIsAxis);

/// Whether each axis of the plan's mesh multiplies to the degree that the framework gives it, and
/// those inside a node or slice to its devices.
bool meshFits(const Plan &plan);

/// The axes of a mesh as plan fields, "parallelism.mesh.ici.fsdp" = "8".
std::vector<FieldChange> meshFields(const Mesh &mesh);
/// Changes that take the axes of a mesh out of a plan.
std::vector<FieldChange> meshRemoval(const Mesh &mesh);

} // namespace headroom
