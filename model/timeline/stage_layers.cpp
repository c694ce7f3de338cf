#include "model/timeline/stage_layers.h"

namespace headroom {

std::vector<ChunkLayers> chunkLayers(const Prepared &p, const Candidate &c)
{
    std::vector<int> stages = p.stageLayers;
    if (!givesStages(p, c)) {
        stages.clear();
        for (int stage = 0; stage < c.pipeline; ++stage)
            stages.push_back(static_cast<int>(layersOfStage(p, c, stage)));
    }
    const int chunks = c.pipeline > 1 ? std::max(1, c.chunks) : 1;
    std::vector<ChunkLayers> result;
    int first = 0;
    for (const int count :
        virtualStageLayers(stages, c.pipeline, chunks, p.stack.countsEmbeddingAsLayer)) {
        result.push_back({ first, count });
        first += count;
    }
    return result;
}

} // namespace headroom
