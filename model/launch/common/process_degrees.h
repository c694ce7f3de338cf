#pragma once

#include "model/plan/resolved_plan.h"

namespace headroom {

/// Degrees of a PyTorch program that starts one process for each GPU which the driver shows of a
/// chip, with as many tokens of a step on each: shards of the batch take them where the micro-batch
/// or the number of micro-batches halves, else heads, else the sequence. The plan's own degrees for
/// chips that show one GPU, and for JAX.
Parallelism degreesOfProcesses(const ResolvedPlan &resolved);

/// The plan with those processes as its devices, to ask its rules of.
ResolvedPlan planOfProcesses(const ResolvedPlan &resolved);

} // namespace headroom
