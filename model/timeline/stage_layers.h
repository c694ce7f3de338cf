#pragma once

#include "model/physics/prepare/layout.h"

#include <vector>

namespace headroom {

/// Layers of one chunk of a pipeline stage.
struct ChunkLayers
{
    int first = 0, count = 0;
};

/// Layers of every chunk in model order: chunk c of stage s is entry c·stages + s. Stages hold what
/// the estimate lays out, or what the plan says of stages or chunks.
std::vector<ChunkLayers> chunkLayers(const Prepared &prepared, const Candidate &candidate);

} // namespace headroom
