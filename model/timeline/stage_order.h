#pragma once

#include "model/timeline/timeline.h"

#include <vector>

namespace headroom {

/// A pass before it has a place in time.
struct PassStep
{
    bool isBackward = false;
    int microBatch = 0;
    int chunk = 0;
    bool operator==(const PassStep &) const = default;
};

/// The order in which a stage works, as the frameworks fix it.
/// @source arXiv 2104.04473 §2.2 and Megatron-Core pipeline_parallel/schedules.py (1F1B and
/// interleaved), MaxText layers/pipeline.py (circular)
std::vector<PassStep> stageOrder(PipelineSchedule schedule, int stage, int stages, int chunks,
    int microBatches, bool forwardOnly);

} // namespace headroom
