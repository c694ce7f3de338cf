#pragma once

#include "model/calibration/calibrate.h"

namespace headroom {

/// Adds what measured collectives say of the links: a benchmark that is faster than the library's
/// own model makes the same collective of a step as much faster. The machine is that of the first
/// run; small messages tell about latency, which steps hide, and are left out.
void addOperations(std::vector<Observation> &observations, const CalibrationRequest &request,
    const Estimator &estimator);

} // namespace headroom
