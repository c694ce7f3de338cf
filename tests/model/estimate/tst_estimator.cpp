#include "tests/model/shipped.h"

#include "model/estimate/estimator.h"
#include "model/rules/checked_plan.h"

#include <QTest>

#include <cmath>

using namespace headroom;

namespace {

double sum(const std::vector<double> &values)
{
    double total = 0;
    for (const double value : values)
        total += value;
    return total;
}

} // namespace

/// Laws that every estimate keeps, and faults of other planners that it must not have.
class EstimatorTest : public QObject
{
    Q_OBJECT

private slots:
    void termsSumToTotals_data();
    void termsSumToTotals();
    void explanationEqualsEstimate();
    void doublingLayersDoublesLayerTerms();
    void moreMemoryNeverBreaksAFit();
    void stateIsDividedByModelParallelism();
    void recomputationOfJaxPolicies_data();
    void recomputationOfJaxPolicies();
    void inferenceHoldsSixBytesPerParameter();
    void zeroStagesShareLayerCosts();
    void searchPathEqualsEstimate();
    void exchangesAreThoseOfTheEvaluation();
};

void EstimatorTest::termsSumToTotals_data()
{
    QTest::addColumn<std::string>("plan");
    for (const std::string &id : shippedLibrary().planIds())
        QTest::newRow(id.c_str()) << id;
}

void EstimatorTest::termsSumToTotals()
{
    QFETCH(std::string, plan);
    const Estimate estimate = shippedEstimator().estimate(shippedPlan(plan));
    QVERIFY(std::isfinite(estimate.time.step.value()) && estimate.time.step.value() > 0);
    QCOMPARE(estimate.time.terms.total().value(), estimate.time.step.value());
    QCOMPARE(estimate.memory.terms.total().value(), estimate.memory.peak.value());
    for (const Seconds value : estimate.time.terms.values)
        QVERIFY(std::isfinite(value.value()) && value.value() >= 0);
    for (const Bytes value : estimate.memory.terms.values)
        QVERIFY(std::isfinite(value.value()) && value.value() >= 0);
    QVERIFY(estimate.throughput.mfu > 0 && estimate.throughput.mfu < 1);
    QVERIFY(estimate.throughput.hfu >= estimate.throughput.mfu);
    QVERIFY(estimate.time.p10 < estimate.time.step && estimate.time.step < estimate.time.p90);
    const MemoryEstimate &memory = estimate.memory;
    QVERIFY(memory.p10 > Bytes {} && memory.p10 < memory.peak && memory.peak < memory.p90);
    QVERIFY(estimate == shippedEstimator().estimate(shippedPlan(plan)));
}

void EstimatorTest::explanationEqualsEstimate()
{
    for (const std::string &id : shippedLibrary().planIds()) {
        const ResolvedPlan plan = shippedPlan(id);
        const Estimate estimate = shippedEstimator().estimate(plan);
        int seen = 0;
        for (const Derivation &tree : shippedEstimator().explain(plan)) {
            if (const auto term = timeTermById(tree.id)) {
                QCOMPARE(tree.value, estimate.time.terms[*term].value());
                ++seen;
            }
            QVERIFY2(!tree.source.empty() && !tree.formula.empty(), tree.id.c_str());
        }
        QVERIFY2(seen >= 10, id.c_str());
    }
}

void EstimatorTest::doublingLayersDoublesLayerTerms()
{
    const ResolvedPlan plan = shippedPlan("llama3-70b-h100-32-nodes");
    ResolvedPlan twice = plan;
    ModelShape deep = *plan.model;
    deep.layers *= 2;
    twice.model = std::make_shared<const ModelShape>(deep);
    const Evaluation one = evaluate(shippedEstimator().prepare(plan), planCandidate(plan.plan));
    const Evaluation two = evaluate(shippedEstimator().prepare(twice), planCandidate(plan.plan));
    for (const TimeTerm term : { TimeTerm::Gemm, TimeTerm::Attention, TimeTerm::Elementwise })
        QCOMPARE(two.time[term].value(), 2 * one.time[term].value());
    QCOMPARE(two.time[TimeTerm::HeadLoss].value(), one.time[TimeTerm::HeadLoss].value());
    QCOMPARE(
        two.memory[MemoryTerm::LogitsLoss].value(), one.memory[MemoryTerm::LogitsLoss].value());
}

