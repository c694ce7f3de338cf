#pragma once

#include "model/physics/collectives/stage_transfer.h"

namespace headroom {

/// One collective on plain weights and on experts, which other ranks may hold together.
class StateCurves
{
public:
    StateCurves() = default;
    /// @param experts  nullptr: none
    StateCurves(const Prepared &p, CollectiveKind kind, const GroupSpan &plain,
        const GroupSpan *experts, double axes)
        : m_plain(curveOf(p, kind, plain, axes))
        , m_isOne(!experts || *experts == plain)
    {
        if (!m_isOne)
            m_experts = curveOf(p, kind, *experts, axes);
    }
    Seconds seconds(Bytes plain, Bytes experts) const
    {
        return m_plain.seconds(plain) + (m_isOne ? m_plain : m_experts).seconds(experts);
    }

private:
    CollectiveCurve m_plain, m_experts;
    bool m_isOne = true;
};

/// Torus axes that a data-like collective may use on a TPU: what tensor and context leave.
inline double dataAxes(const Prepared &p, const Candidate &c)
{
    if (!p.isTpu)
        return 1;
    const double taken = (c.tensor > 1) + (c.context > 1) + (p.expertIsAxis && c.expert > 1);
    return std::max(1.0, p.torusDimensions - taken);
}

/// How FSDP's collectives run: over which ranks, at which rates. The library prices a
/// reduce-scatter like the all-gather of as many bytes.
struct FsdpCalls
{
    bool isActive = false;
    double axes = 1;
    GroupSpan group, expertGroup; ///< of plain weights, of experts
    StateCurves curves;

    /// All-gather or reduce-scatter of this many bytes of plain weights and experts.
    Seconds seconds(Bytes plain, Bytes experts) const { return curves.seconds(plain, experts); }
};

inline FsdpCalls fsdpCalls(const Prepared &p, const Candidate &c, const Layout &layout)
{
    FsdpCalls calls;
    // Without an update only weights that lie in shards have to be gathered.
    calls.isActive
        = layout.isSharded() && (cutsWeights(p, c) || (c.zeroStage == 2 && !p.isInference));
    calls.axes = dataAxes(p, c);
    calls.group = layout.fsdp;
    calls.expertGroup = p.expertIsAxis || c.expert <= 1
        ? layout.expertFsdp
        : groupSpan(layout.expertWeightShards, double(c.expert) * layout.expertTensor, p);
    if (calls.isActive)
        calls.curves = { p, CollectiveKind::AllGather, calls.group,
            p.moeLayers > 0 ? &calls.expertGroup : nullptr, calls.axes };
    return calls;
}

/// How often they run in a step.
struct FsdpRounds
{
    bool isKept = false; ///< a pipeline that keeps gathered weights between micro-batches
    bool gathersBackward = false; ///< weights are given back after the forward pass
    double gathers = 1, reductions = 1; ///< per step; an inference run reduces nothing
    double passes() const { return gathersBackward ? 2 : 1; } ///< that gather, of a round
};

inline FsdpRounds fsdpRounds(const Prepared &p, const Candidate &c, const Layout &layout)
{
    FsdpRounds rounds;
    rounds.isKept = keepsGathered(p, c, layout);
    const bool isCut = cutsWeights(p, c);
    rounds.gathersBackward = isCut && !p.isInference && !rounds.isKept;
    const double m = layout.microBatches;
    rounds.gathers = !isCut || rounds.isKept ? 1 : m;
    if (p.tuning.hasReferencePass && rounds.gathersBackward)
        rounds.gathers *= 1.5; // the reference runs forward alone: half a round
    rounds.reductions = p.isInference ? 0 : rounds.isKept || !p.stack.reducesEachMicroBatch ? 1 : m;
    return rounds;
}

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
        return messages * own.seconds(plain / shards / messages, experts / expertShards / messages);
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
    const bool isFsdp = layout.isSharded() && (cutsWeights(p, c) || c.zeroStage == 2);
    const double fsdp = fsdpRanks(p, c);
    calls.isActive = !p.isInference
        && (layout.data.size > 1 || (fsdp > 1 && !isFsdp)
            || (c.context > 1 && !layout.isSharded()));
    calls.axes = dataAxes(p, c);
    const bool isHybrid = fsdp > 1 && !isFsdp && c.data > 1;
    calls.group = isFsdp ? layout.data : isHybrid && c.zeroStage == 0 ? layout.plane : layout.state;
    calls.shards = isFsdp ? layout.fsdp.size : 1;
    if (isHybrid && c.zeroStage > 0)
        calls.replicas = layout.data;
    // Replicas of shards share the state where the stage is below that of weights.
    calls.isSharded = c.zeroStage >= 1 && (!isFsdp || axesShardWeights(p)) && calls.group.size > 1
        && c.zeroStage < 3;
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
    calls.expertShards = isFsdp && p.expertIsAxis ? layout.expertFsdp.size : calls.shards;
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

/// All collectives between ranks and stages, as far as they follow from where ranks lie: points
/// with the same degrees and ZeRO stage share them, whatever their micro-batch, policy or chunks.
struct StepCalls
{
    FsdpCalls fsdp;
    DataCalls data;
    CollectiveCurve send; ///< between neighbouring stages
};

inline StepCalls stepCalls(const Prepared &p, const Candidate &c, const Layout &layout)
{
    return { fsdpCalls(p, c, layout), dataCalls(p, c, layout), sendCurve(p, c, layout) };
}

} // namespace headroom
