#pragma once

#include "model/physics/step_stages.h"

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
/// behind the backward pass of the last micro-batch and the next forward pass. Of the first stage:
/// its gradients come last, and its forward pass is the first that needs updated parameters;
/// others exchange theirs while they wait for it.
/// @param step  the stages of the same point
/// @source FORMULAS §6.6
template <class Trace>
AxisLoad dataTraffic(const Prepared &p, const Candidate &c, const StepStages &step, Trace &trace);

} // namespace headroom
