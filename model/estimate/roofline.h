#pragma once

#include "model/estimate/estimate.h"
#include "model/physics/prepare/candidate.h"
#include "model/physics/prepare/prepared.h"
#include "model/physics/trace/evaluation.h"

#include <vector>

namespace headroom {

/// Every kind of work of one step on one device against its roof: tensor contractions (each matrix,
/// the attention core, the head), normalisations, element-wise kernels and the optimizer under the
/// roof of device memory; the traffic of each axis in use under the roof of its slowest link.
std::vector<RooflinePoint> rooflinePoints(
    const Prepared &prepared, const Candidate &candidate, const Evaluation &evaluation);

} // namespace headroom
