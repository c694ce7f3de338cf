#include "derived_operands.h"
#include "model/physics/compute/layer_compute.h"
#include "model/physics/memory/activation_memory.h"
#include "model/physics/memory/host_copies.h"
#include "model/physics/memory/tight_pool.h"
#include "model/physics/step/data_traffic.h"
#include "model/physics/step/gather_choice.h"
#include "tests/model/shipped.h"

#include "stage_point.h"

#include <QTest>

#include <functional>

using namespace headroom;

namespace {

/// Three dense layers and one of experts.
Prepared fourLayers()
{
    Prepared p = shippedPrepared("llama3.1-8b-h100-node", { "model=deepseek-v3" });
    p.layers = 4;
    p.denseLayers = p.firstDenseLayers = 3;
    p.moeLayers = 1;
    return p;
}

} // namespace

/// Layers of one kind where others are of another: what is reckoned with one kind shows when it is
/// reckoned with the other. Stages with one layer or none, and what is left at their ends.
class MixedStagesTest : public QObject
{
    Q_OBJECT

private slots:
    void copiesAreThoseOfTheKind();
    void workingSetIsThatOfExpertsWhereThereAreSome();
    void oneLayerGatheredIsAll();
    void loopsCopyWhatIsPipelined();
    void sitesShareTheGemms_data();
    void sitesShareTheGemms();
    void gatheringOnceLeavesRoom();
    void replicasHideBehindOtherChunks();
    void theFirstLayerAndTheEmbeddingAreBare_data();
    void theFirstLayerAndTheEmbeddingAreBare();
    void theStageThatHoldsMostExchangesLongest();
    void derivationsNameTheKind();
};

/// Weights that lie in host memory come once a pass: a dense layer's, or those of all experts on
/// the device.
void MixedStagesTest::copiesAreThoseOfTheKind()
{
    Prepared p = fourLayers();
    p.options.offloadParameters = true;
    p.weightBytes = Bytes { 2 };
    p.hostRate = BytesPerSecond { 50e9 };
    Candidate c;
    c.tensor = 2;
    c.expert = 8;
    p.expertIsAxis = false;
    const Layout layout = makeLayout(p, c);
    const double cut = p.attentionParameters / 2 + p.densePlainParameters;
    const double dense = cut + p.denseMlpParameters / 2;
    const double experts = cut + p.sharedMoeParameters / 2 + p.expertParameters / 8;
    QCOMPARE(layerCopyTime(p, c, layout, LayerKind::Dense).value(), 2 * dense / 50e9);
    QCOMPARE(layerCopyTime(p, c, layout, LayerKind::Moe).value(), 2 * experts / 50e9);
    p.options.offloadParameters = false;
    QCOMPARE(layerCopyTime(p, c, layout, LayerKind::Moe).value(), 0.0);
}

void MixedStagesTest::workingSetIsThatOfExpertsWhereThereAreSome()
{
    const Prepared p = fourLayers();
    NoTrace none;
    Candidate c;
    const auto ofKind = [&](const Layout &layout, LayerKind kind) {
        const RematCosts &whole = p.remats[static_cast<std::size_t>(p.wholeRemat)];
        return layerActivationBytes(p, c, layout, whole, kind).value()
            - savedLayer(p, c, layout, kind, none) + workingGradients(p, c, layout, kind, none);
    };
    const Layout all = makeLayout(p, c);
    const double dense = ofKind(all, LayerKind::Dense), moe = ofKind(all, LayerKind::Moe);
    QVERIFY(dense > 0 && moe > 1.1 * dense);
    QCOMPARE(workingSet(p, c, all, Stage::First, none), moe);
    c.pipeline = 4; // one layer a stage
    const Layout stages = makeLayout(p, c);
    QCOMPARE(workingSet(p, c, stages, Stage::First, none), dense);
    QCOMPARE(workingSet(p, c, stages, Stage::Last, none), moe);
    // A stage with the embedding alone still makes room for one.
    Prepared empty = p;
    empty.stageLayers = { 0, 3, 1 };
    c.pipeline = 3;
    const Layout given = makeLayout(empty, c);
    const RematCosts &whole = p.remats[static_cast<std::size_t>(p.wholeRemat)];
    QCOMPARE(workingSet(empty, c, given, Stage::First, none),
        layerActivationBytes(p, c, given, whole, LayerKind::Dense).value()
            + workingGradients(p, c, given, LayerKind::Dense, none));
}