void EstimatorTest::moreMemoryNeverBreaksAFit()
{
    for (const std::string &id : shippedLibrary().planIds()) {
        ResolvedPlan plan = shippedPlan(id);
        bool fitted = false;
        for (double gibibytes = 8; gibibytes < 512; gibibytes *= 1.25) {
            plan.accelerator.memory = plan.accelerator.usableMemory = gib(gibibytes);
            const bool fits = shippedEstimator().estimate(plan).memory.fits;
            QVERIFY2(fits || !fitted, id.c_str());
            fitted = fits;
        }
        QVERIFY2(fitted, id.c_str());
    }
}

void EstimatorTest::stateIsDividedByModelParallelism()
{
    // GPT-3 at tensor 8, pipeline 8: eighteen bytes per parameter over 64 devices, not over one.
    const ResolvedPlan plan = shippedPlan("gpt3-175b-a100-1024", { "precision.gradients=fp32" });
    const Prepared prepared = shippedEstimator().prepare(plan);
    Candidate candidate = planCandidate(plan.plan);
    candidate.tensor = 8;
    candidate.pipeline = 8;
    candidate.zeroStage = 0;
    candidate.fsdp = 1;
    const Evaluation evaluation = evaluate(prepared, candidate);
    const double state = evaluation.memory[MemoryTerm::Weights].value()
        + evaluation.memory[MemoryTerm::Gradients].value()
        + evaluation.memory[MemoryTerm::OptimizerState].value();
    const double even = 18 * prepared.parametersTotal / 64;
    QVERIFY2(state > 0.95 * even && state < 1.25 * even, qPrintable(QString::number(state / even)));
    candidate.zeroStage = 1;
    const Evaluation sharded = evaluate(prepared, candidate);
    QVERIFY(
        sharded.memory[MemoryTerm::OptimizerState] < evaluation.memory[MemoryTerm::OptimizerState]);
    QCOMPARE(sharded.memory[MemoryTerm::Weights].value(),
        evaluation.memory[MemoryTerm::Weights].value());
}

void EstimatorTest::recomputationOfJaxPolicies_data()
{
    QTest::addColumn<QString>("policy");
    QTest::addColumn<double>("bytes");
    QTest::addColumn<double>("flop");
    QTest::newRow("full") << "full" << 8192.0 << 385875968.0;
    QTest::newRow("save_out_proj") << "save_out_proj" << 16384.0 << 352321536.0;
    QTest::newRow("save_qkv_proj") << "save_qkv_proj" << 20480.0 << 335544320.0;
    QTest::newRow("save_dot_except_mlp") << "save_dot_except_mlp" << 28672.0 << 301989888.0;
    QTest::newRow("save_dot_except_mlpwi") << "save_dot_except_mlpwi" << 36864.0 << 301989888.0;
    QTest::newRow("save_dot_with_context_except_mlp")
        << "save_dot_with_context_except_mlp" << 36992.0 << 234881024.0;
    QTest::newRow("minimal") << "minimal" << 94208.0 << 67108864.0;
    QTest::newRow("minimal_with_context") << "minimal_with_context" << 102528.0 << 0.0;
}

void EstimatorTest::recomputationOfJaxPolicies()
{
    QFETCH(QString, policy);
    QFETCH(double, bytes);
    QFETCH(double, flop);
    const ResolvedPlan plan
        = shippedPlan("llama3.1-8b-h100-node", { "remat.policy=" + policy.toStdString() });
    const Prepared prepared = shippedEstimator().prepare(plan);
    const RematCosts &costs = prepared.remats.front();
    QCOMPARE(costs.plainBytes + costs.shardedBytes, bytes);
    double again = 0;
    for (int i = 0; i < prepared.linearCount; ++i) {
        const Linear &linear = prepared.linears[static_cast<std::size_t>(i)];
        again += 2 * linear.in * linear.out * costs.replay[linear.tensor];
    }
    again += costs.replayAttention * 2 * prepared.sequence / 2 * prepared.heads
        * (prepared.headDim + prepared.valueDim);
    QCOMPARE(again, flop);
}

