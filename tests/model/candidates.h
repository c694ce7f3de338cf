#pragma once

#include "model/physics/prepare/candidate.h"

namespace headroom {

/// FSDP over so many ranks, weights included; nothing else is cut.
inline Candidate shardedOver(int ranks)
{
    Candidate c;
    c.fsdp = ranks;
    c.zeroStage = 3;
    return c;
}

} // namespace headroom
