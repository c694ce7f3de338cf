#include "tests/model/shipped.h"

#include "model/launch/targets/tuning_plan.h"
#include "model/plan/fields/framework_options.h"
#include "model/rules/broken_rules.h"

#include <QTest>

#include <algorithm>

using namespace headroom;

/// A question about fine-tuning reaches a framework that can tune, and keeps what the plan has.
class TuningPlanTest : public QObject
{
    Q_OBJECT

private slots:
    void everyExampleCanBeTuned_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<int>("method");
        for (const std::string &id : shippedLibrary().planIds())
            for (const int method : { 0, 1, 2 })
                QTest::addRow("%s %d", id.c_str(), method) << QString::fromStdString(id) << method;
    }
    void everyExampleCanBeTuned()
    {
        QFETCH(QString, id);
        QFETCH(int, method);
        const Plan plan = loadPlan(*shippedLibrary().planPath(id.toStdString()))->plan;
        Plan tuned = plan;
        const auto changes
            = changesToTune(plan, static_cast<TuningMethod>(method), shippedLibrary());
        QVERIFY(changePlan(tuned, changes).problems.empty());
        QCOMPARE(static_cast<int>(tuningMethod(tuned)), method);
        QCOMPARE(changes.empty(), tuningMethod(plan) == tuningMethod(tuned));
        QCOMPARE(tuned.model.id, plan.model.id);
        QCOMPARE(tuned.hardware.nodes, plan.hardware.nodes);
        // What is left is for a search of the degrees, or for another release on a TPU.
        for (const RuleBreak &broken : brokenRules(*resolvePlan(tuned, shippedLibrary())))
            QVERIFY2(std::ranges::any_of(broken.fields,
                         [](const std::string &field) {
                             return field.starts_with("parallelism.")
                                 || field == "software.maxtext";
                         }),
                broken.error.id.c_str());
    }

    void aFrameworkWithAdaptersIsKept()
    {
        Plan plan = loadPlan(*shippedLibrary().planPath("llama3.1-8b-h100-node"))->plan;
        changePlan(plan, std::vector<FieldChange> { { "framework", "megatron" } });
        QCOMPARE(changesToTune(plan, TuningMethod::Lora, shippedLibrary()),
            (std::vector<FieldChange> { { "tuning.method", "lora" } }));
    }

    void thePlanIsTranslatedWhereItsFrameworkHasNone()
    {
        const Plan plan = loadPlan(*shippedLibrary().planPath("llama3.1-8b-h100-node"))->plan;
        Plan tuned = plan;
        changePlan(tuned, changesToTune(plan, TuningMethod::Qlora, shippedLibrary()));
        QCOMPARE(tuned.framework, std::string("hf"));
        QCOMPARE(tuned.precision.weights, NumberFormat::Bf16);
        QCOMPARE(
            tuned.remat.policy, std::string("no_recompute")); // minimal_with_context of MaxText
    }
};

QTEST_GUILESS_MAIN(TuningPlanTest)
#include "tst_tuning_plan.moc"
