#pragma once

#include "model/base/outcome/finding.h"
#include "model/library/releases/release_table.h"
#include "model/plan/resolved_plan.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// Warnings "version-pair": releases of the plan that do not go together, with the nearest that do
/// as the remedy; "release-older-than-data": one from before those that the table knows.
std::vector<Finding> releaseFindings(const ReleaseTable &table, const ResolvedPlan &resolved);

/// Why the plan's releases could not even start, for refusing to write files for them; nothing:
/// they could, or the plan names none and has those of the schema.
std::optional<Message> releasesThatCannotStart(
    const ReleaseTable &table, const ResolvedPlan &resolved);

/// The jaxlib that goes with the plan's framework, for a plan that names no releases itself and
/// whose defaults do not go together; nothing otherwise.
std::optional<std::string> fittingJaxlib(
    const ReleaseTable &table, const Plan &plan, const Accelerator &chip);

/// "MaxText 0.2.2 asks for jaxlib 0.9.2, flax 0.12.6 … or later."; empty where nothing is known.
std::string releasesBeside(const ReleaseTable &table, const ResolvedPlan &resolved);

} // namespace headroom
