#pragma once

#include "model/physics/evaluation.h"
#include "model/physics/state_traffic.h"

namespace headroom {

/// How replicas exchange gradients: over which ranks, what of it may hide.
struct DataCalls
{
    bool isActive = false;
    bool isSharded = false; ///< reduce-scatter, update, all-gather of parameters (ZeRO-1)
    double axes = 1;
    GroupSpan group, expertGroup; ///< of the scatter, or of replicas of an FSDP shard
    double shards = 1, expertShards = 1; ///< FSDP inside: replicas only exchange their shard
    /// Hybrid sharding: ranks that hold the same shard and add up its gradients.
    GroupSpan replicas, expertReplicas;
    bool reduceHides = true, gatherHides = true;
    bool isBehindLoop = false; ///< gradients of all layers are reduced together after a loop
    double messagesPerLayer
        = 0; ///< in which a sharded optimizer hands parameters back; 0: together
    StateCurves own; ///< scatter or gather of a sharded optimizer; else the all-reduce of replicas
    StateCurves between; ///< all-reduce of a shard over its replicas

    /// The parameters of so many layers handed back after an update of a sharded optimizer.
    Seconds returnSeconds(Bytes plain, Bytes experts, double layers) const
    {
        if (!isSharded)
            return {};
        const double messages = std::max(1.0, messagesPerLayer * layers);
        return messages * own.seconds(plain / messages, experts / messages);
    }
    /// Everything that makes gradients whole: the scatter, and an all-reduce of each shard over its
    /// replicas; or the all-reduce of replicas that share nothing.
    Seconds reductionSeconds(Bytes plain, Bytes experts) const
    {
        const Seconds once = own.seconds(plain / shards, experts / expertShards);
        return isSharded ? once + between.seconds(plain / group.size, experts / expertGroup.size)
                         : once;
    }
};

/// Which ranks exchange gradients, without what it costs.
inline DataCalls dataGroups(const Prepared &p, const Candidate &c, const Layout &layout)
{
    DataCalls calls;
    const bool isFsdp = layout.isSharded() && c.zeroStage >= 2;
    calls.isActive = !p.isInference
        && (c.data > 1 || (c.fsdp > 1 && !isFsdp) || (c.context > 1 && !layout.isSharded()));
    calls.axes = dataAxes(p, c);
    const bool isHybrid = c.fsdp > 1 && !isFsdp && c.data > 1;
    calls.group = isFsdp ? layout.data : isHybrid && c.zeroStage == 0 ? layout.plane : layout.state;
    calls.shards = isFsdp ? layout.fsdp.size : 1;
    if (isHybrid && c.zeroStage > 0)
        calls.replicas = layout.data;
    calls.isSharded = c.zeroStage >= 1 && !isFsdp && calls.group.size > 1 && c.zeroStage < 3;
    // XLA hides gradients of replicas in its loop over layers, but not those of FSDP shards: their
    // all-reduce follows a reduce-scatter, and nothing may stand behind what is pipelined
    // (measured: MaxText on H100 with replicas of shards). Between slices of TPUs only where it is
    // told to.
    const bool staysInside = !p.isTpu || p.flags.dataParallelOverlap || !calls.group.crossesNodes();
    // A scanned pipeline adds gradients up in its loop over micro-batches; XLA moves the reduction
    // behind it (while_loop_all_reduce_code_motion.cc).
    calls.isBehindLoop = c.pipeline > 1 && p.stack.holdsAllMicroBatches;
    const bool isAsync = !p.isTpu || p.flags.asyncAllReduce;
    calls.reduceHides = p.options.overlapGradReduce && staysInside && isAsync && !calls.isBehindLoop
        && (p.stack.gradReduceOverlaps || (followsXlaFlags(p) && !isFsdp));
    calls.gatherHides = p.options.overlapParamGather && p.stack.gradReduceOverlaps;
    calls.expertGroup = calls.group;
    calls.expertShards = calls.shards;
    calls.expertReplicas = calls.replicas;
    if (p.expertIsAxis || p.moeLayers == 0)
        return calls;
    // Experts live on e·etp ranks: those of the group that hold others do not exchange with them.
    const double stride = double(c.expert) * layout.expertTensor;
    const double all = std::max(1.0, layout.plane.size * c.tensor / stride);
    const auto inside
        = [&](double ranks) { return std::clamp(ranks * c.tensor / stride, 1.0, all); };
    calls.expertShards = isFsdp ? inside(layout.fsdp.size) : 1;
    const double size = isFsdp ? all / calls.expertShards : inside(calls.group.size);
    calls.expertGroup = groupSpan(size, stride * calls.expertShards, p);
    if (calls.replicas.size > 1)
        calls.expertReplicas = groupSpan(all / size, stride * size, p);
    return calls;
}

inline DataCalls dataCalls(const Prepared &p, const Candidate &c, const Layout &layout)
{
    DataCalls calls = dataGroups(p, c, layout);
    if (!calls.isActive)
        return calls;
    const bool hasExperts = p.moeLayers > 0;
    calls.messagesPerLayer = p.stack.parameterMessagesPerLayer;
    calls.own = { p, calls.isSharded ? CollectiveKind::AllGather : CollectiveKind::AllReduce,
        calls.group, hasExperts ? &calls.expertGroup : nullptr, calls.axes };
    if (calls.isSharded && calls.replicas.size > 1)
        calls.between = { p, CollectiveKind::AllReduce, calls.replicas,
            hasExperts ? &calls.expertReplicas : nullptr, calls.axes };
    return calls;
}

/// Whether gradients are exchanged tensor by tensor inside the loop over layers.
inline bool exchangesByTensor(const Prepared &p, const OverlapRules &rules, const DataCalls &calls)
{
    return followsXlaFlags(p)
        || (rules.exchange.mode == OverlapMode::SameLayer && !calls.group.crossesNodes());
}

/// Gradient all-reduce of replicas, or reduce-scatter and all-gather of a distributed optimizer
/// (with an all-reduce between its replicas, where data and fsdp are both used), once per step,
/// behind the backward pass of the last micro-batch and the next forward pass.
/// @source FORMULAS §6.6
template <class Trace>
AxisLoad dataTraffic(const Prepared &p, const Candidate &c, const Layout &layout,
    const StageParameters &all, const LayerWindow &window, double layers, Trace &trace)
{
    AxisLoad load;
    const DataCalls calls = dataCalls(p, c, layout);
    if (!calls.isActive)
        return load;
    const StageParameters own = trainedParameters(p, all);
    const Bytes ofGradient { p.stack.gradientReduceBytes };
    const bool isSharded = calls.isSharded;
    // A sharded optimizer gathers the new parameters; others hand the sum of gradients back.
    const Bytes ofSecond = isSharded ? Bytes { p.wideGatherBytes } : ofGradient;
    const Seconds second
        = calls.returnSeconds(ofSecond * own.plain, ofSecond * own.experts, layers);
    const OverlapRules rules = overlapRules(p, layout);
    const double inOne = calls.isBehindLoop ? 1 : layers; // layers whose gradients come together
    const int messages = rules.exchange.messages(ofGradient * own.total() / calls.shards / inOne);
    const bool isByTensor = exchangesByTensor(p, rules, calls);
    const double count = isByTensor ? inOne * messages : 1;
    const Seconds reduce = count
        * calls.reductionSeconds(ofGradient * own.plain / count, ofGradient * own.experts / count);
    const bool leaves = calls.group.crossesNodes() || calls.replicas.crossesNodes();
    const double kappa = rules.exchange.contention;
    const double floor = p.stack.dataExposedFloor,
                 reach = p.assumed.exchangeReach * rules.exchange.reach;
    const Seconds backward = layers * window.backward, forward = layers * window.forward;
    // The embedding and the first layer are needed first and their gradients come last; the head's
    // have the layers beside them.
    const double ends
        = (own.embedding / (c.pipeline == 1 ? 2 : 1) + (own.total() - own.embedding) / layers)
        / std::max(1.0, own.total());
    // Interleaved chunks: only the one that is needed first, or done last, has a single pass beside
    // it; the others have those of as many micro-batches as there are stages.
    const double tail = calls.isBehindLoop ? 1 : 1.0 / c.chunks;
    const auto part = [&](Seconds seconds, Seconds compute, double busy, bool hides) {
        const Seconds inner = std::max(0.0, tail - ends) * seconds;
        return hides ? larger(floor * seconds,
                   ends * seconds + exposedBehind(tail * compute * reach, inner, kappa * busy)
                       + exposedBehind((1 - tail) * c.pipeline * compute * reach,
                           (1 - tail) * seconds, kappa * busy))
                     : seconds;
    };
    const bool isInLoop = isByTensor && !isSharded && calls.reduceHides;
    // Layer by layer inside the loop of the last backward pass; the last layer has nothing left to
    // hide behind. FSDP's own traffic has the same windows: not counted here.
    LayerOverlap pass(window.backward, window.busyBackward, rules);
    const bool isBehind = rules.exchange.mode == OverlapMode::NeighbourLayer;
    const double windows = isBehind ? layers - 1 : layers;
    const Seconds bare = isBehind ? reduce / layers : Seconds {};
    if (isInLoop) {
        pass.add(rules.exchange, reduce / layers, messages,
            1 - p.attentionParameters / c.tensor * layers / std::max(1.0, all.total()),
            window.attentionBackward);
        load.exposed = larger(floor * reduce, windows * pass.exposed() + bare);
    } else if (isSharded) {
        load.exposed = part(reduce, backward, window.busyBackward, calls.reduceHides)
            + part(second, forward, window.busyForward, calls.gatherHides);
    } else {
        load.exposed = part(reduce, backward, window.busyBackward, calls.reduceHides);
    }
    // The last backward pass of every stage is slowed down by what it hides.
    if (calls.reduceHides && !isInLoop)
        load.chained = kappa * window.busyBackward * smaller(backward * reach, reduce);
    load.seconds = reduce + second;
    load.exposed = smaller(load.exposed, load.seconds);
    load.window = backward + (isSharded ? forward : Seconds {});
    const double replicated = calls.replicas.size > 1 ? 2 / calls.group.size : 0;
    load.bytes = own.total() / calls.shards * (ofGradient * (1 + replicated) + ofSecond);
    load.crossesNodes = leaves;
    trace.open("exposed_data", "Exposed gradient exchange of a step",
        "max(floor·comm, max(0, comm − window) + κ·min(comm, window))", "FORMULAS §6.6",
        isInLoop        ? "min(traffic, max(floor * reduce, windows * loop_exposed + bare))"
            : isSharded ? "min(traffic, reduce_exposed + return_exposed)"
                        : "min(traffic, reduce_exposed)");
    trace.input("traffic", "All of it, hidden or not", load.seconds, Origin::Derived);
    if constexpr (Trace::records) {
        const auto tracePart = [&](const char *id, Seconds seconds, Seconds compute, double busy,
                                   bool hides) {
            trace.open(id, "Exposed part of one exchange of the state",
                "max(floor·comm, ends + max(0, comm − ends − reach·window) + κ·min(comm − ends, "
                "reach·window)); with chunks the last one so, the others behind as many passes as "
                "there are stages",
                "FORMULAS §6.6",
                hides ? "max(floor * communication, ends * communication + max(0, max(0, tail - "
                        "ends) * communication - reach * tail * window) + contention * min(reach * "
                        "tail * window, max(0, tail - ends) * communication) + (1 - tail) * "
                        "(max(0, communication - stages * reach * window) + contention * "
                        "min(stages * reach * window, communication)))"
                      : "communication");
            trace.input("tail", "Share of the chunk that is needed first or done last", tail, "1",
                Origin::Plan);
            trace.input("stages", "Pipeline stages", c.pipeline, "1", Origin::Plan);
            trace.input("ends", "Share of it that belongs to the embedding and one layer", ends,
                "1", Origin::Derived);
            trace.input("communication", "Duration of the exchange", seconds, Origin::Derived);
            trace.input("window", "Compute that it may hide behind", compute, Origin::Derived);
            trace.input("reach", "Share of it that the schedule uses", reach, "1", Origin::Stack);
            trace.input("contention",
                "κ: share of a hidden collective that is felt while the device computes",
                kappa * busy, "1", Origin::Chip);
            trace.input("floor", "Share that never hides", floor, "1", Origin::Stack);
            trace.close(part(seconds, compute, busy, hides));
        };
        if (isInLoop) {
            trace.input("windows", "Layers beside which, or in which, gradients are reduced",
                windows, "1", Origin::Derived);
            trace.input("bare", "The last layer's, if it comes behind it", bare, Origin::Derived);
            trace.input("reduce", "Gradient reduction", reduce, Origin::Derived);
            trace.input("floor", "Share that never hides", floor, "1", Origin::Stack);
            pass.derive("loop_exposed", {}, trace);
        } else {
            tracePart("reduce_exposed", reduce, backward, window.busyBackward, calls.reduceHides);
            if (isSharded)
                tracePart("return_exposed", second, forward, window.busyForward, calls.gatherHides);
        }
    }
    trace.input("ranks", "Ranks that exchange gradients", calls.group.size, "1", Origin::Plan);
    trace.input("replicas", "Replicas of each shard that add up its gradients", calls.replicas.size,
        "1", Origin::Plan);
    trace.close(load.exposed);
    return load;
}

} // namespace headroom
