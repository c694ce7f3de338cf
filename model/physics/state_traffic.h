#pragma once

#include "model/physics/collective_curve.h"
#include "model/physics/overlap.h"
#include "model/physics/state_memory.h"

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
    double seconds(double plainBytes, double expertBytes) const
    {
        return (m_plain.seconds(Bytes { plainBytes })
            + (m_isOne ? m_plain : m_experts).seconds(Bytes { expertBytes }))
            .value();
    }

private:
    CollectiveCurve m_plain, m_experts;
    bool m_isOne = true;
};

/// Compute of a mean layer that may run beside a collective, one micro-batch.
struct LayerWindow
{
    double forward = 0, backward = 0;
    double attentionForward = 0, attentionBackward = 0; ///< the part of attention
    bool replays = false; ///< the backward pass begins with the attention of the forward pass
};

/// Torus axes that a data-like collective may use on a TPU: what tensor and context leave.
inline double dataAxes(const Prepared &p, const Candidate &c)
{
    if (!p.isTpu)
        return 1;
    const double taken = (c.tensor > 1) + (c.context > 1) + (p.expertIsAxis && c.expert > 1);
    return std::max(1.0, p.torusDimensions - taken);
}

/// How FSDP's collectives run: over which ranks and how often in a step. The library prices a
/// reduce-scatter like the all-gather of as many bytes.
struct FsdpCalls
{
    bool isActive = false;
    double axes = 1;
    GroupSpan group, expertGroup; ///< of plain weights, of experts
    bool gathersBackward = false; ///< weights are given back after the forward pass
    bool isKept = false; ///< a pipeline that keeps gathered weights between micro-batches
    double gatherRounds = 1, reduceRounds = 1; ///< per step; an inference run reduces nothing

    StateCurves curves;

    /// Share of a collective that runs between nodes or slices.
    double remoteShare(const Prepared &p, double bytes) const
    {
        if (!group.crossesNodes() || bytes <= 0)
            return 0;
        const GroupSpan near { group.insideNode, group.inside, group.insideNode, 1 };
        const Bytes own { bytes };
        return 1
            - curveOf(p, CollectiveKind::AllGather, near, axes).seconds(own).value()
            / curves.seconds(bytes, 0);
    }
    /// All-gather or reduce-scatter of this many bytes of plain weights and experts.
    double seconds(double plainBytes, double expertBytes) const
    {
        return curves.seconds(plainBytes, expertBytes);
    }
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
    calls.gathersBackward = c.zeroStage >= 3 && !p.isInference;
    calls.isKept = c.pipeline > 1 && !p.stack.reshardsInPipeline;
    const double m = layout.microBatches;
    calls.gatherRounds = c.zeroStage < 3 || calls.isKept ? 1 : m;
    calls.reduceRounds = p.isInference ? 0 : calls.isKept || !p.stack.reducesEachMicroBatch ? 1 : m;
    return calls;
}

/// Copies that a scanned loop makes of what a pipelined collective carries over an iteration; two
/// alternating bodies (double buffering) need none. @unit seconds per layer   @source XLA
/// double_buffer_loop_unrolling.h, PR 5473
struct LoopCopies
{
    LoopCopies(const Prepared &p, const OverlapRules &rules, double gathered, double reduced)
    {
        const auto seconds = [&](const OverlapRule &rule, double bytes) {
            return rules.copiesLoopState && rule.mode == OverlapMode::NeighbourLayer
                ? 2 * bytes / p.memoryRate
                : 0;
        };
        gather = seconds(rules.gather, gathered);
        reduce = seconds(rules.reduce, reduced);
    }
    double gather = 0, reduce = 0;
};

