#pragma once

#include <algorithm>
#include <vector>

namespace headroom {

/// Forward passes that a stage runs before its first backward pass; with chunks, passes of a chunk.
/// @source arXiv 2104.04473 §2.2; Megatron-Core pipeline_parallel/schedules.py
inline int warmupPasses(int stage, int stages, int chunks)
{
    const int later = stages - stage - 1;
    return chunks == 1 ? later : 2 * later + (chunks - 1) * stages;
}

/// Most layers times micro-batches whose activations one stage holds at once when its chunks
/// differ. Micro-batches visit the chunks in groups of as many as there are stages, backward passes
/// in reverse order. `layers`: of every virtual stage in order of depth. No allocation.
inline double maxLiveLayers(
    const std::vector<int> &layers, int stage, int stages, int chunks, double microBatches)
{
    // The schedule repeats with every group; so many hold the warm-up and a whole turn.
    constexpr double groups = 4;
    const int passes = chunks * static_cast<int>(std::min(microBatches, groups * stages));
    const int warmup = warmupPasses(stage, stages, chunks);
    const auto chunkOf = [=](int pass) { return pass / stages % chunks; };
    const auto layersOf
        = [&](int chunk) { return layers[static_cast<std::size_t>(chunk * stages + stage)]; };
    int live = 0, most = 0;
    for (int pass = 0; pass < passes; ++pass) {
        live += layersOf(chunkOf(pass));
        most = std::max(most, live);
        if (pass >= warmup)
            live -= layersOf(chunks - 1 - chunkOf(pass - warmup));
    }
    return most;
}

} // namespace headroom
