#include "model/plan/stage_layers.h"

namespace headroom {

int layersOfStage(const std::vector<int> &stageLayers, int pipeline, int stage)
{
    const auto stride = static_cast<std::size_t>(pipeline);
    int layers = 0;
    for (auto depth = static_cast<std::size_t>(stage); depth < stageLayers.size(); depth += stride)
        layers += stageLayers[depth];
    return layers;
}

std::vector<int> virtualStageLayers(
    const std::vector<int> &stageLayers, int pipeline, int chunks, bool embeddingIsLayer)
{
    if (stageLayers.size() != static_cast<std::size_t>(pipeline))
        return stageLayers;
    std::vector<int> layers;
    for (int chunk = 0; chunk < chunks; ++chunk)
        for (int stage = 0; stage < pipeline; ++stage) {
            const int own = stageLayers[static_cast<std::size_t>(stage)];
            const int turn = embeddingIsLayer && stage == 0 ? chunks - 1 - chunk : chunk;
            layers.push_back(own / chunks + (turn < own % chunks ? 1 : 0));
        }
    return layers;
}

} // namespace headroom