void EstimatorTest::inferenceHoldsSixBytesPerParameter()
{
    const ResolvedPlan plan = shippedPlan("llama3.1-8b-h100-node", { "workload.mode=inference" });
    const Estimate estimate = shippedEstimator().estimate(plan);
    QCOMPARE(estimate.memory.terms[MemoryTerm::Weights].value(), 6 * 8030261248.0 / 8);
    QCOMPARE(estimate.memory.terms[MemoryTerm::Gradients].value(), 0.0);
    QCOMPARE(estimate.memory.terms[MemoryTerm::OptimizerState].value(), 0.0);
    QCOMPARE(estimate.time.backward.value(), 0.0);
}

void EstimatorTest::zeroStagesShareLayerCosts()
{
    const ResolvedPlan plan = shippedPlan("mixtral-8x7b-h100-8-nodes");
    const Prepared prepared = shippedEstimator().prepare(plan);
    Candidate one = planCandidate(plan.plan), two = one;
    two.zeroStage = one.zeroStage == 3 ? 2 : 3;
    NoTrace none;
    const LayerCosts first = layerCosts(prepared, one, makeLayout(prepared, one), none),
                     second = layerCosts(prepared, two, makeLayout(prepared, two), none);
    QCOMPARE(first.moe.gemmForward.value(), second.moe.gemmForward.value());
    QCOMPARE(first.moe.expertForward.value(), second.moe.expertForward.value());
}

void EstimatorTest::searchPathEqualsEstimate()
{
    for (const std::string &id : shippedLibrary().planIds()) {
        const ResolvedPlan plan = shippedPlan(id);
        const Evaluation fast
            = evaluate(shippedEstimator().prepare(plan), planCandidate(plan.plan));
        const Estimate slow = shippedEstimator().estimate(plan);
        QCOMPARE(fast.step.value(), slow.time.step.value());
        QCOMPARE(fast.peak.value(), slow.memory.peak.value());
        std::vector<double> terms;
        for (const Seconds term : fast.time.values)
            terms.push_back(term.value());
        QVERIFY(std::abs(sum(terms) - fast.step.value()) < 1e-9 * fast.step.value());
    }
}

/// What an axis exchanges is shown as it is evaluated, with the rate that would hide it.
void EstimatorTest::exchangesAreThoseOfTheEvaluation()
{
    const ResolvedPlan plan = shippedPlan("mixtral-8x7b-h100-8-nodes");
    const Prepared p = shippedEstimator().prepare(plan);
    const Evaluation evaluation = evaluate(p, planCandidate(plan.plan));
    const Estimate estimate = shippedEstimator().estimate(plan);
    QVERIFY(estimate.collectives.size() > 1);
    const auto isTraffic = [](const RooflinePoint &point) { return point.isCollective(); };
    QCOMPARE(std::ranges::count_if(estimate.roofline, isTraffic),
        std::ptrdiff_t(estimate.collectives.size()));
    for (const RooflinePoint &point : estimate.roofline)
        QCOMPARE(point.isCollective(), std::ranges::find(axisIds, point.id) != axisIds.end());
    for (const CollectiveLoad &load : estimate.collectives) {
        const auto axis = std::ranges::find(axisIds, load.axis) - axisIds.begin();
        const AxisLoad &own = evaluation.axes[static_cast<std::size_t>(axis)];
        QCOMPARE(load.crossesNodes, own.crossesNodes);
        QCOMPARE(load.operation.find("all-to-all") != std::string::npos, load.axis == "expert");
        QVERIFY(!load.operation.empty());
        QCOMPARE(load.bytes.value(), own.bytes.value());
        QCOMPARE(load.duration.value(), own.seconds.value());
        QCOMPARE(load.window.value(), own.window.value());
        QCOMPARE(load.exposed.value(), own.exposed.value());
        const BytesPerSecond rate = own.crossesNodes ? p.networkPeak : p.linkPeak;
        QCOMPARE(load.minBandwidth.value(),
            own.window > Seconds {} ? rate.value() * (own.seconds / own.window) : 0);
    }
}

QTEST_GUILESS_MAIN(EstimatorTest)
#include "tst_estimator.moc"
