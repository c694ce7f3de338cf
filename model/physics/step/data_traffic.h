#pragma once

#include "model/physics/step/step_stages.h"

namespace headroom {

/// Whether gradients are exchanged tensor by tensor inside the loop over layers.
inline bool exchangesByTensor(const Prepared &p, const OverlapRules &rules, const DataCalls &calls)
{
    return followsXlaFlags(p)
        || (rules.exchange.mode == OverlapMode::SameLayer && !calls.group.crossesNodes());
}

/// Gradient all-reduce of replicas, or reduce-scatter and all-gather of a distributed optimizer
/// (with an all-reduce between its replicas, where data and fsdp are both used), once per step,
/// behind the backward pass of the last micro-batch and the next forward pass. Of the first stage:
/// its gradients come last, and its forward pass is the first that needs updated parameters;
/// others exchange theirs while they wait for it.
/// @param step  the stages of the same point
/// @source FORMULAS §6.6
template <class Trace>
AxisLoad dataTraffic(const Prepared &p, const Candidate &c, const StepStages &step, Trace &trace);

} // namespace headroom
