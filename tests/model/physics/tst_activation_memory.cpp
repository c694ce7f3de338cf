#include "model/library/profiles/profile_library.h"
#include "tests/model/physics/hand_made_model.h"

#include <QTest>

using namespace headroom;
using namespace headroom::test;

namespace {

struct PaperRun
{
    double layers, hidden, heads, microBatch;
    int pipeline, chunks;
};

Candidate candidateOf(const PaperRun &run, bool sequenceParallel, int remat)
{
    Candidate c;
    c.tensor = 8;
    c.pipeline = run.pipeline;
    c.chunks = run.chunks;
    c.microBatch = run.microBatch;
    c.sequenceParallel = sequenceParallel;
    c.remat = remat;
    return c;
}

} // namespace

class ActivationMemoryTest : public QObject
{
    Q_OBJECT

private slots:
    void publishedActivations_data()
    {
        QTest::addColumn<PaperRun>("run");
        QTest::addColumn<double>("none");
        QTest::addColumn<double>("selectiveGib");
        QTest::addColumn<double>("fullGib");
        QTest::newRow("22B") << PaperRun { 48, 6144, 64, 4, 1, 1 } << 59.25 << 9.5625 << 4.5;
        QTest::newRow("175B") << PaperRun { 96, 12288, 96, 1, 8, 3 } << 66.84375 << 12.3515625
                              << 5.8125;
        QTest::newRow("530B") << PaperRun { 105, 20480, 128, 1, 35, 3 } << 114.0234375
                              << 23.076171875 << 10.859375;
        QTest::newRow("1T") << PaperRun { 128, 25600, 160, 1, 64, 1 } << 131.25 << 26.5625 << 12.5;
    }
    void publishedActivations()
    {
        QFETCH(PaperRun, run);
        QFETCH(double, none);
        QFETCH(double, selectiveGib);
        QFETCH(double, fullGib);
        const Prepared p = paperGpt(run.layers, run.hidden, run.heads);
        QCOMPARE(savedGib(p, candidateOf(run, false, noRecompute)), none);
        QCOMPARE(savedGib(p, candidateOf(run, true, selective)), selectiveGib);
        QCOMPARE(savedGib(p, candidateOf(run, false, full)), fullGib);
    }

    void sequenceParallelismAndSelectiveSeparately()
    {
        const PaperRun run { 48, 6144, 64, 4, 1, 1 };
        const Prepared p = paperGpt(run.layers, run.hidden, run.heads);
        QCOMPARE(savedGib(p, candidateOf(run, false, selective)), 29.25);
        QCOMPARE(savedGib(p, candidateOf(run, true, noRecompute)), 39.5625);
        // Full recomputation knows sequence parallelism, too.
        QCOMPARE(savedGib(p, candidateOf(run, true, full)), 4.5 / 8);
    }

    /// Gradients of gate and up, next to that of their product and of two residual branches;
    /// Liger's kernels write the first two over gate and up.
    void gradientsOverwriteGates()
    {
        Prepared p = llama8b(1000);
        p.isCompiled = false;
        p.stack.eagerKeepsCopies = true;
        NoTrace none;
        const auto elements = [&] {
            return workingGradients(p, {}, makeLayout(p, {}), LayerKind::Dense, none) / (2 * 1000);
        };
        QCOMPARE(elements(), 3 * 14336.0 + 2 * 4096);
        p.loss = CrossEntropy::FusedLinear;
        QCOMPARE(elements(), 14336.0 + 2 * 4096);
        p.isGated = false; // a plain MLP has no such kernel
        QCOMPARE(elements(), 3 * 14336.0 + 2 * 4096);
        p.isGated = true;
        p.isCompiled = true; // nor is one of them compiled
        QCOMPARE(elements(), 3 * 14336.0 + 2 * 4096);
    }

    // Selective recomputation drops the score matrices once per layer: 5·a·s/h of s·b·h bytes.
    void selectiveCountsOncePerLayer_data()
    {
        QTest::addColumn<double>("layers");
        QTest::addColumn<double>("hidden");
        QTest::addColumn<double>("heads");
        QTest::addColumn<double>("ratio");
        QTest::newRow("22B") << 48.0 << 6144.0 << 64.0 << 106.667;
        QTest::newRow("175B") << 96.0 << 12288.0 << 96.0 << 80.0;
        QTest::newRow("530B") << 105.0 << 20480.0 << 128.0 << 64.0;
    }
    void selectiveCountsOncePerLayer()
    {
        QFETCH(double, layers);
        QFETCH(double, hidden);
        QFETCH(double, heads);
        QFETCH(double, ratio);
        const Prepared p = paperGpt(layers, hidden, heads);
        Candidate all, some;
        some.remat = selective;
        const double dropped = (savedGib(p, all) - savedGib(p, some)) * bytesPerGib;
        QVERIFY(isNear(dropped / layers / (p.sequence * hidden), ratio, 0.001));
        // The tensor degree divides it; nothing else of the machine does.
        all.tensor = some.tensor = 8;
        all.data = some.data = 4;
        const double cut = (savedGib(p, all) - savedGib(p, some)) * bytesPerGib;
        QCOMPARE(cut * 8, dropped);
    }

