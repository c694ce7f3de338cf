#pragma once

#include "model/estimate/estimator.h"

namespace headroom {

/// What switches of the plan cost on it, where a finding says so with a figure: NCCL over sockets,
/// NCCL without copies between GPUs, what XLA recomputes of a program that exceeds its memory,
/// and DeepSpeed where the estimate is FSDP's.
/// @param p  of the plan   @param now  its evaluation
std::vector<Finding> switchFindings(const Estimator &estimator, const ResolvedPlan &resolved,
    const Prepared &p, const Candidate &c, const Evaluation &now);

} // namespace headroom
