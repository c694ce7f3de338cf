#pragma once

#include "model/physics/evaluation.h"
#include "model/physics/state_traffic.h"

namespace headroom {

/// How FSDP's collectives run: over which ranks and how often in a step. The library prices a
/// reduce-scatter like the all-gather of as many bytes.
struct FsdpCalls
{
    bool isActive = false;
    double axes = 1;
    GroupSpan group, expertGroup; ///< of plain weights, of experts
    bool isKept = false; ///< a pipeline that keeps gathered weights between micro-batches
    bool gathersBackward = false; ///< weights are given back after the forward pass
    double gatherRounds = 1, reduceRounds = 1; ///< per step; an inference run reduces nothing

    StateCurves curves;

    /// Share of a collective that runs between nodes or slices.
    double remoteShare(const Prepared &p, Bytes bytes) const
    {
        if (!group.crossesNodes() || bytes <= Bytes {})
            return 0;
        const GroupSpan between { group.domains, 1, 1, group.domains };
        const Bytes own = bytes / group.insideNode;
        return std::min(1.0,
            curveOf(p, CollectiveKind::AllGather, between, axes).seconds(own)
                / curves.seconds(bytes, {}));
    }
    /// All-gather or reduce-scatter of this many bytes of plain weights and experts.
    Seconds seconds(Bytes plain, Bytes experts) const { return curves.seconds(plain, experts); }
};

inline FsdpCalls fsdpCalls(const Prepared &p, const Candidate &c, const Layout &layout)
{
    FsdpCalls calls;
    // Without an update only weights that lie in shards have to be gathered.
    calls.isActive = layout.isSharded() && c.zeroStage >= (p.isInference ? 3 : 2);
    calls.axes = dataAxes(p, c);
    calls.group = layout.fsdp;
    calls.expertGroup = p.expertIsAxis || c.expert <= 1
        ? layout.fsdp
        : groupSpan(layout.expertWeightShards, double(c.expert) * layout.expertTensor, p);
    if (calls.isActive)
        calls.curves = { p, CollectiveKind::AllGather, calls.group,
            p.moeLayers > 0 ? &calls.expertGroup : nullptr, calls.axes };
    calls.isKept = keepsGathered(p, c, layout);
    calls.gathersBackward = c.zeroStage >= 3 && !p.isInference && !calls.isKept;
    const double m = layout.microBatches;
    calls.gatherRounds = c.zeroStage < 3 || calls.isKept ? 1 : m;
    calls.reduceRounds = p.isInference ? 0 : calls.isKept || !p.stack.reducesEachMicroBatch ? 1 : m;
    return calls;
}

/// What FSDP moves in a step, whole tensors.
struct FsdpVolume
{
    Bytes gathered, reduced;
};

/// The same for so many parameters of layers, of which some are trained.
inline FsdpVolume fsdpVolume(
    const Prepared &p, const FsdpCalls &calls, double parameters, double trained)
{
    return { parameters * (calls.gathersBackward ? 2 : 1) * calls.gatherRounds
            * Bytes { p.gatherBytes },
        trained * calls.reduceRounds * Bytes { p.stack.gradientReduceBytes } };
}

/// Copies that a scanned loop makes of what a pipelined collective carries over an iteration; two
/// alternating bodies (double buffering) need none. Of one layer. @source XLA
/// double_buffer_loop_unrolling.h, PR 5473
struct LoopCopies
{
    LoopCopies(const Prepared &p, const OverlapRules &rules, Bytes gathered, Bytes reduced)
    {
        const auto seconds = [&](const OverlapRule &rule, Bytes bytes) {
            return rules.copiesLoopState && rule.mode == OverlapMode::NeighbourLayer
                ? 2 * bytes / BytesPerSecond { p.memoryRate }
                : Seconds {};
        };
        gather = seconds(rules.gather, gathered);
        reduce = seconds(rules.reduce, reduced);
    }
    Seconds gather, reduce;
};

/// FSDP's all-gathers of weights (forward and backward) and reduce-scatters of gradients of one
/// step. Each hides where its rule says; the first gather and the last reduction are exposed.
/// Layers are taken for equal, and of a layer for two halves, attention and MLP.
/// @source FORMULAS §6.6
template <class Trace>
AxisLoad fsdpTraffic(const Prepared &p, const Candidate &c, const Layout &layout,
    const StageParameters &own, const LayerWindow &window, double layers, Trace &trace)
{
    AxisLoad load;
    const FsdpCalls calls = fsdpCalls(p, c, layout);
    if (!calls.isActive)
        return load;
    const double layer = (own.plain - own.embedding) / layers;
    const double expert = own.experts / layers;
    const double root = own.embedding;
    // Frozen weights travel in their own format; only adapters have gradients.
    const StageParameters trained = trainedParameters(p, own);
    const double trainedLayer = (trained.plain - trained.embedding) / layers;
    const double trainedExpert = trained.experts / layers;
    const Bytes ofWeight { p.gatherBytes }, ofGradient { p.stack.gradientReduceBytes };
    const OverlapRules rules = overlapRules(p, layout);
    const int gathers = rules.gather.messages(ofWeight * (layer + expert));
    // XLA counts what a reduce-scatter gives: the shard.
    const int reduces
        = rules.reduce.messages(ofGradient * (trainedLayer + trainedExpert) / calls.group.size);
    const auto inMessages = [&](Bytes plain, Bytes experts, int messages) {
        return messages * calls.seconds(plain / messages, experts / messages);
    };
    const Bytes wide { p.tuning.isAdapted ? p.wideGatherBytes : 0 };
    const Seconds allGather = inMessages(
        ofWeight * layer + wide * trainedLayer, ofWeight * expert + wide * trainedExpert, gathers);
    const Seconds reduce = p.isInference
        ? Seconds {}
        : inMessages(ofGradient * trainedLayer, ofGradient * trainedExpert, reduces);
    const double m = layout.microBatches;
    const double gatherRounds = calls.gatherRounds, reduceRounds = calls.reduceRounds;
    const Seconds backwardGather = calls.gathersBackward ? allGather : Seconds {};
    const LoopCopies copies(p, rules, ofWeight * (layer + expert),
        Bytes { p.computeBytes * (trainedLayer + trainedExpert) });
    const double attentionWeights
        = std::min(1.0, p.attentionParameters / c.tensor / std::max(1.0, layer + expert));
    const double mlpWeights = 1 - attentionWeights;
    LayerOverlap forwardPass(window.forward, window.busyForward, rules);
    forwardPass.add(rules.gather, allGather, gathers, mlpWeights, window.attentionForward);
    const auto backwardPass = [&](bool hasGather, bool hasReduce) {
        LayerOverlap pass(window.backward, window.busyBackward, rules);
        if (hasGather && calls.gathersBackward)
            pass.add(rules.gather, backwardGather, gathers,
                window.replays ? mlpWeights : attentionWeights,
                window.replays ? window.attentionForward
                               : window.backward - window.attentionBackward);
        if (hasReduce)
            pass.add(rules.reduce, reduce, reduces, mlpWeights, window.attentionBackward);
        return pass;
    };
    const auto copied = [&](bool hasGather, bool hasReduce) {
        return (hasGather && calls.gathersBackward ? copies.gather : Seconds {})
            + (hasReduce ? copies.reduce : Seconds {});
    };
    const auto backward = [&](bool hasGather, bool hasReduce) {
        return backwardPass(hasGather, hasReduce).exposed() + copied(hasGather, hasReduce);
    };
    const double both = std::min(gatherRounds, reduceRounds);
    // What is pipelined begins ahead of the first layer of a pass and ends behind its last, which
    // has one layer less beside it.
    const bool gathersAhead = rules.gather.mode == OverlapMode::NeighbourLayer;
    const bool reducesBehind = rules.reduce.mode == OverlapMode::NeighbourLayer;
    const double windowsForward = gathersAhead ? layers - 1 : layers;
    const double windowsBackward = gathersAhead && reducesBehind ? layers - 1 : layers;
    load.exposed = windowsForward * gatherRounds * (forwardPass.exposed() + copies.gather)
        + windowsBackward
            * ((both > 0 ? both * backward(true, true) : Seconds {})
                + (gatherRounds > both ? (gatherRounds - both) * backward(true, false) : Seconds {})
                + (reduceRounds > both ? (reduceRounds - both) * backward(false, true)
                                       : Seconds {}));
    // Stages follow each other through what every micro-batch brings, and through the gathers of
    // the first one where a program issues them when it meets a layer; a loop over
    // micro-batches has them ahead of it for all stages.
    const bool gathersEach = gatherRounds > 1, reducesEach = reduceRounds > 1;
    if (gathersEach || !(layout.gathersOnce || followsXlaFlags(p)))
        load.chained += layers * (forwardPass.exposed() + copies.gather);
    if (gathersEach || reducesEach)
        load.chained += layers * backward(gathersEach, reducesEach);
    const bool reducesRoot = !p.isInference && !p.tuning.isAdapted;
    const Seconds rootGather = calls.seconds(Bytes { p.wideGatherBytes * root }, {});
    const Seconds rootReduce = reducesRoot ? calls.seconds(ofGradient * root, {}) : Seconds {};
    // The embedding is needed first and its gradient comes last; what belongs to the head may lie
    // beside the layer next to it. FSDP of PyTorch gathers both before the first layer.
    const Seconds headGather = p.expertIsAxis && c.pipeline == 1 ? rootGather / 2 : Seconds {};
    const Seconds edges = gatherRounds * (rootGather - headGather + forwardPass.beside(headGather))
        + reduceRounds
            * (rootReduce / 2
                + backwardPass(gatherRounds >= reduceRounds, true).beside(rootReduce / 2));
    load.exposed += edges;
    const Seconds ends = (gathersAhead ? gatherRounds * allGather : Seconds {})
        + (reducesBehind ? reduceRounds * reduce : Seconds {});
    load.exposed += ends;
    load.seconds = layers
            * (gatherRounds
                    * (allGather + backwardGather + (calls.gathersBackward ? 2 : 1) * copies.gather)
                + reduceRounds * (reduce + copies.reduce))
        + gatherRounds * rootGather + reduceRounds * rootReduce;
    // Between slices a share never hides, whichever axis the traffic belongs to.
    const Seconds floor = p.stack.dataExposedFloor * load.seconds;
    Seconds neverHidden;
    if (Trace::records || load.exposed < floor)
        neverHidden = floor * calls.remoteShare(p, ofWeight * layer);
    load.exposed = smaller(larger(load.exposed, neverHidden), load.seconds);
    load.window = layers * m * (window.forward + (p.isInference ? Seconds {} : window.backward));
    const FsdpVolume volume
        = fsdpVolume(p, calls, layers * (layer + expert), layers * (trainedLayer + trainedExpert));
    load.bytes = volume.gathered + volume.reduced;
    load.crossesNodes = layout.fsdp.crossesNodes();
    trace.open("exposed_fsdp", "Exposed FSDP traffic of a step",
        "layers · rounds · [max(0, comm − window) + κ·min(comm, window)] + first gather and last "
        "reduction of each round",
        "FORMULAS §6.6",
        "min(traffic, max(never_hidden, windows_forward * rounds * forward_exposed + "
        "windows_backward * (min(rounds, reduce_rounds) * backward_exposed + (rounds - min(rounds, "
        "reduce_rounds)) * gather_exposed + (reduce_rounds - min(rounds, reduce_rounds)) * "
        "reduce_exposed) + edges + ends))");
    trace.input("traffic", "All of it, hidden or not", load.seconds, Origin::Derived);
    trace.input("never_hidden", "Part between nodes or slices that never hides", neverHidden,
        Origin::Stack);
    trace.input("layers", "Layers on this device", layers, "1", Origin::Model);
    trace.input("windows_forward", "Layers that have one before them for their gather",
        windowsForward, "1", Origin::Derived);
    trace.input("windows_backward", "Layers that have one beside their exchanges", windowsBackward,
        "1", Origin::Derived);
    trace.input("rounds", "Gathers per step", gatherRounds, "1", Origin::Derived);
    trace.input("reduce_rounds", "Reductions per step", reduceRounds, "1", Origin::Derived);
    if constexpr (Trace::records) {
        forwardPass.derive("forward_exposed", copies.gather, trace);
        backwardPass(true, true).derive("backward_exposed", copied(true, true), trace);
        backwardPass(true, false).derive("gather_exposed", copied(true, false), trace);
        backwardPass(false, true).derive("reduce_exposed", copied(false, true), trace);
    }
    trace.input("edges", "What is felt of embedding and head", edges, Origin::Derived);
    trace.input(
        "ends", "First gather and last reduction of what is pipelined", ends, Origin::Flags);
    trace.input("all_gather", "All-gather of one layer's weights", allGather, Origin::Derived);
    trace.input(
        "reduce_scatter", "Reduce-scatter of one layer's gradients", reduce, Origin::Derived);
    trace.input(
        "gathers", "Messages that a layer's weights are gathered in", gathers, "1", Origin::Flags);
    trace.input(
        "reduces", "Messages that a layer's gradients are reduced in", reduces, "1", Origin::Flags);
    trace.input("shards", "FSDP ranks", calls.group.size, "1", Origin::Plan);
    trace.close(load.exposed);
    return load;
}

} // namespace headroom
