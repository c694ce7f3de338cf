#pragma once

#include "model/physics/collectives/stage_transfer.h"
#include "model/timeline/stage_order.h"

#include <functional>

namespace headroom {

/// What a pipeline needs to be placed in time.
struct PipelinePlay
{
    int stages = 1, chunks = 1, microBatches = 1;
    std::vector<std::vector<PassStep>> orders; ///< per stage
    /// Template of a step on a stage; `first` and `last` say that it is the stage's first forward
    /// or last backward pass of that chunk.
    std::function<std::int32_t(int stage, const PassStep &step, bool first, bool last)> pattern;
    StageTransfer transfer; ///< between neighbouring stages
    /// Time that gathering the updated weights of a chunk takes; 0 where its first pass does it.
    std::vector<Seconds> gathers; ///< by chunk · stages + stage
    /// Share of a pass beside which weights of its later layers may still arrive.
    double gatherOverlap = 0;
};

/// Places every pass as early as the order of its stage, its input and the transfers allow, with
/// explicit bubbles. False when the orders wait for each other; `timeline.stages` is then unusable.
bool playPipeline(const PipelinePlay &play, Timeline &timeline);

} // namespace headroom
