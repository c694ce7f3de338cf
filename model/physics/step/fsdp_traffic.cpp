#include "model/physics/step/fsdp_traffic.h"

namespace headroom {
namespace {

const FsdpLayer noLayer;

} // namespace

FsdpLayer::FsdpLayer(const Prepared &p, const Candidate &c, const FsdpCalls &calls,
    const FsdpRounds &rounds, const OverlapRules &rules, const LayerWindow &window,
    const StageParameters &layer)
{
    // Frozen weights travel in their own format; only adapters have gradients.
    const StageParameters updated = trainedParameters(p, layer);
    parameters = layer.total();
    trained = updated.total();
    const Bytes ofWeight = p.gatherBytes;
    const Bytes ofGradient = p.isInference ? Bytes {} : p.stack.gradientReduceBytes;
    const Bytes wide = p.tuning.isAdapted ? p.wideGatherBytes : Bytes {};
    plain = ofWeight * layer.plain + wide * updated.plain;
    experts = ofWeight * layer.experts + wide * updated.experts;
    reducedPlain = ofGradient * updated.plain;
    reducedExperts = ofGradient * updated.experts;
    gathers = rules.gather.messages(ofWeight * parameters);
    gather = gathers * calls.seconds(plain / gathers, experts / gathers);
    // XLA counts what a reduce-scatter gives: the shard.
    reduces = rules.reduce.messages((reducedPlain + reducedExperts) / calls.group.size);
    reduce = reduces * calls.seconds(reducedPlain / reduces, reducedExperts / reduces);
    if (rules.mergesLayers) {
        gatheredTogether = rules.gather.layersOfCall(ofWeight * parameters, p.layers);
        reducedTogether = rules.reduce.layersOfCall(
            (reducedPlain + reducedExperts) / calls.group.size, p.layers);
    }
    copies = LoopCopies(p, rules, ofWeight * parameters, p.computeBytes * trained);
    const double attention
        = std::min(1.0, p.attentionParameters / c.tensor / std::max(1.0, parameters));
    forward.overlap = LayerOverlap(window.forward, window.busyForward, rules, window.waitsForward);
    forward.overlap.add(rules.gather, gather, gathers, 1 - attention, window.attentionForward);
    forward.copies = copies.gather;
    backward.overlap
        = LayerOverlap(window.backward, window.busyBackward, rules, window.waitsBackward);
    const bool replays = window.attentionReplay > Seconds {};
    if (rounds.gathersBackward) {
        backward.overlap.add(rules.gather, gather, gathers, replays ? 1 - attention : attention,
            replays ? window.attentionReplay : window.mlpBackward);
        backward.copies = copies.gather;
    }
    lastBackward = backward;
    lastBackward.overlap.add(
        rules.reduce, reduce, reduces, 1 - attention, window.attentionBackward);
    lastBackward.copies += copies.reduce;
    for (FsdpPass *pass : { &forward, &backward, &lastBackward })
        pass->added = pass->overlap.exposed() + pass->copies;
}

FsdpTraffic::FsdpTraffic(const Prepared &p, const Candidate &c, const Layout &layout,
    const FsdpCalls &calls, const OverlapRules &rules, const StateWindows &windows)
    : m_p(p)
    , m_c(c)
    , m_layout(layout)
    , m_rules(rules)
    , m_calls(calls)
    , m_rounds(fsdpRounds(p, c, layout))
    , m_ownDense(layerOf(LayerKind::Dense, windows.dense))
    , m_ownMoe(layerOf(LayerKind::Moe, windows.moe))
    , m_dense(m_ownDense ? *m_ownDense
              : m_ownMoe ? *m_ownMoe
                         : noLayer)
    , m_moe(m_ownMoe ? *m_ownMoe : m_dense)
{ }

std::optional<FsdpLayer> FsdpTraffic::layerOf(LayerKind kind, const LayerWindow &window) const
{
    const bool isMoe = kind == LayerKind::Moe;
    if (!isActive() || (isMoe ? m_p.moeLayers : m_p.denseLayers) <= 0)
        return std::nullopt;
    return std::optional<FsdpLayer>(std::in_place, m_p, m_c, m_calls, m_rounds, m_rules, window,
        layerParameters(m_p, m_c, m_layout, isMoe));
}

Seconds FsdpTraffic::beside(LayerKind kind, FsdpPass FsdpLayer::*pass) const
{
    if (!isActive() || m_layout.gathersOnce)
        return {};
    const FsdpLayer &layer = kind == LayerKind::Moe ? m_moe : m_dense;
    return (layer.*pass).added;
}

Seconds FsdpTraffic::besideForward(LayerKind kind) const
{
    return beside(kind, &FsdpLayer::forward);
}

Seconds FsdpTraffic::besideLastBackward(LayerKind kind) const
{
    return beside(kind, &FsdpLayer::lastBackward);
}

/// Part of a stage's traffic that runs between nodes or slices.
Seconds FsdpTraffic::remote(const StageLayers &layers, double root) const
{
    const auto between = [&](const GroupSpan &group) {
        const GroupSpan nodes { group.domains, 1, 1, group.domains };
        return group.crossesNodes() ? curveOf(m_p, CollectiveKind::AllGather, nodes, m_calls.axes)
                                    : CollectiveCurve {};
    };
    const CollectiveCurve plain = between(m_calls.group), experts = between(m_calls.expertGroup);
    const auto seconds = [&](Bytes ofPlain, Bytes ofExperts) {
        return plain.seconds(ofPlain / m_calls.group.insideNode)
            + experts.seconds(ofExperts / m_calls.expertGroup.insideNode);
    };
    const double gathers = m_rounds.passes() * m_rounds.gathers;
    const auto ofLayer = [&](const FsdpLayer &own) {
        return gathers * seconds(own.plain, own.experts)
            + m_rounds.reductions * seconds(own.reducedPlain, own.reducedExperts);
    };
    const auto ofRoot = [&](Bytes each) { return seconds(root * each, {}); };
    return mixed(layers, ofLayer(m_dense), ofLayer(m_moe))
        + m_rounds.gathers * ofRoot(m_p.wideGatherBytes)
        + m_rounds.reductions * ofRoot(m_p.stack.gradientReduceBytes);
}

/// What a stage meets in a step.
struct FsdpTraffic::Sums
{
    StageLayers besideForward, besideBackward; ///< layers that have one beside their exchanges
    Seconds forward, backward, lastBackward; ///< exposed in one round of passes through these
    double backwardRounds = 0; ///< of passes that gather and reduce nothing
    double root = 0; ///< parameters of embedding and head
    Seconds rootGather, rootReduce;
    Seconds edges; ///< what is felt of these two
    Seconds ends; ///< the first gather and the last reduction of what is pipelined
    Seconds exposed(const FsdpRounds &rounds) const
    {
        return rounds.gathers * forward + rounds.reductions * lastBackward
            + backwardRounds * backward + edges + ends;
    }
};

FsdpTraffic::Sums FsdpTraffic::sums(Stage stage, const StageLayers &layers) const
{
    using Layer = const FsdpLayer &;
    Sums sums;
    // What is pipelined begins ahead of the first layer of a pass and ends behind its last, which
    // has one layer less beside it.
    const bool gathersAhead = m_rules.gather.mode == OverlapMode::NeighbourLayer;
    const bool reducesBehind = m_rules.reduce.mode == OverlapMode::NeighbourLayer;
    sums.besideForward = gathersAhead ? layers.withoutFirst() : layers;
    sums.besideBackward = gathersAhead && reducesBehind ? layers.withoutFirst() : layers;
    const auto sum
        = [&](const StageLayers &of, auto one) { return mixed(of, one(m_dense), one(m_moe)); };
    sums.forward = sum(sums.besideForward, [](Layer l) { return l.forward.added; });
    sums.lastBackward = sum(sums.besideBackward, [&](Layer l) { return l.lastBackward.added; });
    if (m_rounds.gathersBackward && m_rounds.gathers > m_rounds.reductions) {
        sums.backwardRounds = m_rounds.gathers - m_rounds.reductions;
        sums.backward = sum(sums.besideBackward, [&](Layer l) { return l.backward.added; });
    }
    Layer first = layers.dense >= 1 ? m_dense : m_moe, last = layers.moe > 0 ? m_moe : m_dense;
    // The others of a call that carries several layers have nothing beside them either; what is
    // felt of them is counted with their layers.
    const auto others = [&](double together, const OverlapRule &rule) {
        return (std::min(together, std::max(1.0, layers.total())) - 1)
            * std::max(0.0, 1 - rule.contention);
    };
    const double ahead = 1 + m_rounds.passes() * others(first.gatheredTogether, m_rules.gather);
    const double after = 1 + others(first.reducedTogether, m_rules.reduce);
    sums.ends = (gathersAhead ? m_rounds.gathers * ahead * first.gather : Seconds {})
        + (reducesBehind ? m_rounds.reductions * after * first.reduce : Seconds {});
    // The embedding is needed first and its gradient comes last; what belongs to the head may lie
    // beside the layer next to it. FSDP of PyTorch gathers both before the first layer.
    NoTrace none;
    sums.root = embeddingParameters(m_p, m_c, stage, none);
    sums.rootGather = m_calls.seconds(m_p.wideGatherBytes * sums.root, {});
    if (const double reduced = reducedRootParameters(m_p, m_c, stage); reduced > 0)
        sums.rootReduce = m_calls.seconds(Bytes { m_p.stack.gradientReduceBytes * reduced }, {});
    const double head = headShare(m_p, m_c, stage);
    const Seconds headGather = m_p.expertIsAxis ? head * sums.rootGather : Seconds {};
    const Seconds headReduce = head * sums.rootReduce;
    // Where a pass counts one layer less, the head has that layer's window; else what the layer
    // next to it leaves.
    const auto behind = [](Seconds seconds, const LayerOverlap &window) {
        return larger(Seconds {}, seconds - window.window());
    };
    sums.edges = m_rounds.gathers
            * (sums.rootGather - headGather
                + (gathersAhead ? behind(headGather, first.forward.overlap)
                                : last.forward.overlap.beside(headGather)))
        + m_rounds.reductions
            * (sums.rootReduce - headReduce
                + (gathersAhead && reducesBehind ? behind(headReduce, first.backward.overlap)
                                                 : last.lastBackward.overlap.beside(headReduce)));
    return sums;
}

template <class Trace>
AxisLoad FsdpTraffic::load(Stage stage, const StageLayers &layers, Trace &trace) const
{
    AxisLoad load;
    if (!isActive())
        return load;
    using Layer = const FsdpLayer &;
    const Sums own = sums(stage, layers);
    const auto sum = [&](auto one) { return mixed(layers, one(m_dense), one(m_moe)); };
    const double passes = m_rounds.passes();
    load.seconds = sum([&](Layer l) {
        return m_rounds.gathers * passes * (l.gather + l.copies.gather)
            + m_rounds.reductions * (l.reduce + l.copies.reduce);
    }) + m_rounds.gathers * own.rootGather
        + m_rounds.reductions * own.rootReduce;
    load.exposed = own.exposed(m_rounds);
    // Between slices a share never hides, whichever axis the traffic belongs to.
    const double floor = m_p.stack.dataExposedFloor;
    Seconds neverHidden;
    if (Trace::records || load.exposed < floor * load.seconds)
        neverHidden = floor * smaller(remote(layers, own.root), load.seconds);
    load.exposed = smaller(larger(load.exposed, neverHidden), load.seconds);
    load.chained = chainedBeside(layers);
    load.window = m_layout.microBatches * sum([&](Layer l) {
        return l.forward.overlap.window()
            + (m_p.isInference ? Seconds {} : l.backward.overlap.window());
    });
    load.bytes
        = fsdpVolume(m_p, m_rounds, sum([](Layer l) { return l.parameters; }), sum([](Layer l) {
              return l.trained;
          })).total();
    load.crossesNodes = m_layout.fsdp.crossesNodes();
    if constexpr (Trace::records)
        derive(load, own, layers, neverHidden, trace);
    return load;
}

/// Stages follow each other through what every micro-batch brings, and through the gathers of the
/// first one where a program issues them when it meets a layer; a loop over micro-batches has them
/// ahead of it for all stages.
Seconds FsdpTraffic::chained(const FsdpLayer &layer) const
{
    const bool gathersEach = m_rounds.gathers > 1, reducesEach = m_rounds.reductions > 1;
    const bool meetsEnds = !(m_layout.gathersOnce || followsXlaFlags(m_p));
    Seconds one;
    if (gathersEach || meetsEnds)
        one += layer.forward.added;
    if (reducesEach)
        return one + layer.lastBackward.added;
    if (gathersEach)
        one += layer.backward.added;
    // Nothing waits for gradients that are reduced once, but what they slow down comes later.
    if (meetsEnds)
        one += layer.lastBackward.overlap.felt()
            - (gathersEach ? layer.backward.overlap.felt() : Seconds {});
    return one;
}

/// What the edges of a pass through a chunk change in that. What is pipelined begins with a gather
/// that has no layer beside it, and gradients of activations leave before the last reductions: one
/// runs beside the last layer, and one behind it.
Seconds FsdpTraffic::chainedAtEdge(const FsdpLayer &layer) const
{
    if (!followsXlaFlags(m_p) || m_rounds.gathers <= 1)
        return {};
    const Seconds reduction
        = m_rounds.reductions > 1 ? layer.lastBackward.added - layer.backward.added : Seconds {};
    if (m_rules.gather.mode == OverlapMode::NeighbourLayer)
        return m_rounds.passes() * layer.gather - chained(layer) - reduction;
    return Seconds {} - reduction;
}

/// The same over the other stages.
Seconds FsdpTraffic::chainedBeside(const StageLayers &layers) const
{
    const StageLayers others { std::max(0.0, m_p.denseLayers - layers.dense),
        std::max(0.0, m_p.moeLayers - layers.moe) };
    const double edges = std::min(others.total(), double(m_c.pipeline - 1) * m_c.chunks);
    return mixed(others, chained(m_dense), chained(m_moe))
        + edges * chainedAtEdge(others.moe > others.dense ? m_moe : m_dense);
}

/// The sum over the stage's layers of what one pass of each adds.
void FsdpTraffic::derivePass(const PassNames &names, const StageLayers &layers,
    FsdpPass FsdpLayer::*pass, DerivationTrace &trace) const
{
    const bool hasDense = layers.dense > 0, hasMoe = layers.moe > 0;
    trace.open(names.id, names.label,
        "layers · time that communication adds to one, for dense "
        "and expert layers",
        "FORMULAS §6.6",
        hasDense && hasMoe ? "dense_layers * dense + moe_layers * moe"
            : hasMoe       ? "moe_layers * moe"
            : hasDense     ? "dense_layers * dense"
                           : "0");
    const auto kind = [&](const char *count, const char *label, const char *id, double layersOf,
                          const FsdpLayer &layer) {
        if (layersOf <= 0)
            return;
        trace.input(count, label, layersOf, "1", Origin::Derived);
        (layer.*pass).overlap.derive(id, (layer.*pass).copies, trace);
    };
    kind("dense_layers", "Dense layers whose communication a neighbouring layer can hide", "dense",
        layers.dense, m_dense);
    kind("moe_layers", "Expert layers whose communication a neighbouring layer can hide", "moe",
        layers.moe, m_moe);
    trace.close(mixed(layers, (m_dense.*pass).added, (m_moe.*pass).added));
}

void FsdpTraffic::derive(const AxisLoad &load, const Sums &own, const StageLayers &layers,
    Seconds neverHidden, DerivationTrace &trace) const
{
    trace.open("exposed_fsdp", "Exposed FSDP traffic of a step",
        "layers · rounds · [max(0, comm − window) + κ·min(comm, window)] + first gather and last "
        "reduction of each round",
        "FORMULAS §6.6",
        own.backwardRounds > 0
            ? "min(traffic, max(never_hidden, rounds * forward_exposed + reduce_rounds * "
              "backward_exposed + (rounds - reduce_rounds) * gather_exposed + edges + ends))"
            : "min(traffic, max(never_hidden, rounds * forward_exposed + reduce_rounds * "
              "backward_exposed + edges + ends))");
    trace.input(
        "traffic", "The whole communication, hidden or exposed", load.seconds, Origin::Derived);
    trace.input("never_hidden", "Part between nodes or slices that never hides", neverHidden,
        Origin::Stack);
    trace.input("rounds", "Gathers per step", m_rounds.gathers, "1", Origin::Derived);
    trace.input("reduce_rounds", "Reductions per step", m_rounds.reductions, "1", Origin::Derived);
    derivePass({ "forward_exposed", "Time that gathers add to a forward pass" }, own.besideForward,
        &FsdpLayer::forward, trace);
    derivePass({ "backward_exposed", "Time that gathers and reductions add to a backward pass" },
        own.besideBackward, &FsdpLayer::lastBackward, trace);
    if (own.backwardRounds > 0)
        derivePass({ "gather_exposed",
                       "Time that gathers add to a backward pass without "
                       "reductions" },
            own.besideBackward, &FsdpLayer::backward, trace);
    trace.input("edges", "Exposed part of embedding and head", own.edges, Origin::Derived);
    trace.input(
        "ends", "First gather and last reduction of what is pipelined", own.ends, Origin::Flags);
    const FsdpLayer &usual = layers.moe > 0 ? m_moe : m_dense;
    trace.input("all_gather", "All-gather of one layer's weights", usual.gather, Origin::Derived);
    trace.input(
        "reduce_scatter", "Reduce-scatter of one layer's gradients", usual.reduce, Origin::Derived);
    trace.input("gathers", "Messages that a layer's weights are gathered in", usual.gathers, "1",
        Origin::Flags);
    trace.input("reduces", "Messages that a layer's gradients are reduced in", usual.reduces, "1",
        Origin::Flags);
    trace.input("shards", "FSDP ranks", m_calls.group.size, "1", Origin::Plan);
    trace.close(load.exposed);
}

template AxisLoad FsdpTraffic::load(Stage, const StageLayers &, NoTrace &) const;
template AxisLoad FsdpTraffic::load(Stage, const StageLayers &, DerivationTrace &) const;

} // namespace headroom
