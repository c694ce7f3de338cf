#pragma once

#include "model/physics/step/fsdp_traffic.h"
#include "model/physics/step/pace_stage.h"

namespace headroom {

/// The stages of a step, what runs beside their layers, and which of them sets the pace: with its
/// state traffic, so that a step never becomes longer when another stage takes over.
/// @source FORMULAS §6.7
struct StepStages
{
    /// All arguments have to outlive it.
    StepStages(const Prepared &p, const Candidate &c, const Layout &layout, const LayerCosts &costs,
        const StepCalls &calls);
    StepStages(const StepStages &) = delete;
    StepStages &operator=(const StepStages &) = delete;

    const Layout &layout;
    const StepCalls &calls;
    KindPasses kinds;
    StateWindows windows;
    OverlapRules rules;
    StageTransfer transfer;
    FsdpTraffic traffic;
    PaceStages stages;
    PaceStage slowest;
    AxisLoad fsdp; ///< of that stage
};

} // namespace headroom
