#include "model/physics/step/data_traffic.h"
#include "stage_point.h"
#include "tests/model/shipped.h"

#include <QTest>

using namespace headroom;

/// Which stage of a pipeline sets the pace, and what its layers wait for.
class SlowestStageTest : public QObject
{
    Q_OBJECT

private slots:
    void copiesHideBesidePasses();
    void launchesHideBesideCopies();
    void hostAndDeviceOfDenseLayers();
    void stageWithItsTrafficSetsThePace();
    void lockstepLeavesShortStagesIdle();
    void exchangesOfTwoAxesHaveOneWindow();
    void weightsOfRootsComeWithTheirStage();
    void gradientsBehindALoopTravelInMessages();
};

void SlowestStageTest::copiesHideBesidePasses()
{
    Prepared p = shippedPrepared("llama3.1-8b-h100-node");
    p.assumed.hostFelt = 0.1;
    QCOMPARE(hostReach(p), 1.0);
    QCOMPARE(hostWait(p, Seconds { 2 }, Seconds { 5 }).value(), 0.2); // hidden, and felt
    QCOMPARE(hostWait(p, Seconds { 7 }, Seconds { 5 }).value(), 2.7);
    QCOMPARE(hostWait(p, Seconds { 7 }, Seconds { 0.1 }).value(), 7.0); // never more than it lasts
    QCOMPARE(hostWait(p, {}, Seconds { 5 }).value(), 0.0);
}

void SlowestStageTest::launchesHideBesideCopies()
{
    Prepared p = shippedPrepared("llama3.1-8b-h100-node");
    p.assumed.hostFelt = 0;
    LayerCost cost;
    cost.gemmForward = Seconds { 3 };
    cost.tensorForward = Seconds { 1 };
    cost.hostForward = Seconds { 6 };
    cost.gemmBackward = Seconds { 8 };
    const LaunchSeconds launch { Seconds { 7 }, Seconds { 7 } };
    const LayerPasses passes = layerPasses(p, LayerKind::Moe, cost, launch, {});
    QCOMPARE(passes.forward.device.value(), 4.0);
    QCOMPARE(passes.forward.hostWait.value(), 2.0); // the copy goes on while exchanges do
    QCOMPARE(passes.forward.launchGap.value(), 1.0); // the host issues kernels meanwhile
    QCOMPARE(passes.forward.total().value(), 7.0);
    QCOMPARE(passes.backward.total().value(), 8.0);
}

/// Host and device of a dense layer add up like the sides of a right angle: neither alone sets the
/// pace, and what is short beside the other hardly counts.
void SlowestStageTest::hostAndDeviceOfDenseLayers()
{
    const auto total = [](double host, double device) {
        return device + launchGap(LayerKind::Dense, Seconds { host }, Seconds { device }).value();
    };
    QCOMPARE(total(3, 4), 5.0);
    QCOMPARE(total(4, 3), 5.0);
    QCOMPARE(total(0, 7), 7.0);
    QCOMPARE(total(7, 0), 7.0);
    QVERIFY(total(1, 10) < 10.05);
}

void SlowestStageTest::stageWithItsTrafficSetsThePace()
{
    // The first stage of DeepSeek-V3 has three dense layers: its passes may take longer, but what
    // it gathers is far less.
    const Prepared p = shippedPrepared("llama3.1-8b-h100-node",
        { "model=deepseek-v3", "hardware.nodes=32", "framework=torchtitan", "parallelism.fsdp=128",
            "parallelism.pipeline=2", "parallelism.tensor=1", "parallelism.data=1",
            "parallelism.zero_stage=3", "workload.sequence_length=512",
            "workload.global_batch_sequences=256" });
    Candidate c;
    c.fsdp = 128;
    c.pipeline = 2;
    c.zeroStage = 3;
    StagePoint point(p, c);
    const StepStages &step = point.step;
    Seconds longest;
    for (const PaceStage &stage : step.stages) {
        const AxisLoad load = step.traffic.load(stage.stage, stage.layers, point.none);
        longest = larger(longest,
            stage.microBatches * stage.own() + load.exposed
                + pipelineBubble(p, c, stage, load.chained)
                + pipelineSends(p, c, stage, step.transfer).exposed);
    }
    const Evaluation run = evaluate(p, c);
    const TimeTerms &t = run.time;
    const Seconds rest
        = t[TimeTerm::ExposedData] + t[TimeTerm::Optimizer] + Seconds { p.stack.fixedSeconds };
    QCOMPARE((run.step / p.stepFactor - rest).value(), longest.value());
    QVERIFY(step.slowest.stage == Stage::Last); // 30 or 31 layers of experts
}