    void interleavingHoldsMore()
    {
        const Prepared p = paperGpt(240, 1024, 8);
        Candidate c;
        c.pipeline = 8;
        const auto factor = [&](int chunks) {
            c.chunks = chunks;
            return microBatchesInFlight(p, c, makeLayout(p, c), Stage::First) / 8;
        };
        QCOMPARE(factor(1), 1.0);
        QVERIFY(isNear(factor(3), 1.291667, 1e-6));
        QCOMPARE(factor(5), 1.175);
    }

    // Bytes per token and layer of Llama-3-8B under the policies of MaxText.
    void namedPolicies_data()
    {
        QTest::addColumn<double>("bytes");
        const std::pair<const char *, double> rows[]
            = { { "full", 8192 }, { "save_out_proj", 16384 }, { "save_qkv_proj", 20480 },
                  { "save_dot_except_mlp", 28672 }, { "save_dot_except_mlpwi", 36864 },
                  { "save_dot_with_context_except_mlp", 36992 }, { "minimal", 94208 },
                  { "minimal_with_context", 102528 } };
        for (const auto &[id, bytes] : rows)
            QTest::newRow(id) << bytes;
    }
    void namedPolicies()
    {
        QFETCH(double, bytes);
        const ProfileLibrary library { { HEADROOM_PROFILES, {} } };
        const auto named = library.rematPolicy(QTest::currentDataTag());
        QVERIFY(bool(named));
        const RematCosts costs
            = rematCosts(llama8b(), *named, rematKind(*named, frameworkTraits(Framework::MaxText)));
        QCOMPARE(costs.plainBytes + costs.shardedBytes, bytes);
    }

    void logitsAtTwelveBytes()
    {
        Prepared p = llama8b();
        p.stack.loggedBytesPerLogit = Bytes { 12 };
        Candidate c;
        c.microBatch = 2;
        c.zeroStage = 0;
        QCOMPARE(asGib(firstStage(p, c)[MemoryTerm::LogitsLoss].value()), 23.484375);
        p.stack.loggedBytesPerLogit = Bytes { 4 };
        QCOMPARE(asGib(firstStage(p, c)[MemoryTerm::LogitsLoss].value()), 7.828125);
        // Chunks of the vocabulary, the tensor degree and context parallelism divide it.
        p.stack.loggedBytesPerLogit = Bytes { 12 };
        c.tensor = 2;
        QCOMPARE(asGib(firstStage(p, c)[MemoryTerm::LogitsLoss].value()), 23.484375 / 2);
    }

    void groupedQueriesAndGatedMlpAreExact()
    {
        const Prepared p = llama8b();
        const RematCosts &all = p.remats[noRecompute];
        // Layer input, two norm outputs, residual.
        QCOMPARE(all.plainBytes, 4 * 2 * 4096.0);
        // q 4096, k and v 1024 each, context 4096; gate, up and their GEMM; log-sum-exp.
        QCOMPARE(all.shardedBytes, 2 * (4096 + 2 * 1024 + 4096.0) + 2 * 3 * 14336.0 + 4 * 32);
    }

    void gatheredInputsStayWholeOnEveryRank()
    {
        Prepared p = llama8b();
        p.stack.keepsGatheredInputs = true;
        const RematCosts costs = rematCosts(p, policy("no_recompute"), RematKind::Whole);
        QCOMPARE(costs.wholeBytes, 2 * 2 * 4096.0);
        Candidate c;
        c.tensor = 8;
        c.sequenceParallel = true;
        const Layout layout = makeLayout(p, c);
        QCOMPARE(
            (layerActivationBytes(p, c, layout, costs, LayerKind::Dense) / layout.tokens).value(),
            costs.wholeBytes + (costs.plainBytes + costs.shardedBytes) / 8);
    }

    // nanotron cuts the stages by compute: 24 layers and a head that weighs 2.45 of them.
    void stagesBalancedByCompute_data()
    {
        QTest::addColumn<int>("pipeline");
        QTest::addColumn<double>("first");
        QTest::newRow("16") << 16 << 2.0;
        QTest::newRow("8") << 8 << 4.0;
        QTest::newRow("4") << 4 << 7.0;
        QTest::newRow("2") << 2 << 14.0;
    }
    void stagesBalancedByCompute()
    {
        QFETCH(int, pipeline);
        QFETCH(double, first);
        Prepared p = paperGpt(24, 2048, 32);
        p.headParameters = 50257.0 * 2048;
        p.matmulParameters = p.headParameters + 24 * (4 * 2048.0 * 2048 + 3 * 2048.0 * 4096);
        p.stack.balancesHead = true;
        Candidate c;
        c.pipeline = pipeline;
        QCOMPARE(makeLayout(p, c).firstStageLayers, first);
    }

    void usableMemoryAndKeyValueBytes()
    {
        QVERIFY(isNear(79.21 * 0.9, 71.289, 0.0005));
        const ProfileLibrary library { { HEADROOM_PROFILES, {} } };
        const auto chip = library.accelerator("a100-80-sxm");
        QVERIFY(bool(chip));
        QVERIFY(isNear(asGib((*chip)->usableMemory.value()) * 0.75, 59.4075, 0.3));
        const Prepared p = llama8b();
        QCOMPARE(8192 * 2 * p.kvHeads * p.headDim * p.computeBytes.value(), 33'554'432.0);
    }
};

QTEST_GUILESS_MAIN(ActivationMemoryTest)
#include "tst_activation_memory.moc"
