#pragma once

#include "model/physics/evaluation.h"
#include "model/physics/layout.h"

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

/// makeLayout but for the choice: weights are gathered once only where the plan says so.
Layout layoutBeforeChoice(const Prepared &p, const Candidate &c);

/// The rest of an evaluation that has the memory of layoutBeforeChoice, choosing as makeLayout does
/// but with costs of layers that are known: gathering once replaces memory and time where it pays.
void assembleChosen(const Prepared &p, const Candidate &c, Layout layout, const LayerCosts &costs,
    Evaluation &evaluation);

} // namespace headroom
