#include "../estimate/drawn_plans.h"
#include "model/estimate/estimator.h"
#include "model/physics/step/data_traffic.h"
#include "model/physics/step/fsdp_traffic.h"
#include "tests/model/shipped.h"

#include <QTest>

#include <cmath>
#include <functional>

using namespace headroom;

/// Windows that collectives on weights and gradients have, and what flags make of them.
class OverlapTest : public QObject
{
    Q_OBJECT

private slots:
    void feltIsNeverLongerThanTraffic();
    void onePassSharesItsWindow();
    void messagesFillUpToTheThreshold();
    void flagsMoveTheirTerm_data();
    void flagsMoveTheirTerm();
    void pipeliningHoldsALayer();
    void busyLinksDoNotWaitForQueues();
    void nvlsLiftsSumsInsideTheDomain();
    void splitCommunicatorsShareBuffers();

private:
    Evaluation run(const std::string &id, const FlagEffects &flags,
        const std::vector<std::string> &settings = {}) const;
};

namespace {

constexpr auto dense = "llama3.1-8b-h100-node";
constexpr auto wide = "llama3-70b-h100-32-nodes";

Bytes mib(double count)
{
    return Bytes { count * bytesPerMib };
}

Seconds axisExposed(const Evaluation &run, Axis axis)
{
    return run.axes[static_cast<std::size_t>(axis)].exposed;
}

} // namespace

Evaluation OverlapTest::run(
    const std::string &id, const FlagEffects &flags, const std::vector<std::string> &settings) const
{
    const ResolvedPlan plan = shippedPlan(id, settings);
    const ResolvedPlan &own = plan;
    return evaluate(shippedEstimator().prepare(own, shippedEstimator().stackOf(own), flags),
        planCandidate(own.plan));
}

void OverlapTest::feltIsNeverLongerThanTraffic()
{
    std::mt19937 random(3); // NOLINT(cert-msc51-cpp): the same every time
    const auto flip = [&] { return random() % 2 == 0; };
    for (const ResolvedPlan &plan : DrawnPlans(shippedLibrary()).withExamples(300)) {
        FlagEffects flags;
        flags.latencyHiding = random() % 4 != 0;
        flags.asyncAllGather = random() % 4 != 0;
        flags.asyncReduceScatter = random() % 4 != 0;
        flags.asyncAllReduce = random() % 4 != 0;
        flags.pipelinedAllGather = flip();
        flags.pipelinedReduceScatter = flip();
        flags.pipelinedAllReduce = flip();
        flags.doubleBuffering = flip();
        flags.fullUnroll = random() % 5 == 0;
        flags.highestPriorityStream = flip();
        flags.queuesCompete = flip();
        flags.allGatherCombineThreshold = mib(flip() ? 30 : 8192);
        flags.reduceScatterCombineThreshold = mib(flip() ? 0 : 512);
        const Evaluation run
            = evaluate(shippedEstimator().prepare(plan, shippedEstimator().stackOf(plan), flags),
                planCandidate(plan.plan));
        for (const AxisLoad &axis : run.axes)
            QVERIFY2(axis.exposed <= axis.seconds * (1 + 1e-9), plan.plan.name.c_str());
        QVERIFY(std::isfinite(run.step.value()));
    }
}

void OverlapTest::onePassSharesItsWindow()
{
    OverlapRule rule;
    constexpr Seconds pass { 10 }, window { 4 }, shorter { 3 }, traffic { 5 };
    LayerOverlap both(pass, 1, {});
    both.add(rule, Seconds { 6 }, 1, 0.5, window);
    both.add(rule, Seconds { 7 }, 1, 0.5, window);
    QCOMPARE(both.exposed().value(), 3.0); // 13 behind 10, not 0 + 0
    rule.contention = 0.2;
    LayerOverlap felt(pass, 1, {});
    felt.add(rule, traffic, 1, 0.5, window);
    QCOMPARE(felt.exposed().value(), 1.0);
    rule.mode = OverlapMode::SameLayer;
    LayerOverlap merged(pass, 1, {}), apart(pass, 1, {});
    merged.add(rule, traffic, 1, 0.8, shorter);
    apart.add(rule, traffic, 2, 0.8, shorter);
    QCOMPARE(merged.exposed().value(), 5.0); // needed at once
    QCOMPARE(apart.exposed().value(), 5 - 3 + 0.2 * 3); // the later part behind attention
    // What the pass waits for something else serves either half, once: 3 + 2, and what is left.
    constexpr Seconds waits { 3 };
    LayerOverlap waiting(pass, 1, {}, waits);
    rule.contention = 0;
    waiting.add(rule, traffic, 2, 1, shorter);
    QCOMPARE(waiting.exposed().value(), 0.0);
    waiting.add(rule, traffic, 2, 1, shorter);
    QCOMPARE(waiting.exposed().value(), 5.0 - 3 - 1);
    rule.contention = 0.2;
    // Two layers in one iteration: the second has the first beside it.
    OverlapRules unrolledTwice;
    unrolledTwice.layersPerIteration = 2;
    LayerOverlap everySecond(pass, 1, unrolledTwice);
    everySecond.add(rule, traffic, 1, 0.8, shorter);
    QCOMPARE(everySecond.exposed().value(), (5 + 0.2 * 5) / 2);
    rule.mode = OverlapMode::None;
    LayerOverlap stopped(pass, 1, {});
    stopped.add(rule, traffic, 4, 0.8, shorter);
    QCOMPARE(stopped.exposed().value(), 5.0);
}

