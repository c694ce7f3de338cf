#pragma once

#include "model/estimate/estimator.h"
#include "model/runs/read_runs.h"

#include <vector>

namespace headroom {

/// A profile's terms beside those of the estimate of the same plan (FORMULAS §11.4); parts that
/// neither side has are left out.
std::vector<ComparedTerm> compareTerms(
    const std::vector<TermSeconds> &measured, const Plan &plan, const Estimate &predicted);

/// The same for every run of a reading that has a profile and a valid plan.
void compareTerms(RunsReading &reading, const ProfileLibrary &library, const Estimator &estimator);

} // namespace headroom
