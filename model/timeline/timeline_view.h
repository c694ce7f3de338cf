#pragma once

#include "model/timeline/timeline.h"

#include <cstdint>
#include <vector>

namespace headroom {

/// A stretch of time as a picture shows it; what is shorter than a cell is merged into cells.
struct ViewRange
{
    double from = 0, to = 0; ///< seconds
    double cell = 0; ///< seconds per two pixels; 0: nothing is merged
};

enum class DrawnLevel : std::uint8_t { Pass, Layer, Kernel };

/// Something to draw on one stream of one stage, in seconds from the start of the step.
struct DrawnBlock
{
    double start = 0, end = 0;
    double waitStart = 0, waitEnd = 0; ///< part that computation waits for; empty when equal
    double exposed = 0; ///< seconds, with contention
    DrawnLevel level = DrawnLevel::Pass;
    PassKind kind = PassKind::Forward;
    BlockPhase phase = BlockPhase::Forward;
    BlockOp op = BlockOp::Norms;
    TimeTerm term = TimeTerm::Gemm;
    std::int32_t pass = -1; ///< index into the stage's passes; −1: a transfer
    std::int32_t block = -1; ///< index into the template's blocks
    std::int32_t microBatch = -1;
    std::int16_t layer = -1; ///< of the model, from 0; −1: none
    std::int16_t chunk = 0;
    std::int16_t part = 0, parts = 1;
    bool isMerged = false; ///< stands for several blocks that are too short to draw
};

/// Appends what a range shows of one stream, in order of time: passes when layers would be too
/// narrow, then layers, then kernels. Costs grow with the number of cells, not of events.
void drawnBlocks(const Timeline &timeline, int stage, TimelineStream stream, const ViewRange &range,
    std::vector<DrawnBlock> &blocks);

/// Whether the stage ever uses the stream.
bool usesStream(const Timeline &timeline, int stage, TimelineStream stream);

} // namespace headroom
