#include "collective_fixture.h"
#include "model/physics/collectives/stage_transfer.h"
#include "model/physics/step/evaluate.h"
#include "model/physics/step/layer_traffic.h"
#include "model/physics/step/state_traffic.h"
#include "tests/model/physics/hand_made_model.h"
#include "tests/model/shipped.h"

#include <QTest>

using namespace headroom;
using namespace headroom::test;

/// Branches that few plans reach, by hand: widths that memory and matrix units do not take whole,
/// latent attention, experts whose MLP is one kernel, axes of a torus.
class RareWorkTest : public QObject
{
    Q_OBJECT

private slots:
    void widthsThatAreNotTakenWhole_data();
    void widthsThatAreNotTakenWhole();
    void latentAttention();
    void fusedExpertsHandOnQuantised();
    void axesThatAreLeft_data();
    void axesThatAreLeft();
    void aSlowedKernelIsNoReasonToLeaveOneOut();
    void nothingIsLeftOfAFormerPoint();
    void aTransferIsDecomposedWhereAllAgree();
    void transfersBetweenStagesAreReportedAsTheyAreFelt();

private:
    static Prepared prepared(const std::string &model)
    {
        const auto plan = openPlan("llama3.1-8b-h100-node", { "model=" + model }, shippedLibrary());
        if (!plan)
            qFatal("%s", model.c_str());
        return shippedEstimator().prepare(plan->resolved);
    }
};

void RareWorkTest::widthsThatAreNotTakenWhole_data()
{
    QTest::addColumn<double>("size");
    QTest::addColumn<double>("use");
    QTest::addColumn<double>("elementBytes");
    QTest::newRow("64") << 4096.0 << 1.0 << 2.0;
    QTest::newRow("narrow, 8") << 40.0 << 1.0 << 2.0;
    QTest::newRow("32") << 96.0 << 1 - 0.4 * 0.2 << 2.0;
    QTest::newRow("16") << 80.0 << 1 - 0.4 * 0.5 << 2.0;
    QTest::newRow("8") << 72.0 << 0.6 << 2.0;
    QTest::newRow("4") << 68.0 << 0.6 * 0.55 << 2.0;
    QTest::newRow("2") << 70.0 << 0.6 * 0.4 << 2.0;
    QTest::newRow("narrow, 4") << 36.0 << 0.6 * 0.55 << 2.0;
    QTest::newRow("8-bit, 64 bytes") << 2880.0 << 1 - 0.4 * 0.2 << 1.0;
    QTest::newRow("4-bit, 32 bytes") << 2880.0 << 1 - 0.4 * 0.5 << 0.5;
}

void RareWorkTest::widthsThatAreNotTakenWhole()
{
    QFETCH(double, size);
    QFETCH(double, use);
    QFETCH(double, elementBytes);
    const Bytes element { elementBytes };
    Prepared p;
    p.chip.misaligned = 0.6;
    QCOMPARE(alignmentUse(p, size, element), use);
    p.isTpu = true;
    QCOMPARE(alignmentUse(p, size, element), 1.0);
}

