#pragma once

#include "model/estimate/estimator.h"

namespace headroom {

/// A rematerialisation policy at the largest micro-batch that fits under it.
struct PolicyFit
{
    std::string policy;
    bool isPlan = false;
    double microBatch = 0; ///< sequences per data-parallel rank; 0: not even the smallest fits
    Bytes peak; ///< at that micro-batch, or at the smallest when none fits
    Bytes host;
    Seconds step;
    double tokensPerSecondPerDevice = 0; ///< what recomputation and larger products leave
    double mfu = 0;
    double gain = 0; ///< throughput over the plan's own, less one
};

/// Every policy of the plan's framework, the highest throughput first, those that never fit last.
/// Micro-batches are lawful ones: they divide the batch of a rank and break no hard rule.
std::vector<PolicyFit> policyFits(const Estimator &estimator, const ResolvedPlan &resolved);

} // namespace headroom
