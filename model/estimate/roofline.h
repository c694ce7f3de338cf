#pragma once

#include "model/estimate/estimate.h"
#include "model/estimate/prepared.h"

#include <vector>

namespace headroom {

/// Every kind of work of one step on one device against the chip's roofline: tensor contractions
/// (each matrix, the attention core, the head), normalisations, element-wise kernels, the
/// optimizer, and the collectives in use.
std::vector<RooflinePoint> rooflinePoints(
    const Prepared &prepared, const Candidate &candidate, const Evaluation &evaluation);

} // namespace headroom
