#include "export_checks.h"
#include "export_fixture.h"

#include "model/frameworks/deepspeed/deepspeed_facts.h"

#include <QTest>

#include <algorithm>

using namespace headroom;

namespace {

using Settings = std::vector<std::string>;

/// Full training of 8B under the Trainer on one node, with these settings.
ResolvedPlan planWith(const QStringList &settings)
{
    Settings list { "framework=hf", "attention=flash-2", "remat.policy=full" };
    for (const QString &setting : settings)
        list.push_back(setting.toStdString());
    return fixture().plan("llama3.1-8b-h100-node", list);
}

bool has(const std::vector<ExportFile> &files, const char *name)
{
    return std::ranges::find(files, name, &ExportFile::name) != files.end();
}

bool finds(const ResolvedPlan &plan, const char *id)
{
    const Estimate estimate = fixture().tools().estimator.estimate(plan);
    return std::ranges::find(estimate.findings, id, &Finding::id) != estimate.findings.end();
}

} // namespace

/// What the Trainer's exports start is what the estimate counts, or both say that it is not.
class TrainerSharderTest : public QObject
{
    Q_OBJECT

private slots:
    void sharders_data()
    {
        QTest::addColumn<QStringList>("settings");
        QTest::addColumn<QString>("words"); // of --fsdp; empty: DeepSpeed; "-": neither
        QTest::newRow("a node") << QStringList() << "full_shard auto_wrap";
        QTest::newRow("replicas of nodes")
            << QStringList { "hardware.nodes=2", "parallelism.data=2" } << "hybrid_shard auto_wrap";
        QTest::newRow("on the host")
            << QStringList { "options.offload_parameters=true", "options.offload_optimizer=true" }
            << "full_shard auto_wrap offload";
        QTest::newRow("replicas inside a node")
            << QStringList { "parallelism.data=2", "parallelism.fsdp=4" } << "";
        QTest::newRow("state alone on the host")
            << QStringList { "options.offload_optimizer=true" } << "";
        QTest::newRow("bitsandbytes") << QStringList { "optimizer=adamw_8bit" } << "";
        QTest::newRow("bitsandbytes' Lion") << QStringList { "optimizer=lion" } << "";
        QTest::newRow("pages") << QStringList { "options.paged_optimizer=true" } << "";
        QTest::newRow("ZeRO 2") << QStringList { "parallelism.zero_stage=2" } << "";
        QTest::newRow("as the plan says") << QStringList { "software.stack=deepspeed" } << "";
        QTest::newRow("one GPU in 32 bits")
            << QStringList { "hardware.devices_per_node=1", "parallelism.fsdp=1" } << "-";
        QTest::newRow("replicas in 32 bits")
            << QStringList { "parallelism.data=8", "parallelism.fsdp=1" } << "-";
    }
    void sharders()
    {
        QFETCH(QStringList, settings);
        QFETCH(QString, words);
        const ResolvedPlan plan = planWith(settings);
        const auto files = fixture().files(plan, "hf-trainer", false);
        QVERIFY2(files.hasValue(), files ? "" : errorLines(files.errors()).c_str());
        const bool isDeepSpeed = words.isEmpty(), isAlone = words == "-";
        QCOMPARE(has(*files, "ds_config.json"), isDeepSpeed);
        QCOMPARE(has(*files, "fsdp_config.json"), !isDeepSpeed && !isAlone);
        const std::string run = fixture().file(plan, "hf-trainer", "run.sh", false);
        if (isAlone)
            QVERIFY2(run.find("SHARD=()") != std::string::npos, run.c_str());
        else if (!isDeepSpeed)
            QVERIFY2(run.find("--fsdp \"" + words.toStdString() + "\" ") != std::string::npos,
                run.c_str());
        // The README names the other sharder, and the estimate its memory, but where the plan does.
        const std::string readme = fixture().file(plan, "hf-trainer", "README.md", false);
        const bool isSaid = isDeepSpeed && plan.plan.software.stack.empty();
        QCOMPARE(readme.find("DeepSpeed runs this plan, not FSDP") != std::string::npos, isSaid);
        if (!isSaid)
            QVERIFY(!finds(plan, "trainer-runs-deepspeed"));
    }

    /// The finding's remedy is the stack that counts what it says, and the export keeps DeepSpeed.
    void theRemedyCountsDeepSpeed()
    {
        const ResolvedPlan plan = planWith({ "optimizer=adamw_8bit" });
        const Estimator &estimator = fixture().tools().estimator;
        const Estimate before = estimator.estimate(plan);
        const auto finding
            = std::ranges::find(before.findings, "trainer-runs-deepspeed", &Finding::id);
        QVERIFY(finding != before.findings.end());
        QCOMPARE(finding->fix.front().path, std::string("software.stack"));
        const Estimate after
            = estimator.estimate(planWith({ "optimizer=adamw_8bit", "software.stack=deepspeed" }));
        QVERIFY(after.memory.peak > before.memory.peak);
        QVERIFY(std::ranges::find(after.findings, "trainer-runs-deepspeed", &Finding::id)
            == after.findings.end());
    }

    /// In 16 bits throughout a plan goes without mixed precision, under which Accelerate would keep
    /// 32 bits; other plans are told that it does.
    void mixedPrecisionKeeps32Bits()
    {
        const QStringList pure { "precision.weights=bf16", "precision.gradients=bf16",
            "precision.optimizer_state=bf16" };
        const std::string run = fixture().file(planWith(pure), "hf-trainer", "run.sh", false);
        QVERIFY2(run.find("--bf16 false --fp16 false") != std::string::npos, run.c_str());
        QVERIFY(!finds(planWith(pure), "fsdp-upcasts-weights"));
        const ResolvedPlan mixed = planWith({ "precision.weights=bf16" });
        QVERIFY(finds(mixed, "fsdp-upcasts-weights"));
        const std::string readme = fixture().file(mixed, "hf-trainer", "README.md", false);
        QVERIFY2(readme.find("`precision.weights=bf16`: with mixed precision Accelerate keeps")
                != std::string::npos,
            readme.c_str());
        QVERIFY(!finds(planWith({ "precision.weights=bf16", "software.stack=deepspeed" }),
            "fsdp-upcasts-weights"));
    }

    /// axolotl has no key for replicas of shards; the others take them.
    void toolsShardAlike_data()
    {
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("file");
        QTest::addColumn<bool>("takesReplicas");
        QTest::newRow("trl") << "trl"
                             << "sft.yaml" << true;
        QTest::newRow("llama-factory") << "llama-factory"
                                       << "llamafactory.yaml" << true;
        QTest::newRow("axolotl") << "axolotl"
                                 << "axolotl.yml" << false;
    }
    void toolsShardAlike()
    {
        QFETCH(QString, target);
        QFETCH(QString, file);
        QFETCH(bool, takesReplicas);
        const auto text = [&](const QStringList &settings) {
            return fixture().file(
                planWith(settings), target.toStdString(), file.toStdString(), false);
        };
        QVERIFY(text({}).find("fsdp_config") != std::string::npos);
        QVERIFY(text({}).find("deepspeed") == std::string::npos);
        const std::string replicas = text({ "hardware.nodes=2", "parallelism.data=2" });
        QCOMPARE(replicas.find("fsdp_config") != std::string::npos, takesReplicas);
        QCOMPARE(replicas.find("deepspeed_zero3.json") != std::string::npos, !takesReplicas);
        QVERIFY(text({ "optimizer=adamw_8bit" }).find("deepspeed_zero3.json") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TrainerSharderTest)
#include "tst_trainer_sharder.moc"