/// Two layers are held where one more is gathered ahead, one where there is no other; of a stage
/// without layers the embedding. Beside them one gradient, whole.
void MixedStagesTest::oneLayerGatheredIsAll()
{
    Prepared p = shippedPrepared("llama3.1-8b-h100-node", { "framework=torchtitan" });
    p.stack.prefetchedLayers = 1;
    p.stack.keepsRootGathered = true;
    p.stack.gathersByMatrix = false;
    p.stack.stagesGradientsInFp32 = true;
    p.stack.reshardsInPipeline = true;
    p.computeBytes = Bytes { 2 };
    NoTrace none;
    Candidate c = shardedOver(8);
    c.pipeline = 2;
    const double layer = p.attentionParameters + p.densePlainParameters + p.denseMlpParameters;
    const auto gathered = [&](std::vector<int> stages) {
        p.stageLayers = std::move(stages);
        const Layout layout = makeLayout(p, c);
        return gatheredMemory(p, c, layout, stageParameters(p, c, layout, Stage::First), none);
    };
    const double root = 2 * p.embeddingParameters, gradient = (2 + 4) * layer;
    QCOMPARE(gathered({ 16, 16 }), 2 * 2 * layer + root + gradient);
    QCOMPARE(gathered({ 2, 30 }), 2 * 2 * layer + root + gradient);
    QCOMPARE(gathered({ 1, 31 }), 2 * layer + root + gradient);
    QCOMPARE(gathered({ 0, 32 }), root);
    p.stack.keepsRootGathered = false;
    p.stack.gathersByMatrix = true;
    QCOMPARE(gathered({ 1, 31 }), 2 * layer);
    p.isInference = true;
    p.stack.gathersByMatrix = false;
    QCOMPARE(gathered({ 1, 31 }), 2 * layer);
}

/// What a pipelined collective carries over an iteration is read and written once.
void MixedStagesTest::loopsCopyWhatIsPipelined()
{
    Prepared p;
    p.memoryRate = BytesPerSecond { 2e12 };
    const Bytes gathered { 3e9 }, reduced { 5e9 };
    OverlapRules rules;
    const auto copies = [&](bool isCopied, OverlapMode gather, OverlapMode reduce) {
        rules.copiesLoopState = isCopied;
        rules.gather.mode = gather;
        rules.reduce.mode = reduce;
        const LoopCopies made(p, rules, gathered, reduced);
        return std::pair { made.gather.value(), made.reduce.value() };
    };
    using Pair = std::pair<double, double>;
    constexpr auto beside = OverlapMode::NeighbourLayer, inside = OverlapMode::SameLayer;
    QCOMPARE(copies(true, beside, beside), (Pair { 3e-3, 5e-3 }));
    QCOMPARE(copies(true, beside, inside), (Pair { 3e-3, 0 }));
    QCOMPARE(copies(true, OverlapMode::None, beside), (Pair { 0, 5e-3 }));
    QCOMPARE(copies(false, beside, beside), (Pair { 0, 0 }));
}

void MixedStagesTest::sitesShareTheGemms_data()
{
    QTest::addColumn<bool>("isDense");
    QTest::newRow("dense") << true;
    QTest::newRow("experts") << false;
}

/// Each GEMM belongs to one site, in every pass; together they are the layer.
void MixedStagesTest::sitesShareTheGemms()
{
    QFETCH(bool, isDense);
    const LayerKind kind = isDense ? LayerKind::Dense : LayerKind::Moe;
    Prepared p = shippedPrepared(
        "llama3.1-8b-h100-node", { "model=deepseek-v3", "remat.policy=full", "framework=jax" });
    p.stack.computeFactor = 1.5;
    Candidate c;
    const Layout layout = makeLayout(p, c);
    NoTrace none;
    SiteTimes sites {}, expected {};
    const WorkTime all = gemmWork(p, c, kind, layerGemms(p, c, layout, none), sites, none);
    for (const Linear &linear : p.matrices()) {
        if (!linear.isOf(kind))
            continue;
        const WorkTime own = matrixWork(p, c, layout, linear);
        const auto tensor = static_cast<SavedTensor>(linear.tensor);
        WorkTime &site = expected[static_cast<std::size_t>(siteOf(tensor))];
        site.forward += 1.5 * own.forward;
        site.backward += 1.5 * own.backward;
        site.replay += 1.5 * own.replay;
    }
    WorkTime sum;
    for (std::size_t i = 0; i < sites.size(); ++i) {
        QVERIFY(sites[i].forward > Seconds {});
        QCOMPARE(sites[i].forward.value(), expected[i].forward.value());
        QCOMPARE(sites[i].backward.value(), expected[i].backward.value());
        QCOMPARE(sites[i].replay.value(), expected[i].replay.value());
        sum.forward += sites[i].forward;
        sum.backward += sites[i].backward;
        sum.replay += sites[i].replay;
    }
    QCOMPARE(all.forward.value(), sum.forward.value());
    QCOMPARE(all.backward.value(), sum.backward.value());
    QCOMPARE(all.replay.value(), sum.replay.value());
    QVERIFY(all.replay > Seconds {} && all.backward > 1.5 * all.forward);
}

