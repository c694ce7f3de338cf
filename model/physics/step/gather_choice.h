#pragma once

#include "model/physics/step/step_calls.h"
#include "model/physics/trace/evaluation.h"

namespace headroom {

/// The two ways of a pipeline with sharded weights, both evaluated.
struct GatherChoice
{
    Evaluation each; ///< weights gathered again with every micro-batch
    Evaluation once; ///< gathered once a step and kept, gradients whole until its end

    bool oncePays() const;
};

/// @pre mayGatherOnce holds but for the plan's own word   @source FORMULAS §6.7
GatherChoice gatherChoice(const Prepared &p, const Candidate &c, Layout layout);

/// Whether weights are gathered once because the plan says so.
inline bool mustGatherOnce(const Prepared &p, const Candidate &c, const Layout &layout)
{
    return p.pipelineGather == PipelineGather::Once && mayGatherOnce(p, c, layout);
}

/// The rest of an evaluation that has the memory of mustGatherOnce, choosing as makeLayout does
/// but with costs of layers and collectives that are known: gathering once replaces memory and time
/// where it pays.
void assembleChosen(const Prepared &p, const Candidate &c, Layout layout, const LayerCosts &costs,
    const StepCalls &calls, Evaluation &evaluation);

} // namespace headroom
