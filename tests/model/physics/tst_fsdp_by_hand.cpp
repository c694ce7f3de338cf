#include "stage_point.h"
#include "tests/model/shipped.h"

#include <QTest>

using namespace headroom;

namespace {

/// A point with its stages, and one of its layers again.
struct Point : StagePoint
{
    Point(const Prepared &p, const Candidate &c)
        : StagePoint(p, c)
        , layer(p, c, calls.fsdp, fsdpRounds(p, c, layout), step.rules, step.windows.dense,
              layerParameters(p, c, layout, false))
    { }
    FsdpLayer layer;
};

/// What a layer of another stage adds to a micro-batch on its way, and what the edge of a pass
/// through a loop changes in that.
std::pair<Seconds, Seconds> chained(
    const FsdpLayer &layer, const FsdpRounds &rounds, bool isXla, bool isPipelined)
{
    const bool gathersEach = rounds.gathers > 1, reducesEach = rounds.reductions > 1;
    Seconds one = layer.forward.added, edge;
    if (reducesEach) {
        one += layer.lastBackward.added;
    } else {
        if (!isXla)
            one += layer.lastBackward.overlap.felt();
        if (gathersEach)
            one += layer.backward.added - (isXla ? Seconds {} : layer.backward.overlap.felt());
    }
    if (isXla && reducesEach)
        edge -= layer.lastBackward.added - layer.backward.added;
    if (isXla && isPipelined)
        edge += 2 * layer.gather - one;
    return { one, edge };
}

} // namespace

/// What gathers and reductions of sharded weights add to a step, put together by hand.
class FsdpByHandTest : public QObject
{
    Q_OBJECT

private slots:
    void roundsOfAStep_data();
    void roundsOfAStep();
    void prefetchedLayersAndTheRoot_data();
    void prefetchedLayersAndTheRoot();
    void halvesOfALayer_data();
    void halvesOfALayer();
    void stagesFollowEachOther_data();
    void stagesFollowEachOther();
    void expertsThatAreNotCut();
    void loopsCopyWhatTheyCarry();
    void layersWithExperts();
};

void FsdpByHandTest::roundsOfAStep_data()
{
    QTest::addColumn<int>("zero");
    QTest::addColumn<bool>("reducesEach"), QTest::addColumn<bool>("isInference");
    QTest::addColumn<int>("pipeline");
    QTest::addColumn<bool>("isActive"), QTest::addColumn<bool>("gathersBackward");
    QTest::addColumn<double>("gathers"), QTest::addColumn<double>("reductions");
    QTest::newRow("all") << 3 << true << false << 1 << true << true << 4.0 << 4.0;
    QTest::newRow("one reduction") << 3 << false << false << 1 << true << true << 4.0 << 1.0;
    QTest::newRow("weights whole") << 2 << true << false << 1 << true << false << 1.0 << 4.0;
    QTest::newRow("kept in a pipeline") << 3 << true << false << 2 << true << false << 1.0 << 1.0;
    QTest::newRow("optimizer alone") << 1 << true << false << 1 << false << false << 1.0 << 4.0;
    QTest::newRow("inference") << 3 << true << true << 1 << true << false << 4.0 << 0.0;
    QTest::newRow("inference, whole") << 2 << true << true << 1 << false << false << 1.0 << 0.0;
}

