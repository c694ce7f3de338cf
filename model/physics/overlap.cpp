#include "model/physics/overlap.h"

namespace headroom {
namespace {

/// Chunks drawn for a product that overlaps its exchange; more would only be finer.
constexpr int mostTensorChunks = 4;

constexpr double layerProducts = 7; ///< of a layer, forward: in flight one after the other

OverlapMode modeOf(bool isAsync, bool isPipelined, bool isScanned)
{
    if (!isAsync)
        return OverlapMode::None;
    return isPipelined || !isScanned ? OverlapMode::NeighbourLayer : OverlapMode::SameLayer;
}

/// What a limit leaves of the channels that a collective would take.
double channelShare(const Prepared &p)
{
    const int limit = p.flags.ncclCollectiveMaxChannels;
    return limit > 0 ? std::min(1.0, limit / p.assumed.usualChannels) : 1;
}

/// κ of collectives over these ranks. SMs that a limit on channels leaves free slow nothing down.
double contentionOf(const Prepared &p, const GroupSpan &group)
{
    return (group.crossesNodes() ? p.chip.networkContention : p.chip.contention) * channelShare(p);
}

} // namespace

OverlapRules overlapRules(const Prepared &p, const Candidate &c, const Layout &layout)
{
    const FlagEffects &flags = p.flags;
    OverlapRules rules;
    rules.gather.contention = rules.reduce.contention = contentionOf(p, layout.fsdp);
    rules.exchange.contention = contentionOf(p, layout.data.size > 1 ? layout.data : layout.plane);
    if (p.overlapsTensor && c.tensor > 1)
        rules.tensorChunks = std::min(c.tensor, mostTensorChunks);
    rules.lateShare = flags.highestPriorityStream ? 0 : p.assumed.latePriority / layerProducts;
    const double scheduled = std::min(1.0, p.stack.fsdpWindow);
    const double reach = flags.latencyHiding ? scheduled
        : followsXlaFlags(p)                 ? p.assumed.unscheduledReach
                                             : 0;
    for (OverlapRule *rule : { &rules.gather, &rules.reduce, &rules.exchange }) {
        rule->reach = reach;
        rule->mode = reach > 0 ? OverlapMode::NeighbourLayer : OverlapMode::None;
    }
    if (p.isTpu) {
        rules.gather.contention *= flags.sparseCoreAllGather ? p.assumed.sparseCoreContention : 1;
        rules.reduce.contention
            *= flags.sparseCoreReduceScatter ? p.assumed.sparseCoreContention : 1;
        rules.exchange.contention *= flags.sparseCoreAllReduce ? p.assumed.sparseCoreContention : 1;
        return rules;
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
    rules.gather.threshold = flags.allGatherCombineThreshold.value();
    rules.reduce.threshold = flags.reduceScatterCombineThreshold.value();
    rules.exchange.threshold = flags.allReduceCombineThreshold.value();
    rules.gather.leastMessages = flags.allGatherCombineByDim ? 2 : 1;
    rules.reduce.leastMessages = flags.reduceScatterCombineByDim ? 2 : 1;
    for (OverlapRule *rule : { &rules.gather, &rules.reduce, &rules.exchange })
        rule->mostMessages = static_cast<int>(p.tensorsPerLayer);
    return rules;
}

} // namespace headroom
