#pragma once

#include "model/physics/memory/host_copies.h"
#include "model/physics/step/evaluate.h"
#include "model/physics/step/layer_passes.h"

#include <algorithm>

namespace headroom {

/// What every layer of a kind takes, with what it waits for.
struct KindPasses
{
    LayerPasses dense, moe;
};

inline KindPasses kindPasses(
    const Prepared &p, const Candidate &c, const Layout &layout, const LayerCosts &costs)
{
    const auto passes = [&](LayerKind kind, double layers, const LayerCost &cost,
                            const LaunchSeconds &launch) {
        return layers > 0 ? layerPasses(p, kind, cost, launch, layerCopyTime(p, c, layout, kind))
                          : LayerPasses {};
    };
    return { passes(LayerKind::Dense, p.denseLayers, costs.dense, costs.denseLaunch),
        passes(LayerKind::Moe, p.moeLayers, costs.moe, costs.moeLaunch) };
}

/// A stage and what one micro-batch takes on it.
struct PaceStage
{
    double microBatches = 1;
    double passes = 1; ///< backward passes for a forward one: 0 for inference
    Stage stage = Stage::First;
    StageLayers layers;
    StageParameters parameters; ///< that it holds
    bool holdsHead = true, holdsEmbedding = true;
    Seconds forward, backward; ///< of the device, computation and exchanges of activations
    Seconds hostWait; ///< for copies over the host link, of all passes
    Seconds launchGap; ///< host time that neither covers
    Seconds mean; ///< of all stages, one micro-batch

    Seconds own() const { return forward + passes * backward + hostWait + launchGap; }

    Seconds step(Seconds forwardEach, Seconds backwardEach) const
    {
        return microBatches * (forwardEach + passes * backwardEach);
    }
};

/// The stages of a pipeline that differ: the first with embedding and leading dense layers, the
/// last with the head, an inner one with the most layers. @source FORMULAS §6.7
class PaceStages
{
public:
    PaceStages(const Prepared &p, const Candidate &c, const LayerCosts &costs, const Layout &layout,
        const KindPasses &kinds)
    {
        const auto add = [&](Stage which, bool isFirst, bool isLast) {
            PaceStage &own = m_stages[m_count++];
            own = stage(p, c, costs, layout, kinds, stageLayers(p, c, layout, which),
                { which, isFirst, isLast });
            own.parameters = stageParameters(p, c, layout, which);
        };
        const bool isSingle = c.pipeline == 1;
        add(Stage::First, true, isSingle);
        if (!isSingle)
            add(Stage::Last, false, true);
        if (c.pipeline > 2)
            add(Stage::Inner, false, false);
        const StageLayers all { p.denseLayers, p.moeLayers };
        const Seconds mean = isSingle
            ? m_stages[0].own()
            : stage(p, c, costs, layout, kinds, all, { Stage::First, true, true }).own()
                / c.pipeline;
        for (PaceStage &own : m_stages)
            own.mean = mean;
    }

    const PaceStage *begin() const { return m_stages.data(); }
    const PaceStage *end() const { return m_stages.data() + m_count; }
    /// @pre the pipeline has such a stage
    const PaceStage &of(Stage stage) const
    {
        return *std::find_if(
            begin(), end(), [stage](const PaceStage &own) { return own.stage == stage; });
    }
    /// The one whose passes take longest, state traffic aside.
    const PaceStage &busiest() const
    {
        return *std::max_element(begin(), end(),
            [](const PaceStage &a, const PaceStage &b) { return a.own() < b.own(); });
    }

private:
    struct Place
    {
        Stage stage;
        bool isFirst, isLast; ///< holds the embedding, the head
    };

    static PaceStage stage(const Prepared &p, const Candidate &c, const LayerCosts &costs,
        const Layout &layout, const KindPasses &kinds, const StageLayers &layers, Place place)
    {
        PaceStage own;
        own.microBatches = layout.microBatches;
        own.passes = p.isInference ? 0 : 1;
        own.stage = place.stage;
        own.layers = layers;
        own.holdsEmbedding = place.isFirst;
        own.holdsHead = place.isLast;
        const auto sum = [&](auto of) { return mixed(layers, of(kinds.dense), of(kinds.moe)); };
        const double passes = own.passes;
        using Passes = const LayerPasses &;
        own.forward = sum([](Passes l) { return l.forward.device; });
        own.backward = sum([](Passes l) { return l.backward.device; });
        own.hostWait
            = sum([&](Passes l) { return l.forward.hostWait + passes * l.backward.hostWait; });
        own.launchGap
            = sum([&](Passes l) { return l.forward.launchGap + passes * l.backward.launchGap; });
        if (place.isFirst) {
            own.forward += costs.embedForward;
            own.backward += costs.embedBackward;
            own.hostWait += rootCopyTime(p, c, layout, Stage::First);
        }
        if (place.isLast) {
            own.forward += costs.headForward;
            own.backward += costs.headBackward;
            if (c.pipeline > 1) // else the first stage's root holds it
                own.hostWait += rootCopyTime(p, c, layout, Stage::Last);
        }
        return own;
    }

    std::array<PaceStage, 3> m_stages;
    std::size_t m_count = 0;
};

/// Whether the schedule keeps stages in lockstep. One forward, one backward: as many micro-batches
/// are on their way as there are stages. In the time in which one comes back these are computed,
/// each at the pace of the slowest stage, while the one itself passes all stages and 2·(p − 1)
/// transfers. Chunks, or all forward passes first, keep more on the way.
/// @source arXiv 2104.04473 §2.2 and Figure 4: what is in flight; FORMULAS §6.6
inline bool isLockstep(const Prepared &p, const Candidate &c)
{
    return c.pipeline > 1 && c.chunks == 1 && !p.stack.holdsAllMicroBatches && !p.isInference;
}

/// What a stage waits for the others: in warm-up and drain, and in lockstep where its own passes
/// are shorter than those of most.
/// @param traffic  state traffic that the other stages meet, one after the other
/// @source arXiv 2104.04473 §2.2, for stages that differ; FORMULAS §6.7
inline Seconds pipelineBubble(
    const Prepared &p, const Candidate &c, const PaceStage &pace, Seconds traffic)
{
    if (c.pipeline <= 1)
        return {};
    const Seconds others = larger(Seconds {}, c.pipeline * pace.mean - pace.own());
    const Seconds idle = isLockstep(p, c)
        ? (pace.microBatches - 1) * larger(Seconds {}, pace.mean - pace.own())
        : Seconds {};
    return (others + traffic) / c.chunks * (1 - p.stack.zeroBubble) + idle;
}

/// What a micro-batch waits for transfers because stages are in lockstep.
inline Seconds lockstepWait(
    const Prepared &p, const Candidate &c, const PaceStage &pace, Seconds send)
{
    if (!isLockstep(p, c))
        return {};
    const Seconds slower = larger(Seconds {}, pace.own() - pace.mean);
    return larger(Seconds {}, 2 * send * (1 - 1.0 / c.pipeline) - slower);
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