void FsdpByHandTest::roundsOfAStep()
{
    QFETCH(int, zero);
    QFETCH(bool, reducesEach);
    QFETCH(bool, isInference);
    QFETCH(int, pipeline);
    QFETCH(bool, isActive);
    QFETCH(bool, gathersBackward);
    QFETCH(double, gathers);
    QFETCH(double, reductions);
    Prepared p = shippedPrepared("llama3.1-8b-h100-node");
    p.globalBatch = 32;
    p.isInference = isInference;
    p.stack.reducesEachMicroBatch = reducesEach;
    p.stack.reshardsInPipeline = false;
    p.stack.contextShardsAlone = false; // stages decide what lies in shards
    Candidate c = shardedOver(8);
    c.zeroStage = zero;
    c.pipeline = pipeline;
    const Layout layout = makeLayout(p, c);
    QCOMPARE(fsdpCalls(p, c, layout).isActive, isActive);
    const FsdpRounds rounds = fsdpRounds(p, c, layout);
    QCOMPARE(rounds.gathersBackward, gathersBackward);
    QCOMPARE(rounds.gathers, gathers);
    QCOMPARE(rounds.reductions, reductions);
    // Bytes of so many parameters of which some are trained.
    const FsdpVolume volume = fsdpVolume(p, rounds, 1e6, 1e6);
    const double passes = gathersBackward ? 2 : 1;
    QCOMPARE(volume.gathered.value(), (passes * gathers * p.gatherBytes * 1e6).value());
    QCOMPARE(volume.reduced.value(), (reductions * 1e6 * p.stack.gradientReduceBytes).value());
    QCOMPARE(volume.total().value(), (volume.gathered + volume.reduced).value());
    p.tuning.isAdapted = true;
    p.gatherBytes = Bytes { 0.5 };
    p.wideGatherBytes = Bytes { 2 };
    QCOMPARE(
        fsdpVolume(p, rounds, 1e6, 1e4).gathered.value(), passes * gathers * (0.5 * 1e6 + 2 * 1e4));
}

void FsdpByHandTest::prefetchedLayersAndTheRoot_data()
{
    QTest::addColumn<bool>("reducesEach");
    QTest::newRow("reduced in every micro-batch") << true;
    QTest::newRow("reduced once") << false;
}

/// Four micro-batches of 32 layers with prefetching: in each pass 31 lie beside a layer, the first
/// gather and the last reduction beside nothing, and so do those of embedding and head, but that
/// the head's reduction may lie beside the last layer.
void FsdpByHandTest::prefetchedLayersAndTheRoot()
{
    QFETCH(bool, reducesEach);
    Prepared p = shippedPrepared("llama3.1-8b-h100-node", { "framework=torchtitan" });
    p.globalBatch = 32;
    p.sequence = 1024; // short, so that something is felt
    p.stack.reducesEachMicroBatch = reducesEach;
    p.stack.dataExposedFloor = 0;
    const Candidate c = shardedOver(8);
    const Point point(p, c);
    const FsdpLayer &layer = point.layer;
    NoTrace none;
    const AxisLoad load = point.step.traffic.load(Stage::First, { p.denseLayers, 0 }, none);
    const double rounds = 4, reductions = reducesEach ? 4 : 1;
    const double root = p.embeddingParameters + p.headParameters + p.finalParameters;
    const Seconds gather = point.calls.fsdp.seconds(p.wideGatherBytes * root, {});
    const Seconds reduce = point.calls.fsdp.seconds(root * p.stack.gradientReduceBytes, {});
    const Seconds head = reduce * p.headParameters / (p.headParameters + p.embeddingParameters);
    // The layer that the passes count less has nothing else beside it.
    const Seconds beside = larger(Seconds {}, head - point.step.windows.dense.backward);
    const Seconds edges = rounds * gather + reductions * (reduce - head + beside);
    const Seconds ends = rounds * layer.gather + reductions * layer.reduce;
    const Seconds layers = 31
        * (rounds * layer.forward.added + reductions * layer.lastBackward.added
            + (rounds - reductions) * layer.backward.added);
    QVERIFY(layer.forward.added > Seconds {} && layer.lastBackward.added > layer.backward.added);
    QCOMPARE(load.exposed.value(), (layers + edges + ends).value());
    QCOMPARE(load.seconds.value(),
        (32 * (2 * rounds * layer.gather + reductions * layer.reduce) + rounds * gather
            + reductions * reduce)
            .value());
    QCOMPARE(load.window.value(),
        (4 * 32 * (point.step.windows.dense.forward + point.step.windows.dense.backward)).value());
    QCOMPARE(load.chained.value(), 0.0);
}

