#include "model/physics/overlap.h"

namespace headroom {
namespace {

/// Chunks drawn for a product that overlaps its exchange; more would only be finer.
constexpr int mostTensorChunks = 4;

/// Share of a layer that a collective lies beside where no scheduler looks for a window: what the
/// memory-saving order happens to put between its start and its end. ASSUMED, 0 to 0.3
/// @source XLA gpu_hlo_schedule.cc 114-248, 991-995
constexpr double unscheduledReach = 0.1;

/// Without stream priority a collective waits until a product in flight is done, in the mean half
/// of one of a layer's seven. ASSUMED, 0 to 1 of a product
/// @source XLA gpu_executable.cc 589-602
constexpr double lateWithoutPriority = 0.5 / 7;

/// What is left of κ where the SparseCore runs the transfer: memory and links are still shared.
/// ASSUMED, 0 to 1   @source XLA docs/flags_guidance.md, SparseCore offload
constexpr double sparseCoreContention = 0.3;

OverlapMode modeOf(bool isAsync, bool isPipelined, bool isScanned)
{
    if (!isAsync)
        return OverlapMode::None;
    return isPipelined || !isScanned ? OverlapMode::NeighbourLayer : OverlapMode::SameLayer;
}

/// κ of collectives over these ranks. SMs that a limit on channels leaves free slow nothing down.
double contentionOf(const Prepared &p, const GroupSpan &group)
{
    return (group.crossesNodes() ? p.chip.networkContention : p.chip.contention)
        * p.flags.channelShare;
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
    rules.lateShare = flags.highestPriorityStream ? 0 : lateWithoutPriority;
    const double scheduled = std::min(1.0, p.stack.fsdpWindow);
    const double reach = flags.latencyHiding ? scheduled
        : followsXlaFlags(p)                 ? unscheduledReach
                                             : 0;
    for (OverlapRule *rule : { &rules.gather, &rules.reduce, &rules.exchange }) {
        rule->reach = reach;
        rule->mode = reach > 0 ? OverlapMode::NeighbourLayer : OverlapMode::None;
    }
    if (p.isTpu) {
        rules.gather.contention *= flags.sparseCoreAllGather ? sparseCoreContention : 1;
        rules.reduce.contention *= flags.sparseCoreReduceScatter ? sparseCoreContention : 1;
        rules.exchange.contention *= flags.sparseCoreAllReduce ? sparseCoreContention : 1;
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
