#include "tests/model/shipped.h"

#include "model/plan/fields/framework_options.h"
#include "model/session/plan_remedies.h"

#include <QTest>

#include <algorithm>

using namespace headroom;

namespace {

constexpr auto dense = "llama3.1-8b-h100-node";

ResolvedPlan planWith(const QString &id, const QStringList &settings)
{
    const auto checked = openCheckedPlan(id.toStdString(), stdTexts(settings), shippedLibrary());
    if (!checked)
        qFatal("%s", errorText(checked.errors().front()).c_str());
    return checked->resolved;
}

Remedies remediesOf(const ResolvedPlan &plan)
{
    return planRemedies(flaggedEstimator(), plan, flaggedEstimator().estimate(plan));
}

ResolvedPlan changed(const ResolvedPlan &plan, const PlanMove &changes)
{
    Plan other = plan.plan;
    changePlan(other, changes);
    return *resolvePlan(other, shippedLibrary());
}

bool touches(const PlanMove &changes, const char *path)
{
    return std::ranges::any_of(
        changes, [path](const FieldChange &change) { return change.path == path; });
}

} // namespace

class RemediesTest : public QObject
{
    Q_OBJECT

private slots:
    void planThatLacksRoomIsCured_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<QStringList>("settings");
        QTest::addColumn<QString>("first"); ///< a field that the nearest remedy changes
        QTest::addColumn<QString>("alters");
        QTest::newRow("replicas without ZeRO")
            << dense
            << QStringList { "framework=deepspeed", "parallelism.data=8", "parallelism.fsdp=1",
                   "parallelism.zero_stage=0", "remat.policy=full" }
            << "parallelism.zero_stage"
            << "layout";
        QTest::newRow("Megatron without its distributed optimizer")
            << dense
            << QStringList { "framework=megatron", "parallelism.data=8", "parallelism.fsdp=1",
                   "parallelism.zero_stage=0", "remat.policy=full" }
            << "parallelism.zero_stage"
            << "layout";
        QTest::newRow("micro-batch")
            << dense << QStringList { "parallelism.micro_batch_sequences=4" } << ""
            << "layout";
        QTest::newRow("70B on a node")
            << dense << QStringList { "model=llama3.1-70b", "remat.policy=full" } << ""
            << "numerics";
        QTest::newRow("pool too small")
            << dense << QStringList { "flags.XLA_PYTHON_CLIENT_MEM_FRACTION=0.40" }
            << "flags.XLA_PYTHON_CLIENT_MEM_FRACTION"
            << "none";
        QTest::newRow("pool too large")
            << dense << QStringList { "flags.XLA_PYTHON_CLIENT_MEM_FRACTION=0.999" }
            << "flags.XLA_PYTHON_CLIENT_MEM_FRACTION"
            << "none";
    }
    void planThatLacksRoomIsCured()
    {
        QFETCH(QString, plan);
        QFETCH(QStringList, settings);
        QFETCH(QString, first);
        QFETCH(QString, alters);
        const ResolvedPlan resolved = planWith(plan, settings);
        const Estimate now = flaggedEstimator().estimate(resolved);
        QVERIFY(!now.memory.fits);
        const Remedies found = remediesOf(resolved);
        QVERIFY(!found.all.empty());
        QVERIFY(found.all.size() <= 3);
        QVERIFY(!found.nearest);
        QCOMPARE(QString(altersName(found.all.front().reach)), alters);
        if (!first.isEmpty())
            QVERIFY2(touches(found.all.front().changes, qPrintable(first)),
                moveText(found.all.front().changes).c_str());
        QVERIFY(std::ranges::is_sorted(found.all, {}, &Remedy::reach));
        QCOMPARE(found.of("does-not-fit").size(), found.all.size());
        for (const Remedy &remedy : found.all) {
            const ResolvedPlan mended = changed(resolved, remedy.changes);
            QVERIFY(brokenRules(mended).empty());
            QVERIFY(flaggedEstimator().estimate(mended) == remedy.estimate);
            QVERIFY(remedy.estimate.memory.fits);
            QVERIFY(remedy.estimate.memory.fitProbability >= 0.9);
            QVERIFY2(!remedy.targets.empty(), moveText(remedy.changes).c_str());
        }
    }

    /// One node of 70B: adapters are the answer, and they fit with room to spare.
    void adaptersAreOffered()
    {
        const Remedies found
            = remediesOf(planWith(dense, { "model=llama3.1-70b", "remat.policy=full" }));
        const auto lora = std::ranges::find_if(
            found.all, [](const Remedy &one) { return touches(one.changes, "tuning.method"); });
        QVERIFY(lora != found.all.end());
        QVERIFY(lora->estimate.memory.fitProbability > 0.9);
    }

    void whatNothingCuresHasANearest()
    {
        const Remedies found = remediesOf(planWith(dense,
            { "model=megatron-1008.0b", "hardware.accelerator=tpu-v5e", "attention=splash",
                "hardware.devices_per_node=1", "parallelism.fsdp=1", "remat.policy=full",
                "workload.sequence_length=2048" }));
        QVERIFY(found.all.empty());
        QVERIFY(found.nearest.has_value());
        QVERIFY(found.nearest->lacks > Bytes {});
    }

    /// Tensor parallelism that nothing needs and recomputation with room to spare.
    void wasteIsAFinding()
    {
        const ResolvedPlan plan = planWith(dense,
            { "framework=megatron", "parallelism.tensor=8", "parallelism.fsdp=1",
                "parallelism.zero_stage=0", "remat.policy=full" });
        const Estimate now = flaggedEstimator().estimate(plan);
        const Remedies found = remediesOf(plan);
        QCOMPARE(found.waste.size(), std::size_t(1));
        QCOMPARE(found.waste.front().id, std::string(wasteFinding));
        const Remedy &best = found.all[found.of(wasteFinding).front()];
        QVERIFY(best.estimate.time.step < 0.6 * now.time.step);
        QVERIFY(best.estimate.memory.fitProbability >= 0.9);
        QVERIFY(best.change.step.p90 < 0);
        for (const Remedy &remedy : found.all)
            QCOMPARE(QString(altersName(remedy.reach)), QString("layout"));
        QVERIFY(remediesOf(changed(plan, best.changes)).waste.empty());
    }

    void aPlanThatIsGoodHasNone()
    {
        const Remedies found = remediesOf(planWith(dense, {}));
        QVERIFY(found.all.empty());
        QVERIFY(found.waste.empty());
        QVERIFY(!found.nearest);
    }
};

QTEST_GUILESS_MAIN(RemediesTest)
#include "tst_remedies.moc"
