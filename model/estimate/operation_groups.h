#pragma once

#include "model/physics/prepare/candidate.h"
#include "model/physics/prepare/prepared.h"
#include "model/physics/trace/evaluation.h"

#include <string>
#include <vector>

namespace headroom {

/// One of the three kinds of operations in one phase of a step, on one device.
struct GroupWork
{
    std::string group; ///< "contraction", "normalisation", "elementwise"
    std::string phase; ///< "forward", "backward" (recomputation included), "optimizer"
    Seconds time;
    Flop flop;
    Bytes bytes; ///< moved through device memory
    /// FLOP per byte; 0 where nothing is moved.
    double intensity() const { return bytes.value() > 0 ? flop.value() / bytes.value() : 0; }
};

/// The step's compute as tensor contractions (GEMMs, attention core, output head),
/// statistical normalisations and element-wise kernels, each forward and backward, and the
/// optimizer. The times sum to the terms gemm, attention, elementwise, head_loss and optimizer.
/// @source Software Tune Up For The Best Performance, "Anatomy of Model's Operations"
std::vector<GroupWork> operationGroups(
    const Prepared &prepared, const Candidate &candidate, const Evaluation &evaluation);

} // namespace headroom
