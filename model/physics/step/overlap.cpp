#include "model/physics/step/overlap.h"

namespace headroom {
namespace {

constexpr double layerGemms = 7; ///< of a layer, forward: in flight one after the other

OverlapMode modeOf(bool isAsync, bool isPipelined, bool isScanned)
{
    if (!isAsync)
        return OverlapMode::None;
    return isPipelined || !isScanned ? OverlapMode::NeighbourLayer : OverlapMode::SameLayer;
}

/// What a limit, or kernels on symmetric memory inside a node, leave of the channels that a
/// collective would take.
double channelShare(const Prepared &p, const GroupSpan &group)
{
    const int limit = p.flags.ncclCollectiveMaxChannels;
    const double own
        = p.flags.symmetricBuffers && !group.crossesNodes() ? p.assumed.symmetricChannels : 1;
    return limit > 0 ? std::min(own, limit / p.assumed.defaultChannels) : own;
}

/// κ of collectives over these ranks. SMs that a limit on channels leaves free slow nothing down.
double contentionOf(const Prepared &p, const GroupSpan &group)
{
    return (group.crossesNodes() ? p.chip.networkContention : p.chip.contention)
        * channelShare(p, group);
}

} // namespace

double hostReach(const Prepared &p)
{
    const bool isBound = followsXlaFlags(p) && p.options.scanLayers && !p.flags.fullUnroll
        && !p.flags.pipelinedHostOffload;
    return isBound ? p.assumed.ownLayerOffload : 1;
}

namespace {

/// What flags, framework and chip allow.
OverlapRules generalRules(const Prepared &p, const Layout &layout)
{
    const FlagEffects &flags = p.flags;
    OverlapRules rules;
    rules.gather.contention = rules.reduce.contention = contentionOf(p, layout.fsdp);
    rules.exchange.contention = contentionOf(p, layout.data.size > 1 ? layout.data : layout.plane);
    rules.lateShare = flags.highestPriorityStream ? 0 : p.assumed.latePriority / layerGemms;
    const double scheduled = std::min(1.0, p.stack.fsdpWindow);
    const double reach = flags.latencyHiding ? scheduled
        : followsXlaFlags(p)                 ? p.assumed.unscheduledReach
                                             : 0;
    for (OverlapRule *rule : { &rules.gather, &rules.reduce, &rules.exchange }) {
        rule->reach = reach;
        rule->mode = reach > 0 ? OverlapMode::NeighbourLayer : OverlapMode::None;
    }
    if (p.isTpu) {
        const auto felt = [&](OverlapRule &rule, bool isOnSparseCore) {
            if (isOnSparseCore)
                rule.contention *= p.assumed.sparseCoreContention;
            else if (flags.sparseCoreIsDefault)
                rule.contention = std::max(rule.contention, p.assumed.tensorCoreContention);
        };
        felt(rules.gather, flags.sparseCoreAllGather);
        felt(rules.reduce, flags.sparseCoreReduceScatter);
        felt(rules.exchange, flags.sparseCoreAllReduce);
    }
    if (p.isTpu && reach > 0) {
        const bool scanned = p.options.scanLayers;
        rules.gather.mode = modeOf(flags.asyncAllGather, flags.pipelinedAllGather, scanned);
        rules.reduce.mode = modeOf(flags.asyncReduceScatter, flags.pipelinedReduceScatter, scanned);
        rules.exchange.mode = modeOf(flags.asyncAllReduce, flags.pipelinedAllReduce, scanned);
        for (OverlapRule *rule : { &rules.gather, &rules.reduce, &rules.exchange })
            if (rule->mode == OverlapMode::SameLayer) { // each tensor beside what it does not need
                rule->threshold = {};
                rule->maxMessages = static_cast<int>(p.tensorsPerLayer);
            }
    }
    if (!followsXlaFlags(p))
        return rules;

    rules.isScanned = p.options.scanLayers && !flags.fullUnroll;
    rules.layersPerIteration = flags.doubleBuffering ? 2 : 1;
    rules.mergesLayers = !rules.isScanned;
    rules.copiesLoopState = rules.isScanned && !flags.doubleBuffering;
    const bool scanned = rules.isScanned;
    rules.gather.mode = modeOf(flags.asyncAllGather, flags.pipelinedAllGather, scanned);
    rules.reduce.mode = modeOf(flags.asyncReduceScatter, flags.pipelinedReduceScatter, scanned);
    rules.exchange.mode = modeOf(flags.asyncAllReduce, flags.pipelinedAllReduce, scanned);
    rules.gather.threshold = flags.allGatherCombineThreshold;
    rules.reduce.threshold = flags.reduceScatterCombineThreshold;
    rules.exchange.threshold = flags.allReduceCombineThreshold;
    rules.gather.minMessages = flags.allGatherCombineByDim ? 2 : 1;
    rules.reduce.minMessages = flags.reduceScatterCombineByDim ? 2 : 1;
    for (OverlapRule *rule : { &rules.gather, &rules.reduce, &rules.exchange })
        rule->maxMessages = static_cast<int>(p.tensorsPerLayer);
    return rules;
}

} // namespace

OverlapRules overlapRules(const Prepared &p, const Layout &layout)
{
    OverlapRules rules = generalRules(p, layout);
    // @source MaxText layers/pipeline.py: gathered before the loop over micro-batches and reduced
    // behind it, where no computation waits to hide them
    if (layout.gathersOnce)
        rules.gather.mode = rules.reduce.mode = OverlapMode::None;
    return rules;
}

} // namespace headroom