void OverlapTest::messagesFillUpToTheThreshold()
{
    OverlapRule rule;
    rule.maxMessages = 7;
    constexpr Bytes layer { 1e9 };
    QCOMPARE(rule.messages(layer), 1);
    rule.threshold = Bytes { 3e8 };
    QCOMPARE(rule.messages(layer), 4);
    rule.threshold = Bytes { 1e6 }; // tensors larger than that travel alone
    QCOMPARE(rule.messages(layer), 7);
    rule.threshold = {};
    QCOMPARE(rule.messages(layer), 7);
}

void OverlapTest::flagsMoveTheirTerm_data()
{
    using Change = std::function<void(FlagEffects &)>;
    QTest::addColumn<QString>("plan");
    QTest::addColumn<Change>("off");
    QTest::addColumn<int>("axis");
    const auto row = [](const char *name, const char *plan, Axis axis, Change off) {
        QTest::newRow(name) << plan << off << static_cast<int>(axis);
    };
    row("latency hiding", dense, Axis::Fsdp, [](auto &flags) { flags.latencyHiding = false; });
    row("async gathers", dense, Axis::Fsdp, [](auto &flags) { flags.asyncAllGather = false; });
    row("async scatters", dense, Axis::Fsdp, [](auto &flags) { flags.asyncReduceScatter = false; });
    row("pipelined gathers", dense, Axis::Fsdp,
        [](auto &flags) { flags.pipelinedAllGather = false; });
    row("pipelined scatters", dense, Axis::Fsdp,
        [](auto &flags) { flags.pipelinedReduceScatter = false; });
    row("double buffering", wide, Axis::Fsdp, [](auto &flags) { flags.doubleBuffering = false; });
    row("gather threshold", wide, Axis::Fsdp,
        [](auto &flags) { flags.allGatherCombineThreshold = mib(1); });
    row("scatter threshold", wide, Axis::Fsdp,
        [](auto &flags) { flags.reduceScatterCombineThreshold = mib(0.1); });
}

void OverlapTest::flagsMoveTheirTerm()
{
    QFETCH(QString, plan);
    QFETCH(std::function<void(FlagEffects &)>, off);
    QFETCH(int, axis);
    FlagEffects flags;
    const Evaluation with = run(plan.toStdString(), flags);
    off(flags);
    const Evaluation without = run(plan.toStdString(), flags);
    const Seconds gain = axisExposed(without, static_cast<Axis>(axis))
        - axisExposed(with, static_cast<Axis>(axis));
    QVERIFY2(gain > 1e-4 * with.step, qPrintable(QString::number(gain.value())));
    QVERIFY(std::abs((without.step - with.step - gain) / with.step) < 1e-9);
}

void OverlapTest::pipeliningHoldsALayer()
{
    FlagEffects flags;
    const auto gathered
        = [&] { return run(dense, flags).memory[MemoryTerm::GatheredParameters].value(); };
    const double both = gathered();
    flags.doubleBuffering = false;
    QCOMPARE(gathered(), both); // takes copies away, not memory
    flags.pipelinedAllGather = false;
    const double one = gathered();
    flags.pipelinedReduceScatter = false;
    const double none = gathered();
    const double layer = 2.0 * 218112000; // weights of a layer of Llama 3.1 8B in 16 bits
    QVERIFY(std::abs((both - one) / layer - 1) < 0.01);
    QVERIFY(std::abs((one - none) / layer - 1) < 0.01);
}

void OverlapTest::busyLinksDoNotWaitForQueues()
{
    const OverlapRule rule;
    const auto waits = [&](double communication, double lateShare) {
        OverlapRules late;
        late.lateShare = lateShare;
        LayerOverlap pass(Seconds { 10 }, 1, late);
        pass.add(rule, Seconds { communication }, 1, 0.5, Seconds { 4 });
        return pass.exposed().value();
    };
    QCOMPARE(waits(4, 0.1), 0.0); // done in time all the same
    QCOMPARE(waits(9.5, 0), 0.0);
    QCOMPARE(waits(9.5, 0.1), 0.5);
    QCOMPARE(waits(13, 0.1), 3.0); // links never stand still
    QCOMPARE(waits(13, 0.1), waits(13, 0));
    FlagEffects late;
    late.highestPriorityStream = false;
    QVERIFY(run(dense, late).step >= run(dense, {}).step);
}

void OverlapTest::nvlsLiftsSumsInsideTheDomain()
{
    FlagEffects without;
    without.nvls = false;
    // Replicas inside one node add up in the switch.
    const std::vector<std::string> replicas { "parallelism.fsdp=1", "parallelism.data=8",
        "parallelism.zero_stage=0", "model=llama3.2-1b" };
    const auto data = [&](const FlagEffects &flags) {
        return run(dense, flags, replicas).axes[static_cast<std::size_t>(Axis::Data)].seconds;
    };
    QVERIFY(data({}) < 0.9 * data(without));
    // Rings between nodes neither win nor lose.
    QCOMPARE(run(wide, {}).axes[0].seconds.value(), run(wide, without).axes[0].seconds.value());
}

void OverlapTest::splitCommunicatorsShareBuffers()
{
    FlagEffects apart;
    apart.ncclCommSplitting = false;
    const std::vector<std::string> two { "parallelism.fsdp=4", "parallelism.tensor=2" };
    QVERIFY(run(dense, apart, two).outsidePool > run(dense, {}, two).outsidePool);
    QCOMPARE(run(dense, apart).outsidePool, run(dense, {}).outsidePool);
}

QTEST_APPLESS_MAIN(OverlapTest)
#include "tst_overlap.moc"
