#include "model/timeline/stage_order.h"

#include "model/physics/memory/interleaving.h"

#include <algorithm>

namespace headroom {
namespace {

/// Micro-batches in groups of as many as there are stages; each group visits every chunk.
std::vector<PassStep> interleavedForward(int stages, int chunks, int microBatches)
{
    std::vector<PassStep> steps;
    for (int first = 0; first < microBatches; first += stages)
        for (int chunk = 0; chunk < chunks; ++chunk)
            for (int i = first; i < std::min(first + stages, microBatches); ++i)
                steps.push_back({ false, i, chunk });
    return steps;
}

std::vector<PassStep> backwardOf(std::vector<PassStep> steps, int chunks)
{
    for (PassStep &step : steps) {
        step.isBackward = true;
        step.chunk = chunks - 1 - step.chunk;
    }
    return steps;
}

std::vector<PassStep> circular(int chunks, int microBatches, bool forwardOnly)
{
    std::vector<PassStep> steps;
    for (int chunk = 0; chunk < chunks; ++chunk)
        for (int i = 0; i < microBatches; ++i)
            steps.push_back({ false, i, chunk });
    const std::size_t forwards = steps.size();
    // The gradient of a scan runs it in reverse.
    for (std::size_t i = forwards; !forwardOnly && i-- > 0;)
        steps.push_back({ true, steps[i].microBatch, steps[i].chunk });
    return steps;
}

} // namespace

std::vector<PassStep> stageOrder(PipelineSchedule schedule, int stage, int stages, int chunks,
    int microBatches, bool forwardOnly)
{
    if (schedule == PipelineSchedule::Circular)
        return circular(chunks, microBatches, forwardOnly);
    std::vector<PassStep> forward = interleavedForward(stages, chunks, microBatches);
    if (forwardOnly)
        return forward;
    const std::vector<PassStep> backward = backwardOf(forward, chunks);
    const std::size_t total = forward.size();
    const std::size_t warmup
        = std::min(total, static_cast<std::size_t>(warmupPasses(stage, stages, chunks)));
    std::vector<PassStep> steps(
        forward.begin(), forward.begin() + static_cast<std::ptrdiff_t>(warmup));
    for (std::size_t i = warmup; i < total; ++i) {
        steps.push_back(forward[i]);
        steps.push_back(backward[i - warmup]);
    }
    steps.insert(steps.end(), backward.begin() + static_cast<std::ptrdiff_t>(total - warmup),
        backward.end());
    return steps;
}

} // namespace headroom