void FsdpByHandTest::halvesOfALayer_data()
{
    QTest::addColumn<bool>("replays");
    QTest::addColumn<double>("longer");
    QTest::newRow("attention again first") << true << 1.0;
    QTest::newRow("nothing again") << false << 1.0;
    QTest::newRow("more room than needed") << false << 1e3;
    QTest::newRow("again, with more room") << true << 1e3;
}

/// In a loop over layers exchanges have the other half of their own layer. Forward that is
/// attention, beside which the MLP's weights come. Backward the same where attention is computed
/// again first; else the MLP's GEMMs come first, and the weights of attention beside them.
void FsdpByHandTest::halvesOfALayer()
{
    QFETCH(bool, replays);
    QFETCH(double, longer);
    Prepared p
        = shippedPrepared("llama3.1-8b-h100-node", { "framework=maxtext", "remat.policy=full" });
    p.flags.latencyHiding = p.flags.asyncAllGather = p.flags.asyncReduceScatter = true;
    p.flags.pipelinedAllGather = p.flags.pipelinedReduceScatter = p.flags.fullUnroll = false;
    p.flags.allGatherCombineThreshold = p.flags.reduceScatterCombineThreshold = Bytes { 1e6 };
    p.options.scanLayers = true;
    const Candidate c = shardedOver(8);
    const Point point(p, c);
    const OverlapRules &rules = point.step.rules;
    QVERIFY(rules.gather.mode == OverlapMode::SameLayer);
    LayerWindow window;
    window.forward = Seconds { 10 };
    window.backward = Seconds { 20 };
    window.attentionForward = longer * Seconds { 4e-4 };
    window.attentionBackward = longer * Seconds { 7e-4 };
    window.mlpBackward = longer * Seconds { 9e-4 };
    window.attentionReplay = longer * Seconds { replays ? 3e-4 : 0 };
    const StageParameters own = layerParameters(p, c, point.layout, false);
    const FsdpLayer layer(
        p, c, point.calls.fsdp, fsdpRounds(p, c, point.layout), rules, window, own);
    QVERIFY(layer.gathers > 1 && layer.reduces > 1);
    const double attention = p.attentionParameters / own.total();
    LayerOverlap forward(window.forward, 1, rules), backward(window.backward, 1, rules);
    forward.add(rules.gather, layer.gather, layer.gathers, 1 - attention, window.attentionForward);
    backward.add(rules.gather, layer.gather, layer.gathers, replays ? 1 - attention : attention,
        replays ? window.attentionReplay : window.mlpBackward);
    QCOMPARE(layer.forward.added.value(), forward.exposed().value());
    QCOMPARE(layer.backward.added.value(), backward.exposed().value());
    backward.add(
        rules.reduce, layer.reduce, layer.reduces, 1 - attention, window.attentionBackward);
    QCOMPARE(layer.lastBackward.added.value(), backward.exposed().value());
    QVERIFY(layer.gather > forward.exposed());
}

void FsdpByHandTest::stagesFollowEachOther_data()
{
    QTest::addColumn<bool>("isXla"), QTest::addColumn<bool>("reshards");
    QTest::addColumn<bool>("reducesEach"), QTest::addColumn<bool>("isPipelined");
    QTest::newRow("kept, reduced once") << false << false << false << true;
    QTest::newRow("gathered each, reduced once") << false << true << false << true;
    QTest::newRow("all in every micro-batch") << false << true << true << true;
    QTest::newRow("a loop, beside the next layer") << true << true << true << true;
    QTest::newRow("a loop, reduced once") << true << true << false << true;
    QTest::newRow("a loop, beside their own") << true << true << true << false;
}

