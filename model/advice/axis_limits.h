#pragma once

#include "model/estimate/estimator.h"

namespace headroom {

/// What one parallel axis needs so that its traffic hides behind computation.
struct AxisLimit
{
    std::string axis; ///< "fsdp", "data", "tensor", "context", "expert", "pipeline"
    int degree = 1;
    bool crossesNodes = false;
    BytesPerSecond linkRate; ///< peak of the slowest link on its way, per device
    /// FLOPs per byte that the axis offers, and that chip and link ask for (C/W).
    double intensity = 0, neededIntensity = 0;
    Seconds duration, window; ///< of a step: traffic, and the compute that may cover it
    bool isHidden = false;
    double tokensPerDevice = 0; ///< of one micro-batch
    /// Below it the traffic of this axis cannot hide (closed form, at the peak of chip and link);
    /// 0 where traffic grows with the tokens, so that no number of them helps.
    double criticalTokens = 0;
    /// Smallest micro-batch, in sequences, and global batch at the plan's ranks at which the
    /// predicted traffic fits its window; 0 where none does.
    double smallestMicroBatch = 0, smallestGlobalBatch = 0;
    int largestDegree = 0; ///< of tensor, context, expert: that still hides; 0 where none does
};

/// Every axis in use. @source FORMULAS §7; scaling-book "training"; MaxText sharding guide
std::vector<AxisLimit> axisLimits(const Prepared &prepared, const Candidate &candidate);

} // namespace headroom
