#pragma once

#include "model/estimate/estimator.h"

#include <filesystem>
#include <string>

namespace headroom {

/// The estimator that answers plans everywhere: with the effective flags of each plan, and moved by
/// own measurements when `calibration` names a CSV (empty: none). Refers to `library`.
Result<Estimator> planEstimator(
    const ProfileLibrary &library, const std::filesystem::path &calibration = {});

/// The calibration file of a plan: `option` when given, else what the plan names, relative to the
/// folder of the plan's file; empty when neither.
std::filesystem::path calibrationPath(
    const std::string &option, const Plan &plan, const std::filesystem::path &planFile);

} // namespace headroom