/// Two stages of sixteen layers: what the other one adds to a micro-batch on its way. In a loop the
/// edges of a pass differ from that.
void FsdpByHandTest::stagesFollowEachOther()
{
    QFETCH(bool, isXla);
    QFETCH(bool, reshards);
    QFETCH(bool, reducesEach);
    QFETCH(bool, isPipelined);
    Prepared p = shippedPrepared("llama3.1-8b-h100-node",
        { isXla ? "framework=maxtext" : "framework=torchtitan", "remat.policy=full" });
    p.globalBatch = 8; // two micro-batches
    p.sequence = 1024;
    p.stack.reshardsInPipeline = reshards;
    p.stack.reducesEachMicroBatch = reducesEach;
    p.stack.holdsAllMicroBatches = false;
    p.pipelineGather = PipelineGather::Each;
    p.flags.latencyHiding = p.flags.asyncAllGather = p.flags.asyncReduceScatter = true;
    p.flags.pipelinedAllGather = p.flags.pipelinedReduceScatter = isPipelined;
    p.flags.fullUnroll = false;
    p.options.scanLayers = true;
    Candidate c = shardedOver(8);
    c.fsdp = 4;
    c.pipeline = 2;
    const Point point(p, c);
    const FsdpRounds rounds = fsdpRounds(p, c, point.layout);
    QCOMPARE(rounds.gathers > 1, reshards);
    QCOMPARE(rounds.reductions > 1, reshards && reducesEach);
    const auto [one, edge] = chained(point.layer, rounds, isXla, isPipelined);
    if (isXla)
        QCOMPARE(point.step.rules.gather.mode == OverlapMode::NeighbourLayer, isPipelined);
    NoTrace none;
    const AxisLoad load = point.step.traffic.load(Stage::First, { 16, 0 }, none);
    QVERIFY(load.chained > Seconds {} && point.layer.lastBackward.overlap.felt() > Seconds {});
    QCOMPARE(load.chained.value(), (16 * one + edge).value());
    if (!isXla)
        return;
    // Beside four dense layers and twelve of experts the edge is one of these.
    Prepared mixed = p;
    mixed.denseLayers = 20;
    mixed.moeLayers = 12;
    mixed.experts = mixed.topK = 2;
    mixed.expertFfn = mixed.ffn;
    mixed.expertParameters = 2 * mixed.denseMlpParameters;
    const Point both(mixed, c);
    const FsdpLayer moe(mixed, c, both.calls.fsdp, rounds, both.step.rules, both.step.windows.moe,
        layerParameters(mixed, c, both.layout, true));
    const auto [ofDense, denseEdge] = chained(both.layer, rounds, isXla, isPipelined);
    const auto [ofMoe, moeEdge] = chained(moe, rounds, isXla, isPipelined);
    QVERIFY(denseEdge != moeEdge || !reducesEach);
    const AxisLoad own = both.step.traffic.load(Stage::First, { 16, 0 }, none);
    QCOMPARE(own.chained.value(), (4 * ofDense + 12 * ofMoe + moeEdge).value());
}

/// Experts of their own axis, or that no rank divides, are gathered like everything else.
void FsdpByHandTest::expertsThatAreNotCut()
{
    Prepared p = shippedPrepared("mixtral-8x7b-h100-8-nodes");
    Candidate c = shardedOver(8);
    c.tensor = 2;
    const auto size = [&] { return fsdpCalls(p, c, makeLayout(p, c)).expertGroup; };
    const auto all = [&] { return makeLayout(p, c).fsdp; };
    for (const bool isAxis : { true, false }) {
        p.expertIsAxis = isAxis;
        QVERIFY(size() == all());
    }
    c.expert = 4; // inside the data ranks: those of one part of the experts
    QVERIFY(size() != all());
    p.moeLayers = 1; // a single layer of them has ways of its own, too
    const FsdpCalls calls = fsdpCalls(p, c, makeLayout(p, c));
    QVERIFY(calls.seconds({}, Bytes { 1e9 }) != calls.seconds(Bytes { 1e9 }, {}));
    p.expertIsAxis = true;
    p.stack.contextShardsAlone = false;
    QVERIFY(size() == all());
    // MaxText's axis of experts shares everything but these.
    p.stack.contextShardsAlone = true;
    QCOMPARE(size().size, 8.0);
    QCOMPARE(all().size, 32.0);
}

