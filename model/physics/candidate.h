#pragma once

#include "model/plan/plan.h"

namespace headroom {

/// The free knobs. A lawful plan has exactly one; search makes millions.
struct Candidate
{
    int data = 1, fsdp = 1, zeroStage = 3, tensor = 1;
    bool sequenceParallel = false;
    int context = 1;
    ContextStrategy contextStrategy = ContextStrategy::AllGather;
    int pipeline = 1, chunks = 1, expert = 1, expertTensor = 1;
    double microBatch = 1; ///< sequences per data-parallel rank
    int remat = 0, recipe = 0, optimizer = 0; ///< indices into Prepared
    bool operator==(const Candidate &) const = default;
};

} // namespace headroom