/// Kept weights are faster; a pool that they fill beyond what is called tight takes them apart
/// again, and so does one that is too small or that leaves the context no room.
void MixedStagesTest::gatheringOnceLeavesRoom()
{
    Prepared p = shippedPrepared("llama3-70b-h100-32-nodes",
        { "model=llama3.1-405b", "hardware.nodes=126", "workload.global_batch_sequences=504",
            "parallelism.fsdp=14", "parallelism.tensor=8", "parallelism.sequence_parallel=true",
            "parallelism.pipeline=9", "remat.policy=full", "options.pipeline_gather=auto" });
    Candidate c;
    c.fsdp = 14;
    c.tensor = 8;
    c.pipeline = 9;
    c.zeroStage = 3;
    c.sequenceParallel = true;
    const GatherChoice choice = gatherChoice(p, c, placeCandidate(p, c));
    QVERIFY(choice.once.step < choice.each.step && choice.once.peak > choice.each.peak);
    Layout kept = placeCandidate(p, c);
    kept.gathersOnce = true; // whatever the layout says, both are evaluated
    QCOMPARE(gatherChoice(p, c, kept).each.step, choice.each.step);
    QCOMPARE(gatherChoice(p, c, kept).once.step, choice.once.step);
    const double outside = choice.once.outsidePool.value(), needed = choice.once.reserved.value();
    const auto gathersOnce = [&](double share, double left) {
        p.poolBytes = Bytes { needed / share };
        p.usableBytes = p.poolBytes + Bytes { left };
        const bool own = makeLayout(p, c).gathersOnce;
        // The search takes the same way with costs of layers that it has.
        Layout layout = placeCandidate(p, c);
        layout.gathersOnce = mustGatherOnce(p, c, layout);
        NoTrace none;
        Evaluation chosen;
        evaluateMemory(p, c, layout, chosen, none);
        assembleChosen(
            p, c, layout, layerCosts(p, c, layout, none), stepCalls(p, c, layout), chosen);
        return std::pair { own, chosen.peak == choice.once.peak };
    };
    const std::pair both { true, true }, neither { false, false };
    QCOMPARE(gathersOnce(tightPoolShare - 0.01, outside + 1), both);
    QCOMPARE(gathersOnce(tightPoolShare + 0.01, outside + 1), neither);
    QCOMPARE(gathersOnce(1.01, outside + 1), neither);
    QCOMPARE(gathersOnce(tightPoolShare - 0.01, outside - 1), neither);
    p.pipelineGather = PipelineGather::Each; // the plan's own word
    QCOMPARE(gathersOnce(tightPoolShare - 0.01, outside + 1), neither);
}

/// Four stages of two chunks: the chunk that is done last has its own pass beside it, the other
/// those of four micro-batches at the pace of the slowest stage, two thirds of them backward.
void MixedStagesTest::replicasHideBehindOtherChunks()
{
    const ResolvedPlan plan = shippedPlan("llama3.1-8b-h100-node",
        { "framework=megatron", "hardware.nodes=8", "parallelism.fsdp=1",
            "parallelism.zero_stage=1", "parallelism.data=16", "parallelism.pipeline=4",
            "parallelism.pipeline_chunks=2", "workload.global_batch_sequences=256" });
    const Prepared p = shippedEstimator().prepare(plan);
    const Candidate c = planCandidate(plan.plan);
    const StagePoint point(p, c);
    const auto there = operandsOf(plan, "reduce_exposed"),
               back = operandsOf(plan, "return_exposed");
    const double four = 4 * point.step.stages.busiest().own().value();
    QCOMPARE(there.at("steady"), four * 2 / 3);
    QCOMPARE(back.at("steady"), four / 3);
    const StageParameters own = stageParameters(p, c, point.layout, Stage::First);
    const double ends
        = (own.embedding + (own.total() - own.embedding) / point.layout.firstStageLayers)
        / own.total();
    for (const auto &part : { there, back }) {
        QCOMPARE(part.at("tail"), 0.5);
        QCOMPARE(part.at("ends"), ends);
    }
    const double layers = point.layout.firstStageLayers;
    QCOMPARE(there.at("window"), layers * point.step.windows.dense.backward.value());
    QCOMPARE(back.at("window"), layers * point.step.windows.dense.forward.value());
}

