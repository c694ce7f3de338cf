#include "export_fixture.h"

#include "model/launch/common/translate_plan.h"

#include <QTest>

using namespace headroom;

class TranslatePlanTest : public QObject
{
    Q_OBJECT

private slots:
    void theOwnFrameworkChangesNothing()
    {
        const ResolvedPlan plan = fixture().plan("llama3-70b-h100-32-nodes");
        const PlanTranslation same = translatePlan(plan, "maxtext");
        QVERIFY(same.plan == plan.plan);
        QVERIFY(same.notes.empty());
    }

    void remat_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("framework");
        QTest::addColumn<QString>("to");
        QTest::newRow("nothing recomputed") << "minimal_with_context"
                                            << "megatron"
                                            << "no_recompute";
        QTest::newRow("attention only") << "minimal"
                                        << "megatron"
                                        << "selective";
        QTest::newRow("never more memory") << "save_dot_except_mlp"
                                           << "megatron"
                                           << "full";
        QTest::newRow("offload") << "minimal_offloaded"
                                 << "torchtitan"
                                 << "full";
        QTest::newRow("full") << "full"
                              << "deepspeed"
                              << "full";
    }
    void remat()
    {
        QFETCH(QString, from);
        QFETCH(QString, framework);
        QFETCH(QString, to);
        const ResolvedPlan plan
            = fixture().plan("llama3-70b-h100-32-nodes", { "remat.policy=" + from.toStdString() });
        const PlanTranslation result = translatePlan(plan, framework.toStdString());
        QVERIFY(result.refusals.empty());
        QCOMPARE(result.plan.remat.policy, to.toStdString());
        if (from != to)
            QVERIFY(!result.notes.empty());
    }

    void expertsMoveIntoTheDataRanksAndBack()
    {
        const ResolvedPlan plan = fixture().plan("mixtral-8x7b-h100-8-nodes");
        const PlanTranslation there = translatePlan(plan, "megatron");
        QCOMPARE(there.plan.parallelism.fsdp, 64);
        QCOMPARE(there.plan.parallelism.expert, 8);
        const PlanTranslation back = translatePlan(fixture().resolve(there.plan), "maxtext");
        QCOMPARE(back.plan.parallelism.fsdp, 8);
        QCOMPARE(back.plan.parallelism.expert, 8);
    }

    void machineOnlyExportsCountNoExpertsTwice()
    {
        Plan plan = translatePlan(fixture().plan("mixtral-8x7b-h100-8-nodes"), "torchtitan").plan;
        plan.parallelism.data = plan.parallelism.fsdp = plan.parallelism.pipeline = 4;
        const ResolvedPlan experts = fixture().resolve(plan);
        QVERIFY(!translatePlan(experts, "maxtext").refusals.empty()); // 8 divides neither 4
        const Result<std::vector<ExportFile>> files = fixture().files(experts, "jax");
        QVERIFY2(files.hasValue(), files ? "" : errorLines(files.errors()).c_str());
    }

    void whatHasNoCounterpartIsRefused()
    {
        const ResolvedPlan plan = fixture().plan("llama3.1-405b-h100-128-nodes");
        QVERIFY(!translatePlan(plan, "deepspeed").refusals.empty()); // fp8
        QVERIFY(translatePlan(plan, "torchtitan").refusals.empty());
    }

    void layersOutsideTheCircularPipeline()
    {
        const ResolvedPlan plan = fixture().plan("llama3.1-405b-h100-128-nodes");
        const PlanTranslation said = translatePlan(plan, "maxtext");
        QVERIFY(said.refusals.empty());
        QCOMPARE(said.layersOutsidePipeline, 6); // 126 layers, 8 stages of 15
        QCOMPARE(said.plan.parallelism.chunks, 5);
        const std::string config = fixture().file(plan, "maxtext-gpu", "config.yml");
        for (const char *line : { "\npipeline_parallel_layers: 120\n",
                 "\nnum_pipeline_repeats: 5\n", "\nnum_layers_per_pipeline_stage: 3\n" })
            QVERIFY2(config.find(line) != std::string::npos, line);
        const std::string readme = fixture().file(plan, "maxtext-gpu", "README.md");
        QVERIFY(readme.find("6 of the 126 layers stay outside the pipeline") != std::string::npos);
    }

    void fp32WeightsAreMegatronsCopies()
    {
        const ResolvedPlan plan = fixture().plan("llama3-70b-h100-32-nodes");
        QCOMPARE(translatePlan(plan, "megatron").plan.precision.weights, NumberFormat::Bf16);
        QCOMPARE(translatePlan(plan, "torchtitan").plan.precision.weights, NumberFormat::Fp32);
    }
};

QTEST_GUILESS_MAIN(TranslatePlanTest)
#include "tst_translate_plan.moc"
