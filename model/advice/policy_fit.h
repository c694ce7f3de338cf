#pragma once

#include "model/estimate/estimator.h"

namespace headroom {

/// A rematerialisation policy at the largest micro-batch that fits under it.
struct PolicyFit
{
    std::string policy;
    /// Policies that come to the very same here: such as differ only in tensors of a low-precision
    /// format that the plan does not use.
    std::vector<std::string> alike;
    bool isPlan = false;
    double microBatch = 0; ///< sequences per data-parallel rank; 0: not even the smallest fits
    Bytes peak; ///< at that micro-batch, or at the smallest when none fits
    Bytes host;
    Seconds step;
    double tokensPerSecondPerDevice = 0; ///< what recomputation and larger products leave
    double mfu = 0;
    double gain = 0; ///< throughput over the plan's own, less one

    /// "minimal_with_context, minimal_with_context_and_quantization".
    std::string names() const;
};

/// Every policy of the plan's framework, equal ones together, the highest throughput first, those
/// that never fit last. Micro-batches are valid ones: they divide the batch of a rank and break no
/// hard rule.
std::vector<PolicyFit> policyFits(const Estimator &estimator, const ResolvedPlan &resolved);

} // namespace headroom
