#include "tests/model/candidates.h"
#include "tests/model/physics/hand_made_model.h"

#include <QTest>

using namespace headroom;
using namespace headroom::test;

class StateMemoryTest : public QObject
{
    Q_OBJECT

private slots:
    // arXiv 2205.05198, figure 1: 18 bytes per parameter, divided by tensor and pipeline degrees. A
    // model that forgets to divide gradients and optimizer reports terabytes here.
    void stateIsDividedByTensorAndPipeline_data()
    {
        QTest::addColumn<double>("layers");
        QTest::addColumn<double>("hidden");
        QTest::addColumn<double>("heads");
        QTest::addColumn<int>("pipeline");
        QTest::addColumn<double>("expected");
        QTest::newRow("22B") << 48.0 << 6144.0 << 64.0 << 1 << 45.5625;
        QTest::newRow("175B") << 96.0 << 12288.0 << 96.0 << 8 << 45.5625;
        QTest::newRow("530B") << 105.0 << 20480.0 << 128.0 << 35 << 31.640625;
        QTest::newRow("1T") << 128.0 << 25600.0 << 160.0 << 64 << 32.958984375;
    }
    void stateIsDividedByTensorAndPipeline()
    {
        QFETCH(double, layers);
        QFETCH(double, hidden);
        QFETCH(double, heads);
        QFETCH(int, pipeline);
        QFETCH(double, expected);
        Candidate c;
        c.zeroStage = 0;
        c.tensor = 8;
        c.pipeline = pipeline;
        QCOMPARE(stateGib(paperGpt(layers, hidden, heads), c), expected);
    }

    void elevenBillionParametersTakeEighteenBytesEach()
    {
        Prepared p = paperGpt(1, 1024, 8);
        p.attentionParameters = 11e9;
        p.denseMlpParameters = 0;
        Candidate c;
        c.zeroStage = 0;
        QVERIFY(isNear(stateGib(p, c), 184.402, 0.001));
    }

    /// MaxText's rule for `embed` names context and expert at every stage; replicas share the
    /// optimizer's state alone, and of gradients what is not summed over micro-batches.
    void maxtextShardsWeightsOverContextAtEachStage_data()
    {
        QTest::addColumn<int>("stage");
        QTest::addColumn<double>("microBatches");
        QTest::addColumn<double>("gradients"); // ranks that share
        QTest::addColumn<double>("optimizer");
        QTest::newRow("0") << 0 << 1.0 << 2.0 << 2.0;
        QTest::newRow("1") << 1 << 1.0 << 2.0 << 8.0;
        QTest::newRow("2") << 2 << 1.0 << 8.0 << 8.0;
        // Two buffers of 16 bits: the sum, and what a micro-batch adds.
        QTest::newRow("1, a sum") << 1 << 4.0 << 4.0 << 8.0;
        QTest::newRow("2, a sum") << 2 << 4.0 << 4.0 << 8.0;
    }
    void maxtextShardsWeightsOverContextAtEachStage()
    {
        QFETCH(int, stage);
        QFETCH(double, microBatches);
        QFETCH(double, gradients);
        QFETCH(double, optimizer);
        Prepared p = paperGpt(1, 1024, 8);
        p.weightBytes = p.gradientBytes = Bytes { 4 };
        Candidate one, c;
        one.zeroStage = 0;
        c.zeroStage = stage;
        c.data = 4;
        c.context = 2;
        p.globalBatch = microBatches * c.data * c.microBatch;
        const auto stateOf = [](const Prepared &of, const Candidate &at) {
            NoTrace none;
            const Layout layout = makeLayout(of, at);
            return stateMemory(
                of, at, layout, stageParameters(of, at, layout, Stage::First, none), none);
        };
        const StateMemory whole = stateOf(p, one);
        p.expertIsAxis = p.stack.contextShardsAlone = true;
        const StateMemory shared = stateOf(p, c);
        QCOMPARE(whole.weights / shared.weights, microBatches > 1 ? 2 * 4 / 6.0 : 2.0);
        QCOMPARE(whole.gradients / shared.gradients, gradients);
        QCOMPARE(whole.optimizer / shared.optimizer, optimizer);
        p.stack.contextShardsAlone = false;
        QCOMPARE(whole.weights / stateOf(p, c).weights, 1.0);
    }

    void distributedOptimizerShardsOnlyItsState()
    {
        Prepared p = paperGpt(1, 1024, 8);
        p.attentionParameters = 70'553'706'496.0 / 32;
        p.denseMlpParameters = 0;
        Candidate c;
        c.zeroStage = 1;
        c.data = 8;
        QVERIFY(isNear(stateGib(p, c), 15.400, 0.001));
        const MemoryTerms few = firstStage(p, c);
        c.data = 64;
        const MemoryTerms many = firstStage(p, c);
        // What does not shrink with data parallelism.
        QCOMPARE(many[MemoryTerm::Weights], few[MemoryTerm::Weights]);
        QCOMPARE(many[MemoryTerm::Gradients], few[MemoryTerm::Gradients]);
        QCOMPARE(many[MemoryTerm::SavedActivations], few[MemoryTerm::SavedActivations]);
        QCOMPARE(
            many[MemoryTerm::OptimizerState].value() * 8, few[MemoryTerm::OptimizerState].value());
    }