/// A buffer that a loop carries over an iteration is read and written once: gathered weights in
/// both passes, reduced gradients in the one that reduces. Two alternating bodies copy nothing.
void FsdpByHandTest::loopsCopyWhatTheyCarry()
{
    Prepared p
        = shippedPrepared("llama3.1-8b-h100-node", { "framework=maxtext", "remat.policy=full" });
    p.flags.latencyHiding = p.flags.asyncAllGather = p.flags.asyncReduceScatter = true;
    p.flags.pipelinedAllGather = p.flags.pipelinedReduceScatter = true;
    p.flags.fullUnroll = p.flags.doubleBuffering = false;
    p.options.scanLayers = true;
    const Candidate c = shardedOver(8);
    const Point point(p, c);
    const FsdpLayer &layer = point.layer;
    QVERIFY(point.step.rules.copiesLoopState);
    const double own = layerParameters(p, c, point.layout, false).total();
    const Seconds gather = 2 * p.gatherBytes * own / p.memoryRate;
    const Seconds reduce = 2 * p.computeBytes * own / p.memoryRate;
    QCOMPARE(layer.forward.copies.value(), gather.value());
    QCOMPARE(layer.backward.copies.value(), gather.value());
    QCOMPARE(layer.lastBackward.copies.value(), (gather + reduce).value());
    for (const FsdpPass *pass : { &layer.forward, &layer.backward, &layer.lastBackward })
        QCOMPARE(pass->added.value(), (pass->overlap.exposed() + pass->copies).value());
    p.flags.doubleBuffering = true;
    QCOMPARE(Point(p, c).layer.lastBackward.copies.value(), 0.0);
}

/// Every message holds its part of plain weights and of experts. A token meets two experts of
/// eight: attention's share of a layer's GEMMs counts these.
void FsdpByHandTest::layersWithExperts()
{
    Prepared p = shippedPrepared("mixtral-8x7b-h100-8-nodes");
    p.flags.latencyHiding = p.flags.asyncAllGather = p.flags.asyncReduceScatter = true;
    p.flags.allGatherCombineByDim = p.flags.reduceScatterCombineByDim = false;
    p.flags.allGatherCombineThreshold = Bytes { 5e8 };
    p.flags.reduceScatterCombineThreshold = Bytes { 1e8 };
    const Candidate c = shardedOver(8);
    const Point point(p, c);
    const StageParameters own = layerParameters(p, c, point.layout, true);
    const FsdpLayer layer(p, c, point.calls.fsdp, fsdpRounds(p, c, point.layout), point.step.rules,
        point.step.windows.moe, own);
    const double gathers = layer.gathers, reduces = layer.reduces;
    QVERIFY(gathers > 1 && reduces > 1);
    QCOMPARE(layer.plain.value() + layer.experts.value(), (p.gatherBytes * own.total()).value());
    QCOMPARE(layer.gather.value(),
        gathers * point.calls.fsdp.seconds(layer.plain / gathers, layer.experts / gathers).value());
    QCOMPARE(layer.reduce.value(),
        reduces
            * point.calls.fsdp.seconds(layer.reducedPlain / reduces, layer.reducedExperts / reduces)
                  .value());
    const LayerCost &cost = point.costs.moe;
    const double attention = p.attentionParameters;
    const double share
        = attention / (attention + p.sharedMoeParameters + p.expertParameters * 2 / 8);
    QCOMPARE(point.step.windows.moe.attentionForward.value(),
        (cost.attentionForward + share * cost.gemmForward + cost.elementForward / 2).value());
}

QTEST_APPLESS_MAIN(FsdpByHandTest)
#include "tst_fsdp_by_hand.moc"
