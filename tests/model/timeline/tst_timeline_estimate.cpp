#include "../estimate/drawn_plans.h"
#include "timeline_fixture.h"

#include "model/physics/evaluate.h"
#include "model/physics/prepare.h"
#include "model/physics/trace.h"
#include <cstdio>
#include <functional>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace headroom;

/// Scheduled events against the closed form of the estimate, on examples and 300 drawn plans. What
/// is left: state traffic of stages whose layers differ, and exchanges of gradients beside layers
/// that are shorter than they.
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
    std::vector<double> distances;
    int index = 0;
    const int count = qEnvironmentVariableIsSet("N") ? qEnvironmentVariableIntValue("N") : 300;
    for (const ResolvedPlan &plan : DrawnPlans(fixture.library()).withExamples(count)) {
        const Timeline timeline = buildTimeline(plan, fixture.estimator());
        ++index;
        const double off = timeline.makespan / timeline.closedFormStep - 1;
        if (std::abs(off) > 0.025) {
            const auto &d = plan.plan.parallelism;
            const Prepared pp = fixture.estimator().prepare(plan);
            const Evaluation ev = evaluate(pp, planCandidate(plan.plan));
            std::printf("%d %+.2f%% %s %s %s nodes %d | d%d f%d z%d t%d c%d p%d v%d e%d mb%g m%g L%g/%g %s scan%d | step %.4f", index, 100*off, plan.model->id.c_str(), plan.plan.framework.c_str(), plan.accelerator.id.c_str(), (int)plan.plan.hardware.nodes, d.data,d.fsdp,d.zeroStage,d.tensor,d.context,d.pipeline,d.chunks,d.expert,d.microBatch, ev.microBatches, pp.denseLayers, pp.moeLayers, plan.plan.remat.policy.c_str(), pp.options.scanLayers, timeline.closedFormStep);
            for (std::size_t t = 0; t < timeTermCount; ++t) if (ev.time.values[t].value() > 0.01*timeline.closedFormStep) std::printf(" %s %.4f", termId(static_cast<TimeTerm>(t)), ev.time.values[t].value());
            std::printf("\n");
            if (qEnvironmentVariableIntValue("SHOW") == index) {
                DerivationTrace trace; evaluate(pp, planCandidate(plan.plan), trace);
                std::function<void(const Derivation &, int)> show = [&](const Derivation &d2, int depth) { std::printf("%*s%s = %g\n", depth * 2, "", d2.id.c_str(), d2.value); for (const Derivation &o : d2.operands) show(o, depth + 1); };
                for (const Derivation &root : trace.take()) if (root.id == "exposed_data" || root.id == "exposed_fsdp" || root.id == "bubble") show(root, 1);
                for (const auto &pass : timeline.stages.front().passes) std::printf("   pass kind %d start %.5f dur %.5f\n", int(pass.kind), pass.start, pass.duration);
                const auto &tpl = timeline.templates[static_cast<std::size_t>(timeline.stages.front().passes.size() > 1 ? timeline.stages.front().passes[1].pattern : 0)];
                int n = 0;
                for (const auto &b : tpl.blocks) if (n++ < 400 && b.layer > 22 && b.layer < 25) std::printf("     block op %s layer %d start %.5f dur %.5f exp %.6f\n", blockOpId(b.op), int(b.layer), b.start, b.duration, b.exposed);
            }
            for (const auto &st : timeline.stages) { std::printf("     TL"); for (std::size_t t = 0; t < timeTermCount; ++t) if (st.terms.values[t].value() > 0.003*timeline.closedFormStep) std::printf(" %s %.4f", termId(static_cast<TimeTerm>(t)), st.terms.values[t].value()); std::printf("\n"); }
        }
        distances.push_back(std::abs(timeline.makespan / timeline.closedFormStep - 1));
    }
    QVERIFY(distances.size() > 300);
    std::ranges::sort(distances);
    const auto share = [&](double limit) {
        const auto within = std::ranges::upper_bound(distances, limit) - distances.begin();
        return double(within) / double(distances.size());
    };
    QVERIFY(distances[distances.size() / 2] < 0.01);
    QVERIFY2(share(0.03) > 0.98, qPrintable(QString::number(share(0.03))));
    QVERIFY2(share(0.07) == 1, qPrintable(QString::number(share(0.07))));
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
