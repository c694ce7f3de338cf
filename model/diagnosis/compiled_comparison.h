#pragma once

#include "model/estimate/estimator.h"
#include "model/runs/facts/compared_figure.h"
#include "model/runs/read_runs.h"

#include <vector>

namespace headroom {

/// The compiler's memory and collectives beside those of the estimate of the same plan. A stand-in
/// back end tells nothing of the chip's memory; what neither side has is left out.
/// @source FORMULAS §11.5
std::vector<ComparedFigure> compareCompiled(
    const CompiledStep &compiled, const ResolvedPlan &resolved, const Estimator &estimator);
/// The same for every run of a reading that was compiled and has a valid plan.
void compareCompiled(
    RunsReading &reading, const ProfileLibrary &library, const Estimator &estimator);

} // namespace headroom
