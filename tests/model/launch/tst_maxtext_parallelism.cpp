#include "key_tables.h"
#include "maxtext_fixture.h"

#include "model/launch/common/inline_shape.h"
#include "model/launch/maxtext/maxtext_config.h"

#include <QTest>

#include <algorithm>

using namespace headroom;

class MaxTextParallelismTest : public QObject
{
    Q_OBJECT

private slots:
    void packingWithContext_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<QString>("release");
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<bool>("isOff");
        QTest::newRow("gathered, GPU") << gpuNode << "0.2.2"
                                       << "all_gather" << true;
        QTest::newRow("ring, GPU") << gpuNode << "0.2.2"
                                   << "ring" << true;
        QTest::newRow("ring, GPU, 0.2.4") << gpuNode << "0.2.4"
                                          << "ring" << false;
        QTest::newRow("gathered, GPU, 0.2.4") << gpuNode << "0.2.4"
                                              << "all_gather" << true;
        QTest::newRow("TPU") << tpuSlice << "0.2.2"
                             << "all_gather" << true;
        QTest::newRow("TPU, 0.2.4") << tpuSlice << "0.2.4"
                                    << "all_gather" << false;
    }
    void packingWithContext()
    {
        QFETCH(QString, plan);
        QFETCH(QString, release);
        QFETCH(QString, strategy);
        QFETCH(bool, isOff);
        const bool isTpu = plan == tpuSlice;
        const auto values = maxtextConfig(plan.toLatin1().data(),
            { "parallelism.context=4", isTpu ? "parallelism.fsdp=16" : "parallelism.fsdp=2",
                "parallelism.context_strategy=" + strategy.toStdString(),
                "software.maxtext=" + release.toStdString() },
            isTpu ? "maxtext-tpu" : "maxtext-gpu", isTpu ? 64 : 8, 1);
        QCOMPARE(values.contains("packing"), isOff);
        if (isOff)
            QCOMPARE(values.at("packing"), std::string("false"));
    }

    void pipelineTakesAllMicroBatchesAtOnce()
    {
        const auto values = gpuConfig({ "parallelism.pipeline=4", "parallelism.fsdp=2",
            "parallelism.pipeline_chunks=2", "parallelism.micro_batch_sequences=2" });
        QCOMPARE(values.at("num_pipeline_microbatches"), std::string("32"));
        QCOMPARE(values.at("num_layers_per_pipeline_stage"), std::string("4"));
        QCOMPARE(values.at("num_pipeline_repeats"), std::string("2"));
        QCOMPARE(values.at("gradient_accumulation_steps"), std::string("1"));
        QCOMPARE(values.at("per_device_batch_size"), std::string("16"));
    }

    void contextStrategies()
    {
        auto values = gpuConfig({ "parallelism.context=2", "parallelism.fsdp=4" });
        QCOMPARE(values.at("ici_context_parallelism"), std::string("2"));
        QCOMPARE(values.at("packing"), std::string("false"));
        values = gpuConfig(
            { "parallelism.context=2", "parallelism.fsdp=4", "parallelism.context_strategy=ring" });
        QCOMPARE(values.at("context_parallel_strategy"), std::string("\"ring\""));
        values = maxtextConfig(tpuSlice,
            { "parallelism.context=2", "parallelism.fsdp=32",
                "parallelism.context_strategy=ulysses", "software.maxtext=0.2.4",
                "software.jaxlib=0.10.2" },
            "maxtext-tpu", 64, 1);
        QCOMPARE(values.at("use_tokamax_splash"), std::string("true"));
        QCOMPARE(values.at("context_parallel_load_balance"), std::string("false"));
        values = maxtextConfig(tpuSlice,
            { "parallelism.context=2", "parallelism.fsdp=32", "parallelism.context_strategy=ring",
                "software.maxtext=0.2.4", "software.jaxlib=0.10.2" },
            "maxtext-tpu", 64, 1);
        QCOMPARE(values.at("use_tokamax_splash"), std::string("true"));
        QCOMPARE(values.at("context_parallel_load_balance"), std::string("true"));
        QVERIFY(!values.contains("packing"));
        // @source MaxText 0.2.4, configs/types.py: latent attention takes whole documents in a ring
        values = maxtextConfig(tpuSlice,
            { "model=deepseek-v2-lite", "parallelism.context=2", "parallelism.fsdp=32",
                "parallelism.context_strategy=ring", "software.maxtext=0.2.4",
                "software.jaxlib=0.10.2" },
            "maxtext-tpu", 64, 1);
        QCOMPARE(values.at("packing"), std::string("false"));
    }

    void contextThatTpusDoNotHaveIsRefused_data()
    {
        QTest::addColumn<QStringList>("more");
        QTest::addColumn<QString>("reason");
        const QStringList release { "software.maxtext=0.2.4", "software.jaxlib=0.10.2" };
        for (const char *strategy : { "ring", "ulysses" })
            QTest::addRow("%s before 0.2.4", strategy)
                << QStringList { QString("parallelism.context_strategy=") + strategy }
                << QString("0.2.4 has ") + strategy;
        const QString ring = "parallelism.context_strategy=ring";
        QTest::newRow("unfused") << release + QStringList { ring, "attention=unfused" }
                                 << "only with fused attention";
        QTest::newRow("window") << release + QStringList { ring, "model=gemma2-9b" }
                                << "not for windows";
        QTest::newRow("latent attention") << release
                + QStringList { "parallelism.context_strategy=ulysses", "model=deepseek-v2-lite" }
                                          << "no latent attention";
        QTest::newRow("short") << release
                + QStringList { ring, "parallelism.context=64", "parallelism.fsdp=1",
                      "workload.sequence_length=2048" }
                               << "multiple of context squared, 4096";
    }

    void contextThatTpusDoNotHaveIsRefused()
    {
        QFETCH(QStringList, more);
        QFETCH(QString, reason);
        std::vector<std::string> settings { "parallelism.context=2", "parallelism.fsdp=32" };
        for (const QString &setting : more)
            settings.push_back(setting.toStdString());
        const auto files
            = fixture().files(fixture().plan(tpuSlice, settings), "maxtext-tpu", false);
        QVERIFY(!files);
        const std::string said = errorLines(files.errors());
        QVERIFY2(said.find(reason.toStdString()) != std::string::npos, said.c_str());
    }

    void sequenceParallelismIsAnAxisOfItsOwn()
    {
        const auto values = gpuConfig(
            { "parallelism.tensor=4", "parallelism.fsdp=2", "parallelism.sequence_parallel=true" });
        QCOMPARE(values.at("ici_tensor_sequence_parallelism"), std::string("4"));
        QVERIFY(!values.contains("ici_tensor_parallelism"));
    }

    void zeroOneShardsTheOptimizerOverData()
    {
        const auto values = gpuConfig({ "parallelism.zero_stage=1" });
        QCOMPARE(values.at("shard_optimizer_over_data"), std::string("true"));
        QCOMPARE(values.at("ici_data_parallelism"), std::string("8"));
        QCOMPARE(values.at("ici_fsdp_parallelism"), std::string("1"));
    }

    void multiSlice()
    {
        const auto values = maxtextConfig(tpuSlice,
            { "hardware.nodes=2", "parallelism.data=2", "workload.global_batch_sequences=256" },
            "maxtext-tpu", 64, 2);
        QCOMPARE(values.at("dcn_data_parallelism"), std::string("2"));
    }

    void weightsOfAPipelineAreGatheredAsTheEstimateSays_data()
    {
        QTest::addColumn<QString>("setting");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("release");
        QTest::newRow("auto") << "auto"
                              << "true"
                              << "0.2.4";
        QTest::newRow("auto, earlier release") << "auto"
                                               << "true"
                                               << "0.2.2";
        QTest::newRow("each") << "each"
                              << "false"
                              << "0.2.4";
        QTest::newRow("once") << "once"
                              << "true"
                              << "0.2.4";
    }

    void weightsOfAPipelineAreGatheredAsTheEstimateSays()
    {
        QFETCH(QString, setting);
        QFETCH(QString, value);
        QFETCH(QString, release);
        const ResolvedPlan plan = fixture().plan("llama3-70b-h100-32-nodes",
            { "model=llama3.1-405b", "hardware.nodes=126", "workload.global_batch_sequences=504",
                "parallelism.fsdp=14", "parallelism.tensor=8", "parallelism.sequence_parallel=true",
                "parallelism.pipeline=9", "remat.policy=full", "software.jaxlib=0.10.2",
                "software.maxtext=" + release.toStdString(),
                "options.pipeline_gather=" + setting.toStdString() });
        const std::string text = fixture().file(plan, "maxtext-gpu", "config.yml", false);
        const auto values = flatYaml(text);
        QCOMPARE(values.at("pipeline_fsdp_ag_once"), value.toStdString());
        const std::string readme = fixture().file(plan, "maxtext-gpu", "README.md", false);
        QVERIFY(readme.find("pipeline_fsdp_ag_once") != std::string::npos);
    }

    void withoutAPipelineNothingIsSaidOfGathering()
    {
        QVERIFY(!gpuConfig({}).contains("pipeline_fsdp_ag_once"));
        QVERIFY(!gpuConfig({ "parallelism.pipeline=8", "parallelism.fsdp=1",
                               "parallelism.micro_batch_sequences=2" })
                     .contains("pipeline_fsdp_ag_once"));
    }
};

QTEST_GUILESS_MAIN(MaxTextParallelismTest)
#include "tst_maxtext_parallelism.moc"
