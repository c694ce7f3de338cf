#pragma once

#include "model/calibration/posterior.h"

#include <optional>
#include <vector>

namespace headroom {

/// A collective measured on its own, on the machine of the runs.
struct MeasuredOperation
{
    CollectiveKind kind = CollectiveKind::AllReduce;
    double bytes = 0; ///< as nccl-tests counts them
    int group = 0, nodes = 1;
    double seconds = 0;
};

struct CalibrationRequest
{
    std::vector<OwnRun> runs;
    std::vector<MeasuredOperation> operations;
    std::optional<CalibrationMode> mode; ///< nothing: what leave-one-out decides
};

/// Measured step times, in the order of the runs that have one, with the scatter expected of each.
/// The runs outlive the observations.
std::vector<Observation> stepObservations(
    const std::vector<OwnRun> &runs, const CalibrationPriors &priors);

/// What own runs tell about the constants (FORMULAS §10): most probable values under the priors,
/// in the mode that predicts each run best from the others; none where no mode beats the profiles.
/// @pre the estimator has no calibration
Calibration calibrate(
    const CalibrationRequest &request, const Estimator &estimator, const CalibrationPriors &priors);

} // namespace headroom
