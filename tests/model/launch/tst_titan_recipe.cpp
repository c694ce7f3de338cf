#include "export_fixture.h"
#include "outside_programs.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace headroom;

namespace {

using Settings = std::vector<std::string>;

bool has(const std::vector<ExportFile> &files, const std::string &name)
{
    return std::ranges::any_of(files, [&](const ExportFile &file) { return file.name == name; });
}

std::vector<ExportFile> filesOf(
    const std::string &plan, const Settings &settings, bool isBenchmark = false)
{
    const auto files = fixture().files(fixture().plan(plan, settings), "torchtitan", isBenchmark);
    if (!files)
        qFatal("%s: %s", plan.c_str(), errorLines(files.errors()).c_str());
    return *files;
}

/// What of the TOML the recipe says otherwise, as tests/data/launch/titan_recipe.py finds it by
/// running it.
QString differences(const std::vector<ExportFile> &files)
{
    QTemporaryDir folder;
    writeFiles(QDir(folder.path()), files);
    const ProgramResult result
        = runProgram("python3", { HEADROOM_TEST_DATA "/launch/titan_recipe.py", folder.path() });
    return QString::fromUtf8(result.output + result.messages);
}

constexpr const char *node = "llama3.1-8b-h100-node";
constexpr const char *nodes32 = "llama3-70b-h100-32-nodes";

} // namespace

class TitanRecipeTest : public QObject
{
    Q_OBJECT

private slots:
    void saysWhatTheTomlSays_data()
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<QStringList>("settings");
        const auto row = [](const char *name, const char *plan, const QStringList &settings) {
            QTest::newRow(name) << QString(plan)
                                << (QStringList { "framework=torchtitan" } + settings);
        };
        row("FSDP", node, {});
        row("data, tokenizer, checkpoints", node,
            { "job.data_path=/data/c4 copy", "job.tokenizer=assets/llama",
                "job.checkpoint_folder=/c", "job.checkpoint_every_steps=250" });
        row("16-bit weights, full recomputation, no compiler", node,
            { "precision.weights=bf16", "remat.policy=full", "options.compile=false" });
        row("nothing recomputed, offloaded", node,
            { "remat.policy=no_recompute", "options.offload_optimizer=true" });
        row("eager loss", node, { "options.cross_entropy=eager" });
        row("fp8 by row", node, { "precision.recipe=fp8_blockwise" });
        row("fp8 by row, eager", node,
            { "precision.recipe=fp8_blockwise", "options.compile=false" });
        row("mxfp8", node, { "precision.recipe=mxfp8", "hardware.accelerator=b200" });
        row("tensor with overlap", node,
            { "parallelism.fsdp=2", "parallelism.tensor=4", "parallelism.sequence_parallel=true",
                "options.tensor_overlap=on" });
        row("gathered context", node, { "parallelism.fsdp=4", "parallelism.context=2" });
        row("interleaved pipeline", nodes32,
            { "parallelism.fsdp=32", "parallelism.pipeline=8", "parallelism.pipeline_chunks=2" });
        row("given stages", nodes32,
            { "parallelism.fsdp=64", "parallelism.pipeline=4",
                "parallelism.stage_layers=19,21,21,19" });
        row("replicas of shards, weights kept", nodes32,
            { "parallelism.data=4", "parallelism.fsdp=64", "parallelism.zero_stage=2" });
        row("experts through DeepEP", nodes32,
            { "model=deepseek-v3", "parallelism.fsdp=256", "parallelism.expert=64",
                "options.expert_dispatcher=deepep" });
        row("405B, whose own configuration has fp8 and overlap", nodes32,
            { "model=llama3.1-405b", "parallelism.fsdp=32", "parallelism.tensor=8",
                "parallelism.sequence_parallel=true" });
        row("Qwen", node, { "model=qwen3-14b" });
    }

    void saysWhatTheTomlSays()
    {
        QFETCH(QString, plan);
        QFETCH(QStringList, settings);
        Settings all;
        for (const QString &setting : settings)
            all.push_back(setting.toStdString());
        for (const bool isBenchmark : { false, true }) {
            const auto files = filesOf(plan.toStdString(), all, isBenchmark);
            QVERIFY(has(files, "config.toml") && has(files, "headroom_recipe.py"));
            QCOMPARE(differences(files), QString());
        }
    }

    void examplesAreTheSame()
    {
        int compared = 0;
        for (const std::string &id : fixture().library().planIds()) {
            const auto files = fixture().files(fixture().plan(id), "torchtitan", false);
            if (!files || !has(*files, "config.toml") || !has(*files, "headroom_recipe.py"))
                continue;
            QCOMPARE(differences(*files), QString());
            ++compared;
        }
        QVERIFY2(compared >= 2, qPrintable(QString::number(compared)));
    }

    void differencesAreFound_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("found");
        QTest::newRow("value") << "data_parallel_shard_degree=8"
                               << "data_parallel_shard_degree=4"
                               << "parallelism.data_parallel_shard_degree";
        QTest::newRow("lost") << "        log_freq=10,\n"
                              << ""
                              << "metrics.log_freq";
        QTest::newRow("more") << "        log_freq=10,\n"
                              << "        log_freq=10,\n        enable_wandb=True,\n"
                              << "metrics.enable_wandb";
        QTest::newRow("optimizer") << "default_adamw(\n        lr="
                                   << "default_adamw(\n        eps=1, lr="
                                   << "optimizer";
    }

    void differencesAreFound()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, found);
        std::vector<ExportFile> files = filesOf(node, { "framework=torchtitan" });
        for (ExportFile &file : files) {
            if (file.name != "headroom_recipe.py")
                continue;
            QString text = QString::fromStdString(file.content);
            QVERIFY(text.contains(from));
            file.content = text.replace(from, to).toStdString();
        }
        const QString said = differences(files);
        QVERIFY2(said.startsWith(found), qPrintable(said));
    }

    void noRecipeWhereItWouldTrainSomethingElse_data()
    {
        QTest::addColumn<QStringList>("settings");
        QTest::addColumn<QString>("reason");
        QTest::newRow("ring") << QStringList { "parallelism.fsdp=4", "parallelism.context=2",
            "parallelism.context_strategy=ring" }
                              << "no ring";
        QTest::newRow("scales of tensors")
            << QStringList { "precision.recipe=fp8_current" } << "by row alone";
        QTest::newRow("step in the backward pass") << QStringList {
            "options.optimizer_in_backward=true", "workload.global_batch_sequences=8"
        } << "inside the backward pass";
    }

    void noRecipeWhereItWouldTrainSomethingElse()
    {
        QFETCH(QStringList, settings);
        QFETCH(QString, reason);
        Settings all { "framework=torchtitan" };
        for (const QString &setting : settings)
            all.push_back(setting.toStdString());
        const auto files = filesOf(node, all);
        QVERIFY(has(files, "config.toml"));
        QVERIFY(!has(files, "headroom_recipe.py"));
        const auto readme = std::ranges::find(files, "README.md", &ExportFile::name);
        QVERIFY(readme != files.end());
        QVERIFY2(QString::fromStdString(readme->content).contains(reason), readme->content.c_str());
    }
};

QTEST_GUILESS_MAIN(TitanRecipeTest)
#include "tst_titan_recipe.moc"
