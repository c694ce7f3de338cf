#pragma once

#include "model/library/profiles/release_table.h"
#include "model/plan/resolved_plan.h"

namespace headroom {

/// The releases that a plan runs on: those that it names stay, and each of the others is the newest
/// listed that goes with them. A jaxlib that no listed release takes gets the newest one whose own
/// jaxlib is no later, else the oldest; what is listed of no framework stays empty.
Software usedReleases(const ReleaseTable &table, const Plan &plan, bool isTpu);

/// Names in `plan` the releases that the framework of `used` runs on.
void nameReleases(Plan &plan, const ResolvedPlan &used);

} // namespace headroom