/// DeepSeek-V3: 128 heads of 128 + 64 for queries and keys and 128 for values, latents of 1536 and
/// 512; three dense layers before 58 with experts.
void RareWorkTest::latentAttention()
{
    const Prepared p = prepared("deepseek-v3");
    QCOMPARE(p.keyValueElements, 128.0 * (192 + 128));
    QCOMPARE(p.qkElements, 128.0 * 64 * 2);
    QCOMPARE(p.firstDenseLayers, 3.0);
    QCOMPARE(p.denseLayers, 3.0);
    QCOMPARE(p.moeLayers, 58.0);
    QCOMPARE(p.sharedFfn, 2048.0);
    const double cut = 1536.0 * 128 * 192 + 512.0 * 128 * 256 + 128.0 * 128 * 7168;
    const double whole = 7168.0 * 1536 + 7168.0 * (512 + 64);
    QCOMPARE(p.attentionParameters, cut);
    double gemms = 0, router = 0;
    for (const Linear &linear : p.matrices())
        (std::string_view { linear.id } == "router" ? router : gemms)
            += linear.isOf(LayerKind::Dense) || !linear.isQuantised ? linear.in * linear.out : 0;
    QCOMPARE(gemms, cut + whole + 3 * 7168.0 * 18432);
    QCOMPARE(router, 7168.0 * 256);

    // Not of latent attention: grouped queries exchange keys and values of 8 heads of 128.
    const Prepared grouped = prepared("llama3.1-8b");
    QCOMPARE(grouped.keyValueElements, 2 * 8 * 128.0);
    QCOMPARE(grouped.qkElements, (32 + 8) * 128.0);
}

/// Four experts of 100 × 30, two a token, 500 tokens: 1000 rows go through them. The GEMM in
/// front reads 100 of a row and writes 2 · 30, the one behind reads 30 and writes 100.
void RareWorkTest::fusedExpertsHandOnQuantised()
{
    Prepared p = paperGpt(4, 100, 4);
    p.experts = 4;
    p.topK = 2;
    p.linears[0] = { "expert_in", 100, 60, Cut::ExpertColumn, false, true };
    p.linears[1] = { "expert_out", 30, 100, Cut::ExpertRow, false, true };
    p.linearCount = 2;
    p.recipes.front().isLow = true;
    const Candidate c;
    Layout layout = makeLayout(p, c);
    layout.tokens = 500;
    const double weights = 4 * (100 * 60 + 30 * 100);
    const CastElements apart = castElements(p, c, layout, LayerKind::Moe);
    QCOMPARE(apart.inputs, 1000.0 * (100 + 30));
    QCOMPARE(apart.gradients, 1000.0 * (60 + 100));
    QCOMPARE(apart.weights, weights);
    p.options.fusedExpertMlp = true;
    const CastElements fused = castElements(p, c, layout, LayerKind::Moe);
    QCOMPARE(fused.inputs, 1000.0 * 100);
    QCOMPARE(fused.gradients, 1000.0 * 100);
    QCOMPARE(fused.weights, weights);
    QCOMPARE(fused.transposed, 0.0);
    QCOMPARE(castElements(p, c, layout, LayerKind::Dense).weights, 0.0);
}

void RareWorkTest::axesThatAreLeft_data()
{
    QTest::addColumn<int>("tensor");
    QTest::addColumn<int>("context");
    QTest::addColumn<int>("expert");
    QTest::addColumn<bool>("expertIsAxis");
    QTest::addColumn<double>("axes");
    QTest::newRow("all") << 1 << 1 << 1 << true << 3.0;
    QTest::newRow("tensor") << 4 << 1 << 1 << true << 2.0;
    QTest::newRow("tensor, context") << 4 << 4 << 1 << true << 1.0;
    QTest::newRow("never none") << 4 << 4 << 4 << true << 1.0;
    QTest::newRow("experts") << 1 << 1 << 4 << true << 2.0;
    QTest::newRow("experts among the data ranks") << 1 << 1 << 4 << false << 3.0;
}

void RareWorkTest::axesThatAreLeft()
{
    QFETCH(int, tensor);
    QFETCH(int, context);
    QFETCH(int, expert);
    QFETCH(bool, expertIsAxis);
    QFETCH(double, axes);
    Prepared p;
    p.isTpu = true;
    p.torusDimensions = 3;
    p.expertIsAxis = expertIsAxis;
    Candidate c;
    c.tensor = tensor;
    c.context = context;
    c.expert = expert;
    QCOMPARE(dataAxes(p, c), axes);
    p.isTpu = false; // a switched network has no axes
    QCOMPARE(dataAxes(p, c), 1.0);
}

