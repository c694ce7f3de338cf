#pragma once

#include <cstdint>
#include <vector>

namespace headroom {

// A plan's stage_layers: one entry for each pipeline stage, or one for each virtual stage in order
// of depth. The virtual stage at depth d lives on stage d mod pipeline; the first holds the
// embedding, the last the loss, so that either may have no layer of its own.

/// Whether that many entries describe a pipeline.
inline bool fitsPipeline(std::size_t entries, int pipeline, int chunks)
{
    return entries == static_cast<std::size_t>(pipeline)
        || entries == static_cast<std::size_t>(pipeline) * static_cast<std::size_t>(chunks);
}

/// Layers of one stage, all its virtual stages together. @pre fitsPipeline(); no allocation
int layersOfStage(const std::vector<int> &stageLayers, int pipeline, int stage);

/// Layers of every virtual stage in order of depth; entries of whole stages are cut over their
/// chunks, the remainder to the first ones; on the first stage to the last ones where the embedding
/// stands for a layer. @pre fitsPipeline()
std::vector<int> virtualStageLayers(
    const std::vector<int> &stageLayers, int pipeline, int chunks, bool embeddingIsLayer = false);

} // namespace headroom
