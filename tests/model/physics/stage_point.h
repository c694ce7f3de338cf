#pragma once

#include "model/physics/step/evaluate.h"
#include "model/physics/step/step_stages.h"

namespace headroom {

/// A point with its stages.
struct StagePoint
{
    StagePoint(const Prepared &p, const Candidate &c)
        : layout(makeLayout(p, c))
        , costs(layerCosts(p, c, layout, none))
        , calls(stepCalls(p, c, layout))
        , step(p, c, layout, costs, calls)
    { }
    NoTrace none;
    Layout layout;
    LayerCosts costs;
    StepCalls calls;
    StepStages step;
};

} // namespace headroom