void MixedStagesTest::theFirstLayerAndTheEmbeddingAreBare_data()
{
    QTest::addColumn<bool>("isPipelined");
    QTest::newRow("beside the next layer") << true;
    QTest::newRow("beside their own") << false;
}

/// Replicas that add up gradients in the loop over layers: bare are the embedding's, the first
/// layer's where they lie beside the next one, and what the head's exceed the last layer by.
void MixedStagesTest::theFirstLayerAndTheEmbeddingAreBare()
{
    QFETCH(bool, isPipelined);
    const std::string id = "llama3.1-8b-h100-node";
    const std::vector<std::string> settings { "framework=maxtext", "parallelism.fsdp=1",
        "parallelism.data=8", "parallelism.zero_stage=0" };
    Prepared p = shippedPrepared(id, settings);
    const Candidate c = planCandidate(shippedPlan(id, settings).plan);
    p.flags.latencyHiding = p.flags.asyncAllReduce = true;
    p.flags.pipelinedAllReduce = isPipelined;
    p.flags.fullUnroll = false;
    p.options.scanLayers = true;
    p.stack.dataExposedFloor = 0;
    const StagePoint point(p, c);
    const OverlapRule &rule = point.step.rules.exchange;
    QVERIFY(rule.mode == (isPipelined ? OverlapMode::NeighbourLayer : OverlapMode::SameLayer));
    const DataCalls calls = dataCalls(p, c, point.layout);
    const Bytes each { p.stack.gradientReduceBytes };
    const StageParameters layer = layerParameters(p, c, point.layout, false);
    const int messages = rule.messages(each * layer.total());
    const Seconds reduce = messages * calls.reductionSeconds(each * layer.total() / messages, {});
    const double parameters = embeddingParameters(p, c, Stage::First, point.none);
    const Seconds root = calls.reductionSeconds(each * parameters, {});
    const Seconds head = root * p.headParameters / (p.headParameters + p.embeddingParameters);
    const LayerWindow &window = point.step.windows.dense;
    LayerOverlap pass(window.backward, window.busyBackward, point.step.rules, window.waitsBackward);
    pass.add(rule, reduce, messages, 1 - p.attentionParameters / layer.total(),
        window.attentionBackward);
    const double besides = isPipelined ? p.layers - 1 : p.layers;
    const Seconds bare = (isPipelined ? reduce : Seconds {}) + root - head + pass.beside(head);
    NoTrace none;
    const AxisLoad load = dataTraffic(p, c, point.step, none);
    QCOMPARE(load.seconds.value(), (p.layers * reduce + root).value());
    QCOMPARE(load.exposed.value(), (besides * pass.exposed() + bare).value());
    QVERIFY(load.exposed < load.seconds);
}

/// Two layers on the first stage and thirty on the last: gradients of the thirty and the head are
/// what a step waits for, and their parameters.
void MixedStagesTest::theStageThatHoldsMostExchangesLongest()
{
    Prepared p = shippedPrepared("llama3.1-8b-h100-node",
        { "framework=megatron", "remat.policy=full", "parallelism.zero_stage=1" });
    p.sequence = 128; // short, so that it is felt
    p.stageLayers = { 2, 30 };
    Candidate c;
    c.pipeline = 2;
    c.data = 4;
    c.zeroStage = 1;
    const StagePoint point(p, c);
    const DataCalls &calls = point.calls.data;
    const auto seconds = [&](Stage stage) {
        const double own = stageParameters(p, c, point.layout, stage).total();
        return calls.reductionSeconds(own * p.stack.gradientReduceBytes, {})
            + calls.returnSeconds(
                p.wideGatherBytes * own, {}, stageLayers(p, c, point.layout, stage).total());
    };
    NoTrace none;
    QVERIFY(seconds(Stage::Last) > 3 * seconds(Stage::First));
    QCOMPARE(dataTraffic(p, c, point.step, none).seconds.value(), seconds(Stage::Last).value());
}

void MixedStagesTest::derivationsNameTheKind()
{
    const ResolvedPlan dense = shippedPlan("llama3.1-8b-h100-node"),
                       moe = shippedPlan("mixtral-8x7b-h100-8-nodes");
    QVERIFY(!operandsOf(dense, "dense_layer_bytes").empty());
    QVERIFY(operandsOf(dense, "moe_layer_bytes").empty());
    QVERIFY(!operandsOf(moe, "moe_layer_bytes").empty());
    QVERIFY(operandsOf(moe, "dense_layer_bytes").empty());
    for (const char *id : { "core_forward", "core_backward" })
        QVERIFY2(!operandsOf(dense, id).empty(), id);
}

QTEST_GUILESS_MAIN(MixedStagesTest)
#include "tst_mixed_stages.moc"
