#pragma once

#include "model/estimate/estimate.h"
#include "model/physics/trace/derivation.h"

#include <vector>

namespace headroom {

/// The derivations of the numbers that are put together from the terms: peak_bytes, headroom_bytes,
/// step_seconds, tokens_per_second_per_device, model_tflops_per_device, hardware_tflops_per_device,
/// mfu, hfu, and days, device_hours, cost, energy_kwh when the plan names training tokens. `terms`
/// are the trees of Estimator::explain; they become operands.
std::vector<Derivation> resultDerivations(
    const ResolvedPlan &resolved, const Estimate &estimate, const std::vector<Derivation> &terms);

} // namespace headroom
