#pragma once

#include "model/estimate/mfu_place.h"
#include "model/physics/prepare/prepared.h"
#include "model/physics/trace/evaluation.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// One way to count the FLOPs of a step, applied to a measured time.
struct MeasuredRate
{
    std::string convention; ///< "6N", "full", "causal", "hardware", "factor-3", "factor-4"
    std::string formula;
    FlopPerSecond perDevice;
    double shareOfPeak = 0;
};

/// What a measured step time means in every convention, beside the prediction.
struct MeasuredThroughput
{
    Seconds step;
    double tokensPerSecondPerDevice = 0;
    double mfu = 0, hfu = 0; ///< causal model FLOPs, with recomputation; of the dense peak
    double measuredOverPredicted = 0;
    bool isHalfOfPeak = false; ///< hardware FLOPs reach half of the peak
    std::vector<MeasuredRate> rates;
    std::optional<MfuPlace> place; ///< of the MFU among measured runs; left to who knows them
};

/// Seconds that a step can have taken: a kernel launch takes longer than the least, and no one
/// waits for the most. ASSUMED; outside, rates and shares would be infinite.
inline constexpr double shortestMeasuredStep = 1e-6, longestMeasuredStep = 1e9;

/// TFLOP/s of a measured step in every convention of FORMULAS §3, and by the log's rule
/// factor·2·tokens·parameters with factor 3 (no recomputation) and 4 (full recomputation).
/// @source FORMULAS §3; BLOOM training log for the factors
MeasuredThroughput measuredThroughput(const Prepared &prepared, const Evaluation &evaluation,
    Seconds measured, double devices, Seconds predicted);

/// factor·2·tokens·parameters / (step·devices): FLOP/s per device of a training log.
FlopPerSecond loggedFlopRate(double factor, double sequences, double sequenceLength,
    double parameters, Seconds step, double devices);

} // namespace headroom
