#pragma once

#include "model/advice/remedies.h"

namespace headroom {

/// What a changed plan cures of the findings of the question, with its figures and targets.
Remedy remedyOf(const RemedyQuestion &question, const PlanMove &changes, const ResolvedPlan &plan);

/// Adds the change that a finding itself proposes (Finding::fix) where nothing in `found` cures it:
/// a variable that is left out, a flag by its new name. Only changes that keep the rules, cure the
/// finding and bring no new error.
void addFixes(const RemedyQuestion &question, Remedies &found);

/// Adds, for each warning and error that nothing in `found` cures, the change of layout that cures
/// it and takes the fewest device-seconds: of the plan, or of the first in `found` that makes it
/// fit. Hints are left alone: they are about choices that the user has made.
void addLayoutCures(const RemedyQuestion &question, Remedies &found);

/// Whether a finding speaks of too little memory on the device.
bool lacksRoom(const Estimate &estimate);

} // namespace headroom
