#pragma once

#include "model/estimate/estimator.h"

namespace headroom {

/// The estimator of every command: effective flags (advice overlaid by the plan's own) count.
/// `library` outlives it.
Result<Estimator> commandEstimator(const ProfileLibrary &library);

} // namespace headroom
