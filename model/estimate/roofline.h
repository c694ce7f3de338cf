#pragma once

#include "model/estimate/estimate.h"
#include "model/physics/layout.h"
#include "model/physics/candidate.h"
#include "model/physics/evaluation.h"
#include "model/physics/prepared.h"

#include <vector>

namespace headroom {

/// Every kind of work of one step on one device against the chip's roofline: tensor contractions
/// (each matrix, the attention core, the head), normalisations, element-wise kernels, the
/// optimizer, and the collectives in use.
std::vector<RooflinePoint> rooflinePoints(
    const Prepared &prepared, const Candidate &candidate, const Evaluation &evaluation);

/// One matrix product as a device runs it: [m, k] x [k, n], `batch` times.
struct MatrixShape
{
    double m = 0, k = 0, n = 0, batch = 1;
};
MatrixShape matrixShape(const Prepared &prepared, const Candidate &candidate, const Layout &layout,
    const Linear &linear);

/// `products` times the forward product of one matrix for one micro-batch and layer.
RooflinePoint matrixWork(const Prepared &prepared, const Candidate &candidate, const Layout &layout,
    const Linear &linear, double products);
/// Forward pass of the attention core of one layer, one micro-batch. @unit FLOP, bytes
double attentionFlop(const Prepared &prepared, const Candidate &candidate, const Layout &layout);
double attentionBytes(const Prepared &prepared, const Candidate &candidate, const Layout &layout);
/// What norms and residuals of one layer move in the forward pass of one micro-batch. @unit bytes
double normBytes(const Prepared &prepared, const Layout &layout);

} // namespace headroom
