#pragma once

#include "model/base/outcome/finding.h"
#include "model/library/profiles/release_table.h"
#include "model/plan/resolved_plan.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// Warnings "version-pair": releases of the plan that do not go together, with the nearest that do
/// as the remedy; "release-older-than-data": one from before those that the table knows.
std::vector<Finding> releaseFindings(const ReleaseTable &table, const ResolvedPlan &resolved);

/// Why the plan's releases could not even start, for refusing to write files for them; nothing:
/// they could.
std::optional<Message> releasesThatCannotStart(
    const ReleaseTable &table, const ResolvedPlan &resolved);

/// Which releases were chosen for a plan that leaves some open, with the commit of one that has no
/// number: "The plan names jaxlib 0.5.3 and no MaxText: …"; empty where it leaves none open.
std::string releaseChoice(const ReleaseTable &table, const ResolvedPlan &resolved);

/// "MaxText 0.2.2 asks for jaxlib 0.9.2, flax 0.12.6 … or later."; empty where nothing is known.
std::string releasesBeside(const ReleaseTable &table, const ResolvedPlan &resolved);

} // namespace headroom
