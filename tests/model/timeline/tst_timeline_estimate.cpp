#include "../estimate/drawn_plans.h"
#include "timeline_fixture.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace headroom;

/// Scheduled events against the closed form of the estimate, on examples and drawn plans. What is
/// left: exchanges between replicas of stages that differ, or that last much longer than the passes
/// beside them.
class TimelineEstimateTest : public QObject
{
    Q_OBJECT

private slots:
    void makespanIsNearTheStep();
    void whatMovesTheStepMovesTheMakespan_data();
    void whatMovesTheStepMovesTheMakespan();
};

void TimelineEstimateTest::makespanIsNearTheStep()
{
    const TimelineFixture fixture;
    constexpr std::size_t drawn = 1000, strict = 310;
    std::vector<double> distances;
    for (const ResolvedPlan &plan : DrawnPlans(fixture.library()).withExamples(drawn)) {
        const Timeline timeline = buildTimeline(plan, fixture.estimator());
        distances.push_back(std::abs(timeline.makespan / timeline.closedFormStep - 1));
    }
    QVERIFY(distances.size() > drawn);
    const double furthest = *std::max_element(distances.begin(), distances.begin() + strict);
    QVERIFY2(furthest < 0.035, qPrintable(QString::number(furthest)));
    std::ranges::sort(distances);
    const auto share = [&](double limit) {
        const auto within = std::ranges::upper_bound(distances, limit) - distances.begin();
        return double(within) / double(distances.size());
    };
    QVERIFY(distances[distances.size() / 2] < 0.01);
    QVERIFY2(share(0.03) > 0.992, qPrintable(QString::number(share(0.03))));
    QVERIFY2(share(0.06) == 1, qPrintable(QString::number(share(0.06))));
}

namespace {

constexpr auto gpu = "llama3.1-8b-h100-node", tpu = "llama2-70b-v5p-64";

/// What a flag does to a plan in which it is at work.
const struct
{
    const char *name, *plan;
    QStringList settings;
    void (*flip)(FlagEffects &);
} flips[] = {
    { "no latency hiding", gpu, {}, [](FlagEffects &f) { f.latencyHiding = false; } },
    { "own layer", gpu, {}, [](FlagEffects &f) { f.pipelinedAllGather = false; } },
    { "synchronous", gpu, {}, [](FlagEffects &f) { f.asyncAllGather = false; } },
    { "four channels", gpu, {}, [](FlagEffects &f) { f.ncclCollectiveMaxChannels = 4; } },
    { "symmetric kernels", gpu, {}, [](FlagEffects &f) { f.symmetricBuffers = true; } },
    { "host copies in their layer", gpu, { "remat.policy=minimal_offloaded" },
        [](FlagEffects &f) { f.pipelinedHostOffload = false; } },
    { "no latency hiding on TPU", tpu, {}, [](FlagEffects &f) { f.latencyHiding = false; } },
    { "gathers in their layer on TPU", tpu, {},
        [](FlagEffects &f) { f.pipelinedAllGather = false; } },
    { "reductions in their layer on TPU", tpu, {},
        [](FlagEffects &f) { f.pipelinedReduceScatter = false; } },
    { "SparseCore", tpu, {}, [](FlagEffects &f) { f.sparseCoreAllGather = true; } },
};

} // namespace

void TimelineEstimateTest::whatMovesTheStepMovesTheMakespan_data()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < int(std::size(flips)); ++i)
        QTest::addRow("%s", flips[i].name) << i;
}

void TimelineEstimateTest::whatMovesTheStepMovesTheMakespan()
{
    QFETCH(int, index);
    const auto &flip = flips[index];
    const TimelineFixture fixture;
    FlagEffects flipped;
    flip.flip(flipped);
    const Timeline before = fixture.timeline(flip.plan, FlagEffects {}, flip.settings);
    const Timeline after = fixture.timeline(flip.plan, flipped, flip.settings);
    const double step = after.closedFormStep / before.closedFormStep - 1;
    const double makespan = after.makespan / before.makespan - 1;
    const QString figures
        = QStringLiteral("step %1 %, makespan %2 %").arg(100 * step).arg(100 * makespan);
    QVERIFY2(std::abs(step) > 1e-4, qPrintable(figures));
    QVERIFY2(step * makespan > 0, qPrintable(figures));
    QVERIFY2(std::abs(step - makespan) < 0.03, qPrintable(figures));
}

QTEST_APPLESS_MAIN(TimelineEstimateTest)
#include "tst_timeline_estimate.moc"
