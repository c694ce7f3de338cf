#pragma once

#include "model/base/units/quantity.h"
#include "model/physics/terms.h"
#include <array>
#include <cstdint>

namespace headroom {

/// Work of one layer of one kind on one device for one micro-batch. Depends on tensor,
/// sequenceParallel, context, contextStrategy, expert, expertTensor, microBatch, remat and recipe —
/// and data · fsdp only through where experts live — so points that differ elsewhere share it.
struct LayerCost
{
    double gemmForward = 0, gemmBackward = 0, gemmReplay = 0;
    double attentionForward = 0, attentionBackward = 0, attentionReplay = 0;
    double elementForward = 0, elementBackward = 0, elementReplay = 0;
    double tensorForward = 0, tensorBackward = 0; ///< exposed seconds
    double contextForward = 0, contextBackward = 0;
    double expertForward = 0, expertBackward = 0;
    double hostForward = 0, hostBackward = 0; ///< transfer seconds, hidden or not
    double tensorBytes = 0, contextBytes = 0, expertBytes = 0; ///< of one micro-batch
    double tensorSeconds = 0, contextSeconds = 0, expertSeconds = 0; ///< duration, hidden or not
    /// The part of those durations that belongs to the forward pass.
    double tensorForwardSeconds = 0, contextForwardSeconds = 0, expertForwardSeconds = 0;

    double computeForward() const { return gemmForward + attentionForward + elementForward; }
    double computeBackward() const
    {
        return gemmBackward + gemmReplay + attentionBackward + attentionReplay + elementBackward
            + elementReplay;
    }
    double forward() const
    {
        return computeForward() + tensorForward + contextForward + expertForward;
    }
    double backward() const
    {
        return computeBackward() + tensorBackward + contextBackward + expertBackward;
    }
};

/// The host's time to issue the kernels of one layer; replayed work belongs to the backward pass.
struct LaunchSeconds
{
    double forward = 0, backward = 0;
};

struct LayerCosts
{
    LayerCost dense, moe;
    double headForward = 0, headBackward = 0; ///< head and loss on the last stage, one micro-batch
    double embedForward = 0, embedBackward = 0;
    LaunchSeconds denseLaunch, moeLaunch;
};

/// One axis' traffic for reports: seconds and bytes per step.
struct AxisLoad
{
    double bytes = 0, seconds = 0, window = 0, exposed = 0;
    bool crossesNodes = false;
    double chained = 0; ///< exposed seconds that stages of a pipeline meet one after the other
};
enum class Axis : std::uint8_t { Fsdp, Data, Tensor, Context, Expert, Pipeline, Count };
inline constexpr std::size_t axisCount = static_cast<std::size_t>(Axis::Count);

/// The numbers of one point. Plain values: no allocation.
struct Evaluation
{
    MemoryTerms memory;
    TimeTerms time;
    Bytes peak, budget, outsidePool, host;
    Seconds step;
    Seconds forward, backward; ///< compute, per step
    double microBatches = 1;
    Flop modelFlopPerDevice, hardwareFlopPerDevice; ///< of a step, causal convention
    int worstStage = 0;
    bool fits = false;
    std::array<AxisLoad, axisCount> axes {};
};

} // namespace headroom
