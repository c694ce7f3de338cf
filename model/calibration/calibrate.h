#pragma once

#include "model/calibration/posterior.h"

#include <optional>
#include <vector>

namespace headroom {

/// A collective measured on its own, on the machine of the runs.
struct MeasuredOperation
{
    CollectiveKind kind = CollectiveKind::AllReduce;
    Bytes amount; ///< as nccl-tests counts it
    int group = 0, nodes = 1;
    Seconds time;
};

/// A kernel measured on its own, on the machine of the runs.
struct MeasuredKernel
{
    enum class Kind { Gemm, Attention, Copy, HostCopy, Launch };
    Kind kind = Kind::Gemm;
    double m = 0, k = 0, n = 0, batch = 1; ///< of a GEMM
    Bytes element { 2.0 }; ///< of its operands
    Flop flop; ///< of a forward attention core, the causal half
    Bytes amount; ///< read and written by a copy
    Seconds time;
};

/// What a cluster profile may say of the factor on the profiles' interval; the scatter of few runs
/// or of wrong ones can lie outside.
inline constexpr double minWidening = 0.1, maxWidening = 100;

struct CalibrationRequest
{
    std::vector<OwnRun> runs;
    std::vector<MeasuredOperation> operations;
    std::optional<CalibrationMode> mode {}; ///< nothing: what leave-one-out decides
    std::vector<MeasuredKernel> kernels {};
    std::vector<ExcludedRow> left {}; ///< rows that cannot be compared
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