/// Twice as fast on paper, a thousandth of it by a correction of its size: the plain ring stays and
/// wins. Without the correction it is beaten and goes.
void RareWorkTest::aSlowedKernelIsNoReasonToLeaveOneOut()
{
    const CollectiveFixture fixture;
    CollectiveMachine machine = fixture.machine("h100-sxm");
    const CollectiveGroup group = CollectiveFixture::group(machine, 8);
    const auto ring = std::ranges::find_if(machine.rows, [](const CollectiveRow &row) {
        return row.algorithm == CollectiveAlgorithm::Ring
            && row.protocol == CollectiveProtocol::LowLatency;
    });
    QVERIFY(ring != machine.rows.end());
    CollectiveRow slowed = *ring;
    for (auto *rates : { &slowed.channel, &slowed.atMost })
        for (double &rate : *rates)
            rate *= 2;
    slowed.ofBus *= 2;
    machine.fill = {};
    machine.rows = { *ring };
    const Bytes bytes { 1 << 20 };
    const auto kind = CollectiveKind::AllReduce;
    const Seconds alone = CollectiveCurve(machine, kind, group).seconds(bytes);
    machine.rows.push_back(slowed);
    const CollectiveCurve plain(machine, kind, group);
    QCOMPARE(plain.lines().size(), std::size_t { 1 });
    QVERIFY(plain.seconds(bytes) < alone);
    machine.rows.back().correction = 0;
    machine.slowdowns.front().fill(1000);
    const CollectiveCurve corrected(machine, kind, group);
    QCOMPARE(corrected.lines().size(), std::size_t { 2 });
    QCOMPARE(corrected.seconds(bytes).value(), alone.value());
}

/// The same object takes one point after the other, as in the search: training, then inference,
/// which exchanges no gradients.
void RareWorkTest::nothingIsLeftOfAFormerPoint()
{
    Prepared p = prepared("llama3.1-8b");
    Candidate c;
    c.data = 8;
    NoTrace none;
    Evaluation evaluation;
    const Layout layout = makeLayout(p, c);
    const auto exchanged = [&] {
        evaluateMemory(p, c, layout, evaluation, none);
        assembleTime(p, c, layout, layerCosts(p, c, layout, none), stepCalls(p, c, layout),
            evaluation, none);
        return evaluation.axes[static_cast<std::size_t>(Axis::Data)].bytes.value();
    };
    QVERIFY(exchanged() > 0);
    p.isInference = true;
    QCOMPARE(exchanged(), 0.0);
    QCOMPARE(evaluation.step.value(), evaluate(p, c).step.value());
}

void RareWorkTest::aTransferIsDecomposedWhereAllAgree()
{
    const Bytes threshold { 1e6 }, less { 1e6 - 1 };
    Prepared p;
    p.flags.permuteDecomposerThreshold = threshold;
    for (int flags = 0; flags < 8; ++flags) {
        p.flags.pipelinedP2p = flags & 1;
        p.flags.asyncPermute = flags & 2;
        p.flags.permuteDecomposer = flags & 4;
        QCOMPARE(isDecomposed(p, threshold), flags == 7);
        QVERIFY(!isDecomposed(p, less));
    }
}

void RareWorkTest::transfersBetweenStagesAreReportedAsTheyAreFelt()
{
    Prepared p = prepared("llama3.1-8b");
    p.stepFactor = 1.25; // a cluster that is slower in all
    Candidate c;
    c.pipeline = 4;
    c.fsdp = 2;
    const Evaluation evaluation = evaluate(p, c);
    const AxisLoad &load = evaluation.axes[static_cast<std::size_t>(Axis::Pipeline)];
    QVERIFY(load.exposed > Seconds {});
    QCOMPARE(load.exposed.value(), evaluation.time[TimeTerm::ExposedPipeline].value());
}

QTEST_GUILESS_MAIN(RareWorkTest)
#include "tst_rare_work.moc"
