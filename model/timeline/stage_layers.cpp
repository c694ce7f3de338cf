#include "model/timeline/stage_layers.h"

#include "model/plan/stage_layers.h"

#include <algorithm>
#include <numeric>

namespace headroom {
namespace {

std::vector<int> evenCounts(int layers, int slots)
{
    if (layers % slots == 0)
        return std::vector<int>(static_cast<std::size_t>(slots), layers / slots);
    // Embedding and head take the place of a layer in the first and last slot.
    std::vector<int> counts(static_cast<std::size_t>(slots), (layers + 2) / slots);
    for (int i = 0; i < (layers + 2) % slots; ++i)
        ++counts[static_cast<std::size_t>(slots / 2 + (i % 2 ? -(i + 1) / 2 : i / 2))];
    counts.front() -= 1;
    counts.back() -= 1;
    // With few layers the outer slots would be empty: they take one from the fullest.
    for (int *outer : { &counts.front(), &counts.back() })
        if (*outer < 1) {
            --*std::max_element(counts.begin(), counts.end());
            ++*outer;
        }
    return counts;
}

} // namespace

std::vector<ChunkLayers> chunkLayers(
    int layers, int stages, int chunks, const std::vector<int> &stageLayers)
{
    const int slots = stages * chunks;
    const bool isGiven = fitsPipeline(stageLayers.size(), stages, chunks)
        && std::accumulate(stageLayers.begin(), stageLayers.end(), 0) == layers;
    const std::vector<int> counts
        = isGiven ? virtualStageLayers(stageLayers, stages, chunks) : evenCounts(layers, slots);
    std::vector<ChunkLayers> result;
    int first = 0;
    for (const int count : counts) {
        result.push_back({ first, count });
        first += count;
    }
    return result;
}

} // namespace headroom
