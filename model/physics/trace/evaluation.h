#pragma once

#include "model/base/units/quantity.h"
#include "model/physics/trace/terms.h"
#include <array>
#include <cstdint>

namespace headroom {

/// Work of one layer of one kind on one device for one micro-batch. Depends on tensor,
/// sequenceParallel, context, contextStrategy, expert, expertTensor, microBatch, remat and recipe —
/// and data · fsdp only through where experts live — so points that differ elsewhere share it.
struct LayerCost
{
    Seconds gemmForward, gemmBackward, gemmReplay;
    Seconds attentionForward, attentionBackward, attentionReplay;
    Seconds elementForward, elementBackward, elementReplay;
    Seconds tensorForward, tensorBackward; ///< exposed
    Seconds contextForward, contextBackward;
    Seconds expertForward, expertBackward;
    Seconds hostForward, hostBackward; ///< transfers, hidden or not
    Bytes tensorBytes, contextBytes, expertBytes; ///< of one micro-batch
    Seconds tensorSeconds, contextSeconds, expertSeconds; ///< duration, hidden or not
    /// The part of those durations that belongs to the forward pass.
    Seconds contextForwardSeconds, expertForwardSeconds;

    Seconds computeForward() const { return gemmForward + attentionForward + elementForward; }
    Seconds computeBackward() const
    {
        return gemmBackward + gemmReplay + attentionBackward + attentionReplay + elementBackward
            + elementReplay;
    }
    Seconds forward() const
    {
        return computeForward() + tensorForward + contextForward + expertForward;
    }
    Seconds backward() const
    {
        return computeBackward() + tensorBackward + contextBackward + expertBackward;
    }
};

/// The host's time to issue the kernels of one layer; replayed work belongs to the backward pass.
struct LaunchSeconds
{
    Seconds forward, backward;
};

struct LayerCosts
{
    LayerCost dense, moe;
    Seconds headForward, headBackward; ///< head and loss on the last stage, one micro-batch
    Seconds embedForward, embedBackward;
    LaunchSeconds denseLaunch, moeLaunch;
};

/// One axis' traffic in a step.
struct AxisLoad
{
    Bytes bytes;
    Seconds seconds, window, exposed;
    bool crossesNodes = false;
    Seconds chained; ///< exposed on the other stages of a pipeline, which follow each other
};
enum class Axis : std::uint8_t { Fsdp, Data, Tensor, Context, Expert, Pipeline, Count };
inline constexpr std::size_t axisCount = static_cast<std::size_t>(Axis::Count);
inline constexpr std::array<const char *, axisCount> axisIds { "fsdp", "data", "tensor", "context",
    "expert", "pipeline" };
constexpr const char *axisId(Axis axis)
{
    return axisIds[static_cast<std::size_t>(axis)];
}

/// The numbers of one point. Plain values: no allocation.
struct Evaluation
{
    MemoryTerms memory;
    TimeTerms time;
    Bytes peak, budget, outsidePool, host;
    Seconds step;
    Seconds forward, backward; ///< compute, per step
    double microBatches = 1;
    /// By how much an evaluation between steps takes more than a training step; 0 where it does
    /// not.
    Bytes evaluationExcess;
    Bytes reserved; ///< pool that the peak needs, the allocator's overhead included
    Flop modelFlopPerDevice, hardwareFlopPerDevice; ///< of a step, causal convention
    int worstStage = 0;
    bool fits = false;
    std::array<AxisLoad, axisCount> axes {};
};

} // namespace headroom
