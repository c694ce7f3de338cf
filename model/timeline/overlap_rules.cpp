#include "model/timeline/overlap_rules.h"

#include "model/physics/layout.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

/// Chunks drawn for a product that overlaps its exchange; more would only be finer.
constexpr int mostTensorChunks = 4;

OverlapMode modeOf(const FlagEffects &flags, bool isAsync, bool isPipelined, bool isScanned)
{
    if (!flags.latencyHiding || !isAsync)
        return OverlapMode::None;
    return isPipelined || !isScanned ? OverlapMode::NeighbourLayer : OverlapMode::SameLayer;
}

} // namespace

OverlapRules overlapRules(const Prepared &p, const Candidate &c, bool isJax)
{
    const FlagEffects &flags = p.flags;
    OverlapRules rules;
    const Layout layout = makeLayout(p, c);
    const bool leaves = (c.fsdp > 1 ? layout.fsdp : layout.plane).crossesNodes();
    rules.contention = (leaves ? p.chip.networkContention : p.chip.contention)
        * flags.contentionFactor * flags.exposureFactor;
    rules.lateFactor = flags.exposureFactor;
    if (p.overlapsTensor && c.tensor > 1)
        rules.tensorChunks = std::min(c.tensor, mostTensorChunks);
    const double reach
        = flags.latencyHiding ? std::min(1.0, p.stack.fsdpWindow * flags.overlapEfficiency) : 0;
    for (OverlapRule *rule : { &rules.gather, &rules.reduce, &rules.exchange }) {
        rule->reach = reach;
        rule->mode = reach > 0 ? OverlapMode::NeighbourLayer : OverlapMode::None;
    }
    if (!isJax || p.isTpu)
        return rules;

    rules.isScanned = p.options.scanLayers && !flags.fullUnroll;
    rules.layersPerIteration = flags.doubleBuffering ? 2 : 1;
    rules.mergesLayers = !rules.isScanned;
    const bool scanned = rules.isScanned;
    rules.gather.mode = modeOf(flags, flags.asyncAllGather, flags.pipelinedAllGather, scanned);
    rules.reduce.mode
        = modeOf(flags, flags.asyncReduceScatter, flags.pipelinedReduceScatter, scanned);
    rules.exchange.mode = modeOf(flags, flags.asyncAllReduce, flags.pipelinedAllReduce, scanned);
    rules.gather.threshold = flags.allGatherCombineThreshold.value();
    rules.reduce.threshold = flags.reduceScatterCombineThreshold.value();
    rules.exchange.threshold = flags.allReduceCombineThreshold.value();
    rules.gather.leastMessages = flags.allGatherCombineByDim ? 2 : 1;
    rules.reduce.leastMessages = flags.reduceScatterCombineByDim ? 2 : 1;
    return rules;
}

int messageCount(const OverlapRule &rule, double bytes)
{
    if (rule.threshold <= 0)
        return 1;
    const double count = std::ceil(bytes / rule.threshold);
    return std::max(rule.leastMessages, static_cast<int>(std::min(count, 4096.0)));
}

} // namespace headroom
