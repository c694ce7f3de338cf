#pragma once

#include "model/plan/resolved_plan.h"

#include <vector>

namespace headroom {

/// Layers of one chunk of a pipeline stage.
struct ChunkLayers
{
    int first = 0, count = 0;
};

/// Layers of every chunk in model order: chunk c of stage s is entry c·stages + s. Follows the
/// plan's stage_layers, which may name stages or chunks; else as even as the layers allow,
/// embedding and head counted as a layer each where the layers do not divide. @pre stages · chunks
/// is at most the number of layers
std::vector<ChunkLayers> chunkLayers(
    int layers, int stages, int chunks, const std::vector<int> &stageLayers);

} // namespace headroom
