#pragma once

#include "model/physics/evaluate.h"
#include "model/physics/stage_transfer.h"
#include "model/physics/state_memory.h"

namespace headroom {

/// Sums of a stage for one micro-batch: compute, exposed traffic, launch bound.
struct StageTime
{
    Seconds forward, backward;
    Seconds launchGap; ///< host time that the device's work does not cover
    /// @param passes  backward passes for a forward one
    Seconds total(double passes) const { return forward + passes * backward + launchGap; }
};

template <class Tag>
Quantity<Tag> mixed(const StageLayers &layers, Quantity<Tag> dense, Quantity<Tag> moe)
{
    return layers.dense * dense + layers.moe * moe;
}

inline StageTime stageTime(
    const LayerCosts &costs, const StageLayers &layers, double passes, bool hasFirst, bool hasLast)
{
    StageTime time;
    time.forward = mixed(layers, costs.dense.forward(), costs.moe.forward());
    time.backward = mixed(layers, costs.dense.backward(), costs.moe.backward());
    const LaunchGap dense = launchGap(costs.dense, costs.denseLaunch);
    const LaunchGap moe = launchGap(costs.moe, costs.moeLaunch);
    time.launchGap = mixed(
        layers, dense.forward + passes * dense.backward, moe.forward + passes * moe.backward);
    if (hasFirst) {
        time.forward += costs.embedForward;
        time.backward += costs.embedBackward;
    }
    if (hasLast) {
        time.forward += costs.headForward;
        time.backward += costs.headBackward;
    }
    return time;
}

/// The stage that sets the pace and what it holds.
struct PaceStage
{
    double microBatches = 1;
    double passes = 1; ///< backward passes for a forward one: 0 for inference
    Stage stage = Stage::First;
    StageLayers layers;
    bool holdsHead = true, holdsEmbedding = true;
    StageTime time;
    Seconds mean; ///< of all stages, one micro-batch

    Seconds own() const { return time.total(passes); } ///< of this one, one micro-batch

    Seconds step(Seconds forward, Seconds backward) const
    {
        return microBatches * (forward + passes * backward);
    }
};

/// The slowest stage: the first with embedding and leading dense layers, an inner one with the most
/// layers, or the last with the head. @source FORMULAS §6.7
inline PaceStage paceStage(
    const Prepared &p, const Candidate &c, const LayerCosts &costs, const Layout &layout)
{
    PaceStage pace;
    pace.microBatches = layout.microBatches;
    pace.passes = p.isInference ? 0 : 1;
    const bool isSingle = c.pipeline == 1;
    Seconds slowest { -1 };
    const auto consider = [&](Stage stage, bool hasEmbedding, bool hasHead) {
        const StageLayers layers = stageLayers(p, c, layout, stage);
        const StageTime time = stageTime(costs, layers, pace.passes, hasEmbedding, hasHead);
        if (time.total(pace.passes) <= slowest)
            return;
        slowest = time.total(pace.passes);
        pace.stage = stage;
        pace.layers = layers;
        pace.holdsEmbedding = hasEmbedding;
        pace.holdsHead = hasHead;
        pace.time = time;
    };
    consider(Stage::First, true, isSingle);
    if (!isSingle)
        consider(Stage::Last, false, true);
    if (c.pipeline > 2)
        consider(Stage::Inner, false, false);
    const StageTime whole
        = stageTime(costs, { p.denseLayers, p.moeLayers }, pace.passes, true, true);
    pace.mean = whole.total(pace.passes) / c.pipeline;
    return pace;
}

/// What a pipeline's slowest stage waits for the others in warm-up and drain.
/// @param traffic  state traffic that each stage meets after the one before it
/// @source arXiv 2104.04473 §2.2, for stages that differ; FORMULAS §6.7
inline Seconds pipelineBubble(
    const Prepared &p, const Candidate &c, const PaceStage &pace, Seconds traffic)
{
    if (c.pipeline <= 1)
        return {};
    const Seconds others = larger(Seconds {}, c.pipeline * pace.mean - pace.own());
    return (others + (c.pipeline - 1) * traffic) / c.chunks * (1 - p.stack.zeroBubble);
}

/// What a micro-batch waits for because the schedule keeps stages in lockstep. One forward, one
/// backward: as many micro-batches are on their way as there are stages. In the time in which one
/// comes back these are computed, each at the pace of the slowest stage, while the one itself
/// passes all stages and 2·(p − 1) transfers. Chunks, or all forward passes first, keep more on the
/// way. @source arXiv 2104.04473 §2.2 and Figure 4: what is in flight; FORMULAS §6.6
inline Seconds lockstepWait(
    const Prepared &p, const Candidate &c, const PaceStage &pace, Seconds send)
{
    if (c.pipeline <= 1 || c.chunks > 1 || p.stack.holdsAllMicroBatches || p.isInference)
        return {};
    return larger(Seconds {}, pace.mean + 2 * send * (1 - 1.0 / c.pipeline) - pace.own());
}

/// Transfers between stages in a step.
struct PipelineSends
{
    double own = 0; ///< of the slowest stage
    double warmup = 0; ///< one after the other, before its first micro-batch and behind its last
    Seconds wait; ///< per micro-batch, in lockstep
    Seconds exposed; ///< of all
};

/// Every stage counts as an inner one, which sends both ways. @source FORMULAS §6.6
inline PipelineSends pipelineSends(
    const Prepared &p, const Candidate &c, const PaceStage &pace, const StageTransfer &transfer)
{
    PipelineSends sends;
    if (c.pipeline <= 1)
        return sends;
    const double ways = 1 + pace.passes; // forward, and backward
    sends.own = ways * c.chunks * pace.microBatches;
    sends.warmup = ways * (c.pipeline - 1);
    sends.wait = lockstepWait(p, c, pace, transfer.seconds);
    sends.exposed = std::max(sends.own * transfer.seconds * transfer.exposed,
                        (pace.microBatches - 1) * sends.wait)
        + sends.warmup * transfer.seconds;
    return sends;
}

} // namespace headroom
