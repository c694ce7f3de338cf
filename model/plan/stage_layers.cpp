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

std::vector<int> virtualStageLayers(const std::vector<int> &stageLayers, int pipeline, int chunks)
{
    if (stageLayers.size() != static_cast<std::size_t>(pipeline))
        return stageLayers;
    std::vector<int> layers;
    for (int chunk = 0; chunk < chunks; ++chunk)
        for (const int own : stageLayers)
            layers.push_back(own / chunks + (chunk < own % chunks ? 1 : 0));
    return layers;
}

} // namespace headroom
