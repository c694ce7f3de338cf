#pragma once

#include "model/base/units/quantity.h"

#include <string>

namespace headroom {

/// One low-precision recipe, ready for the formulas.
struct RecipeCosts
{
    std::string id;
    FlopPerSecond gemmPeak; ///< of quantised GEMMs
    FlopPerSecond gemmRate; ///< reached
    int bits = 16; ///< whose efficiency holds: 16, 8 or 4
    Bytes elementBytes { 2 }; ///< of GEMM operands
    /// HBM traffic of quantising, per element: inputs of GEMMs for the forward pass and again
    /// for the weight gradient, gradients of outputs, and weights (each micro-batch) in either
    /// pass.
    double castInputForward = 0, castInputBackward = 0, castGradient = 0;
    double castWeightForward = 0, castWeightBackward = 0;
    bool overlapsGathers = true; ///< chunked GEMMs also hide gathers of quantised inputs
    bool travelsLow = false; ///< gathered weights and activations are quantised before they travel
    bool isLow = false;
};

/// Bytes per parameter of an optimizer's state and of its update traffic.
struct OptimizerCosts
{
    std::string id;
    Bytes stateBytes { 8 };
    double trafficFactor = 1;
};

} // namespace headroom
