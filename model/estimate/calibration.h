#pragma once

#include <span>

namespace headroom {

/// Own runs move predictions by shrinkage: few runs move them little.
struct Calibration
{
    double stepFactor = 1; ///< predicted step times are multiplied by it
    double memoryFactor = 1;
    int runs = 0;
    bool operator==(const Calibration &) const = default;
};

/// factor = exp( σ0²·Σ ln(measured/predicted) / (k·σ0² + σ1²) ) with σ0 = 0.12, the bias between
/// software stacks, and σ1 the scatter inside one: 0.10, or 0.04 when all runs share stack and
/// model.
/// @source FORMULAS §10
double shrinkageFactor(std::span<const double> measuredOverPredicted, bool sameStackAndModel);

} // namespace headroom