/// FSDP's all-gathers of weights (forward and backward) and reduce-scatters of gradients of one
/// step. Each hides where its rule says; the first gather and the last reduction are exposed.
/// Layers are taken for equal, and of a layer for two halves, attention and MLP.
/// @unit seconds   @source FORMULAS §6.6
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
    const double gradientBytes = p.stack.gradientReduceBytes;
    const OverlapRules rules = overlapRules(p, c, layout);
    const int gathers = rules.gather.messages(p.gatherBytes * (layer + expert));
    // XLA counts what a reduce-scatter gives: the shard.
    const int reduces
        = rules.reduce.messages(gradientBytes * (trainedLayer + trainedExpert) / calls.group.size);
    const auto inMessages = [&](double plainBytes, double expertBytes, int messages) {
        return messages * calls.seconds(plainBytes / messages, expertBytes / messages);
    };
    const double wide = p.tuning.isAdapted ? p.wideGatherBytes : 0;
    const double allGather = inMessages(p.gatherBytes * layer + wide * trainedLayer,
        p.gatherBytes * expert + wide * trainedExpert, gathers);
    const double reduce = p.isInference
        ? 0
        : inMessages(gradientBytes * trainedLayer, gradientBytes * trainedExpert, reduces);
    const double m = layout.microBatches;
    const double gatherRounds = calls.gatherRounds, reduceRounds = calls.reduceRounds;
    const double backwardGather = calls.gathersBackward ? allGather : 0;
    const LoopCopies copies(p, rules, p.gatherBytes * (layer + expert),
        p.computeBytes * (trainedLayer + trainedExpert));
    const double attentionWeights
        = std::min(1.0, p.attentionParameters / c.tensor / std::max(1.0, layer + expert));
    const double mlpWeights = 1 - attentionWeights;
    LayerOverlap forwardPass(window.forward, rules.lateShare);
    forwardPass.add(rules.gather, allGather, gathers, mlpWeights, window.attentionForward);
    const auto backwardPass = [&](bool hasGather, bool hasReduce) {
        LayerOverlap pass(window.backward, rules.lateShare);
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
        return (hasGather && calls.gathersBackward ? copies.gather : 0)
            + (hasReduce ? copies.reduce : 0);
    };
    const auto backward = [&](bool hasGather, bool hasReduce) {
        return backwardPass(hasGather, hasReduce).exposed() + copied(hasGather, hasReduce);
    };
    const double both = std::min(gatherRounds, reduceRounds);
    load.exposed = layers
        * (gatherRounds * (forwardPass.exposed() + copies.gather)
            + (both > 0 ? both * backward(true, true) : 0)
            + (gatherRounds > both ? (gatherRounds - both) * backward(true, false) : 0)
            + (reduceRounds > both ? (reduceRounds - both) * backward(false, true) : 0));
    const bool reducesRoot = !p.isInference && !p.tuning.isAdapted;
    const double edges = calls.seconds(p.wideGatherBytes * root, 0)
        + (reducesRoot ? calls.seconds(gradientBytes * root, 0) : 0);
    load.exposed += edges * std::max(gatherRounds, reduceRounds) * 0.5;
    // What is pipelined begins ahead of the first layer and ends behind the last.
    const double ends = (rules.gather.mode == OverlapMode::NeighbourLayer ? allGather : 0)
        + (rules.reduce.mode == OverlapMode::NeighbourLayer ? reduce : 0);
    load.exposed += ends;
    load.seconds = layers
            * (gatherRounds
                    * (allGather + backwardGather + (calls.gathersBackward ? 2 : 1) * copies.gather)
                + reduceRounds * (reduce + copies.reduce))
        + edges * std::max(gatherRounds, reduceRounds);
    // Between slices a share never hides, whichever axis the traffic belongs to.
    const double floor = p.stack.dataExposedFloor * load.seconds;
    double neverHidden = 0;
    if (Trace::records || load.exposed < floor)
        neverHidden = floor * calls.remoteShare(p, p.gatherBytes * layer);
    load.exposed = std::min(std::max(load.exposed, neverHidden), load.seconds);
    load.window = layers * m * (window.forward + (p.isInference ? 0 : window.backward));
    const double trainedShare = (trainedLayer + trainedExpert) / (layer + expert);
    load.bytes = layers * (layer + expert)
        * ((calls.gathersBackward ? 2 : 1) * gatherRounds * p.gatherBytes
            + reduceRounds * gradientBytes * trainedShare);
    load.crossesNodes = layout.fsdp.crossesNodes();
    trace.open("exposed_fsdp", "Exposed FSDP traffic of a step",
        "layers · rounds · [max(0, comm − window) + κ·min(comm, window)] + first gather and last "
        "reduction",
        "FORMULAS §6.6",
        "min(traffic, max(never_hidden, layers * (rounds * forward_exposed + min(rounds, "
        "reduce_rounds) * backward_exposed + (rounds - min(rounds, reduce_rounds)) * "
        "gather_exposed + (reduce_rounds - min(rounds, reduce_rounds)) * reduce_exposed) + edges * "
        "max(rounds, reduce_rounds) * 0.5 + ends))");
    trace.input("traffic", "All of it, hidden or not", load.seconds, "seconds", Origin::Derived);
    trace.input("never_hidden", "Part between nodes or slices that never hides", neverHidden,
        "seconds", Origin::Stack);
    trace.input("layers", "Layers on this device", layers, "1", Origin::Model);
    trace.input("rounds", "Gathers per step", gatherRounds, "1", Origin::Derived);
    trace.input("reduce_rounds", "Reductions per step", reduceRounds, "1", Origin::Derived);
    if constexpr (Trace::records) {
        forwardPass.derive("forward_exposed", copies.gather, trace);
        backwardPass(true, true).derive("backward_exposed", copied(true, true), trace);
        backwardPass(true, false).derive("gather_exposed", copied(true, false), trace);
        backwardPass(false, true).derive("reduce_exposed", copied(false, true), trace);
    }
    trace.input(
        "edges", "Gather and reduction of embedding and head", edges, "seconds", Origin::Derived);
    trace.input("ends", "First gather and last reduction of what is pipelined", ends, "seconds",
        Origin::Flags);
    trace.input(
        "all_gather", "All-gather of one layer's weights", allGather, "seconds", Origin::Derived);
    trace.input("reduce_scatter", "Reduce-scatter of one layer's gradients", reduce, "seconds",
        Origin::Derived);
    trace.input(
        "gathers", "Messages that a layer's weights are gathered in", gathers, "1", Origin::Flags);
    trace.input(
        "reduces", "Messages that a layer's gradients are reduced in", reduces, "1", Origin::Flags);
    trace.input("shards", "FSDP ranks", calls.group.size, "1", Origin::Plan);
    trace.close(load.exposed, "seconds");
    return load;
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
    double messagesPerLayer
        = 0; ///< in which a sharded optimizer hands parameters back; 0: together
    StateCurves own; ///< scatter or gather of a sharded optimizer; else the all-reduce of replicas
    StateCurves between; ///< all-reduce of a shard over its replicas

    /// The parameters of so many layers handed back after an update of a sharded optimizer.
    double returnSeconds(double plainBytes, double expertBytes, double layers) const
    {
        if (!isSharded)
            return 0;
        const double messages = std::max(1.0, messagesPerLayer * layers);
        return messages * own.seconds(plainBytes / messages, expertBytes / messages);
    }
    /// Everything that makes gradients whole: the scatter, and an all-reduce of each shard over its
    /// replicas; or the all-reduce of replicas that share nothing.
    double reductionSeconds(double plainBytes, double expertBytes) const
    {
        const double once = own.seconds(plainBytes / shards, expertBytes / expertShards);
        return isSharded
            ? once + between.seconds(plainBytes / group.size, expertBytes / expertGroup.size)
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
    calls.reduceHides = p.options.overlapGradReduce && staysInside
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

/// Gradient all-reduce of replicas, or reduce-scatter and all-gather of a distributed optimizer
/// (with an all-reduce between its replicas, where data and fsdp are both used), once per step,
/// behind the backward pass of the last micro-batch and the next forward pass.
/// @unit seconds   @source FORMULAS §6.6
template <class Trace>
AxisLoad dataTraffic(const Prepared &p, const Candidate &c, const Layout &layout,
    const StageParameters &all, const LayerWindow &window, double layers, Trace &trace)
{
    AxisLoad load;
    const DataCalls calls = dataCalls(p, c, layout);
    if (!calls.isActive)
        return load;
    const StageParameters own = trainedParameters(p, all);
    const double gradientBytes = p.stack.gradientReduceBytes;
    const bool isSharded = calls.isSharded;
    // A sharded optimizer gathers the new parameters; others hand the sum of gradients back.
    const double secondBytes = isSharded ? p.wideGatherBytes : gradientBytes;
    const double second
        = calls.returnSeconds(secondBytes * own.plain, secondBytes * own.experts, layers);
    const OverlapRules rules = overlapRules(p, c, layout);
    const int messages
        = rules.exchange.messages(gradientBytes * own.total() / calls.shards / layers);
    const double count = followsXlaFlags(p) ? layers * messages : 1;
    const double reduce = count
        * calls.reductionSeconds(
            gradientBytes * own.plain / count, gradientBytes * own.experts / count);
    const bool leaves = calls.group.crossesNodes() || calls.replicas.crossesNodes();
    const double kappa = rules.exchange.contention;
    const double floor = p.stack.dataExposedFloor, reach = 0.9 * rules.exchange.reach;
    const double backward = layers * window.backward, forward = layers * window.forward;
    const auto part = [&](double seconds, double compute, bool hides) {
        return hides ? std::max(floor * seconds, exposedBehind(compute * reach, seconds, kappa))
                     : seconds;
    };
    const bool isInLoop = followsXlaFlags(p) && !isSharded && calls.reduceHides;
    // Layer by layer inside the loop of the last backward pass; the last layer has nothing left to
    // hide behind. FSDP's own traffic has the same windows: not counted here.
    LayerOverlap pass(window.backward, rules.lateShare);
    if (isInLoop) {
        pass.add(rules.exchange, reduce / layers, messages,
            1 - p.attentionParameters / c.tensor * layers / std::max(1.0, all.total()),
            window.attentionBackward);
        load.exposed = layers * pass.exposed() + reduce / layers;
    } else if (isSharded) {
        load.exposed
            = part(reduce, backward, calls.reduceHides) + part(second, forward, calls.gatherHides);
    } else {
        load.exposed = part(reduce, backward, calls.reduceHides);
    }
    load.seconds = reduce + second;
    load.exposed = std::min(load.exposed, load.seconds);
    load.window = backward + (isSharded ? forward : 0);
    const double replicated = calls.replicas.size > 1 ? 2 / calls.group.size : 0;
    load.bytes = own.total() / calls.shards * (gradientBytes * (1 + replicated) + secondBytes);
    load.crossesNodes = leaves;
    trace.open("exposed_data", "Exposed gradient exchange of a step",
        "max(floor·comm, max(0, comm − window) + κ·min(comm, window))", "FORMULAS §6.6",
        isInLoop        ? "min(traffic, layers * loop_exposed + reduce / layers)"
            : isSharded ? "min(traffic, reduce_exposed + return_exposed)"
                        : "min(traffic, reduce_exposed)");
    trace.input("traffic", "All of it, hidden or not", load.seconds, "seconds", Origin::Derived);
    if constexpr (Trace::records) {
        const auto tracePart = [&](const char *id, double seconds, double compute, bool hides) {
            trace.open(id, "Exposed part of one exchange of the state",
                "max(floor·comm, max(0, comm − reach·window) + κ·min(comm, reach·window))",
                "FORMULAS §6.6",
                hides ? "max(floor * communication, max(0, communication - reach * window) + "
                        "contention * min(reach * window, communication))"
                      : "communication");
            trace.input(
                "communication", "Duration of the exchange", seconds, "seconds", Origin::Derived);
            trace.input(
                "window", "Compute that it may hide behind", compute, "seconds", Origin::Derived);
            trace.input("reach", "Share of it that the schedule uses", reach, "1", Origin::Stack);
            trace.input("contention", "κ: share of a hidden collective that is felt", kappa, "1",
                Origin::Chip);
            trace.input("floor", "Share that never hides", floor, "1", Origin::Stack);
            trace.close(part(seconds, compute, hides), "seconds");
        };
        if (isInLoop) {
            trace.input("layers", "Layers on this device", layers, "1", Origin::Model);
            trace.input("reduce", "Gradient reduction", reduce, "seconds", Origin::Derived);
            pass.derive("loop_exposed", 0, trace);
        } else {
            tracePart("reduce_exposed", reduce, backward, calls.reduceHides);
            if (isSharded)
                tracePart("return_exposed", second, forward, calls.gatherHides);
        }
    }
    trace.input("ranks", "Ranks that exchange gradients", calls.group.size, "1", Origin::Plan);
    trace.input("replicas", "Replicas of each shard that add up its gradients", calls.replicas.size,
        "1", Origin::Plan);
    trace.close(load.exposed, "seconds");
    return load;
}

} // namespace headroom