void SlowestStageTest::lockstepLeavesShortStagesIdle()
{
    Prepared p = shippedPrepared("llama3.1-8b-h100-node");
    p.stack.holdsAllMicroBatches = false;
    p.stack.zeroBubble = 0;
    Candidate c;
    c.pipeline = 4;
    PaceStage stage;
    stage.microBatches = 9;
    stage.mean = Seconds { 10 };
    stage.forward = Seconds { 4 };
    stage.backward = Seconds { 8 }; // of 12
    QCOMPARE(pipelineBubble(p, c, stage, Seconds { 3 }).value(), 40.0 - 12 + 3);
    QCOMPARE(lockstepWait(p, c, stage, Seconds { 2 }).value(), 2 * 2 * 0.75 - 2);
    stage.backward = Seconds { 5 }; // of 9: it waits for the others in every round
    QCOMPARE(pipelineBubble(p, c, stage, {}).value(), 40.0 - 9 + 8 * 1);
    QCOMPARE(lockstepWait(p, c, stage, Seconds { 2 }).value(), 3.0);
    c.chunks = 2; // more on the way: no lockstep
    QCOMPARE(pipelineBubble(p, c, stage, {}).value(), (40.0 - 9) / 2);
    QCOMPARE(lockstepWait(p, c, stage, Seconds { 2 }).value(), 0.0);
}

void SlowestStageTest::exchangesOfTwoAxesHaveOneWindow()
{
    // Replicas of shards: while a layer waits for its shards, gradients of replicas go on.
    const Prepared p = shippedPrepared("llama3.1-8b-h100-node",
        { "hardware.nodes=4", "framework=torchtitan", "parallelism.fsdp=8", "parallelism.data=4",
            "parallelism.zero_stage=3", "workload.global_batch_sequences=32",
            "workload.sequence_length=512" });
    Candidate c;
    c.fsdp = 8;
    c.data = 4;
    c.zeroStage = 3;
    const StagePoint point(p, c);
    const StepStages &step = point.step;
    const Seconds waits = step.traffic.besideLastBackward(LayerKind::Dense);
    QVERIFY(waits > Seconds {});
    const Evaluation run = evaluate(p, c);
    const AxisLoad &data = run.axes[static_cast<std::size_t>(Axis::Data)];
    QCOMPARE(data.window.value(), (p.layers * (step.windows.dense.backward + waits)).value());
}

/// Weights in host memory: one device waits once for embedding and head; of two stages each waits
/// for its own, and longer by that.
void SlowestStageTest::weightsOfRootsComeWithTheirStage()
{
    Prepared p = shippedPrepared("llama3.1-8b-h100-node");
    p.options.offloadParameters = true;
    Candidate c;
    const auto waits = [&](Stage which, bool isOwn) {
        const StagePoint point(p, c);
        const PaceStage &stage = point.step.stages.of(which);
        const LayerPasses &layer = point.step.kinds.dense;
        const Seconds ofLayers
            = stage.layers.dense * (layer.forward.hostWait + layer.backward.hostWait);
        if (isOwn)
            return stage.own() - stage.forward - stage.backward - stage.launchGap - ofLayers;
        return stage.hostWait - ofLayers;
    };
    const auto root = [&](Stage which) { return rootCopyTime(p, c, makeLayout(p, c), which); };
    QVERIFY(root(Stage::First) > Seconds {});
    QVERIFY(std::abs(waits(Stage::First, false) / root(Stage::First) - 1) < 1e-9);
    c.pipeline = 2;
    for (const Stage which : { Stage::First, Stage::Last })
        for (const bool isOwn : { false, true })
            QVERIFY(std::abs(waits(which, isOwn) / root(which) - 1) < 1e-9);
}

/// A loop over micro-batches leaves its gradients behind it; XLA fills messages with them up to its
/// threshold, all layers of the stage together. The longer of two stages counts, ahead as it is.
void SlowestStageTest::gradientsBehindALoopTravelInMessages()
{
    Prepared p
        = shippedPrepared("llama3.1-8b-h100-node", { "framework=maxtext", "remat.policy=full" });
    p.stack.holdsAllMicroBatches = true;
    p.flags.allReduceCombineThreshold = Bytes { 4e9 };
    p.sequence = 512; // short passes: the last stage is little ahead
    Candidate c;
    c.data = 4;
    c.pipeline = 2;
    c.zeroStage = 0;
    for (const Stage longer : { Stage::First, Stage::Last }) {
        p.stageLayers = longer == Stage::First ? std::vector { 20, 12 } : std::vector { 12, 20 };
        const StagePoint point(p, c);
        const DataCalls &calls = point.calls.data;
        QVERIFY(calls.isBehindLoop && !calls.isSharded);
        const StageParameters own = stageParameters(p, c, point.layout, longer);
        const Bytes gradients = own.plain * p.stack.gradientReduceBytes;
        const double count = point.step.rules.exchange.messages(gradients);
        QVERIFY(count > 1);
        NoTrace none;
        QCOMPARE(dataTraffic(p, c, point.step, none).seconds.value(),
            count * calls.reductionSeconds(gradients / count, {}).value());
    }
}

QTEST_APPLESS_MAIN(SlowestStageTest)
#include "tst_slowest_stage.moc"