    void fullyShardedState()
    {
        Prepared p = llama8b();
        p.weightBytes = Bytes { 4 };
        p.masterBytes = Bytes {};
        Candidate c = shardedOver(8);
        QVERIFY(isNear(stateGib(p, c), 14.958, 0.001));
        const MemoryTerms terms = firstStage(p, c);
        const double persistent
            = (terms[MemoryTerm::Weights] + terms[MemoryTerm::OptimizerState]).value();
        QVERIFY(isNear(asGib(persistent), 11.218, 0.001));
    }

    // MaxText's log for deepseek2-16b on four v5p chips says 44.63.
    void persistentStateOfAMeasuredRun()
    {
        Prepared p = paperGpt(1, 1024, 8);
        p.attentionParameters = 15.933e9;
        p.denseMlpParameters = 0;
        p.weightBytes = Bytes { 4 };
        p.masterBytes = Bytes {};
        Candidate c = shardedOver(4);
        const MemoryTerms terms = firstStage(p, c);
        const double persistent
            = asGib((terms[MemoryTerm::Weights] + terms[MemoryTerm::OptimizerState]).value());
        QVERIFY(isNear(persistent, 44.516, 0.001));
        QVERIFY(isNear(persistent / 44.63, 1, 0.005));
    }

    // Experts lie on expert · expert-tensor ranks; only what is left of the tensor x data plane
    // shards their optimizer state.
    void expertsShardInTheirOwnBucket()
    {
        Prepared p = paperGpt(1, 1024, 8);
        p.denseLayers = 0;
        p.moeLayers = 1;
        p.attentionParameters = 8e6;
        p.experts = 16;
        p.topK = 2;
        p.expertFfn = 512;
        p.expertParameters = 64e6;
        Candidate c;
        c.zeroStage = 1;
        c.data = 16;
        c.tensor = 2;
        c.expert = 8;
        c.expertTensor = 1;
        const MemoryTerms terms = firstStage(p, c);
        QCOMPARE(terms[MemoryTerm::Weights].value(), 2 * (8e6 / 2 + 64e6 / 8));
        QCOMPARE(terms[MemoryTerm::Gradients].value(), 4 * (8e6 / 2 + 64e6 / 8));
        QCOMPARE(
            terms[MemoryTerm::OptimizerState].value(), 12 * (8e6 / 2 / 16 + 64e6 / 8 / (32.0 / 8)));
    }

    void embeddingAndHeadArePresent()
    {
        const Prepared p = llama8b();
        Candidate c;
        c.zeroStage = 0;
        QCOMPARE(firstStage(p, c)[MemoryTerm::Weights].value(), 2 * 8'030'261'248.0);
        // The embedding lies on the first stage only, the head on the last.
        c.pipeline = 2;
        QCOMPARE(firstStage(p, c)[MemoryTerm::Weights].value(),
            2 * (16 * 218'112'000.0 + 128256.0 * 4096));
    }

    void fusedAccumulationLeavesUnusedGradients()
    {
        Prepared p = llama8b();
        Candidate c;
        c.zeroStage = 0;
        c.tensor = 2;
        const double without = firstStage(p, c)[MemoryTerm::Functional].value();
        p.stack.cachesWeightGradients = true;
        const double with = firstStage(p, c)[MemoryTerm::Functional].value();
        QCOMPARE(with - without, 2 * (p.attentionParameters + p.denseMlpParameters) / 2);
    }

    void flatOptimizersCopyTheirShareOfTheGradients()
    {
        Prepared p = llama8b();
        p.stack.stepBytesPerParameter = Bytes { 6 };
        Candidate c;
        c.zeroStage = 1;
        c.data = 4;
        QCOMPARE(firstStage(p, c)[MemoryTerm::Functional].value(), 6 * 8'030'261'248.0 / 4);
        p.stack.bucketParameters = 5e8;
        QCOMPARE(firstStage(p, c)[MemoryTerm::Functional].value(), 6 * 8'030'261'248.0 / 4 + 2e9);
    }

    void contextAndCommunicatorsAreListed()
    {
        const Prepared p = llama8b();
        Candidate c;
        c.zeroStage = 1;
        const Bytes alone = outsidePool(p, c);
        QVERIFY(alone >= gib(0.5));
        c.data = 8;
        c.tensor = 8;
        QVERIFY(outsidePool(p, c) > alone);
        QVERIFY(firstStage(p, c)[MemoryTerm::Temporary].value() > 0);
    }
};

QTEST_GUILESS_MAIN(StateMemoryTest)
#include "tst_state_memory.moc"
