#include "export_checks.h"
#include "export_fixture.h"
#include "outside_programs.h"

#include "model/base/document/document.h"
#include "model/launch/torch/sequence_split.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace headroom;

namespace {

using Settings = std::vector<std::string>;

Settings settings(const char *framework, const char *strategy)
{
    return { std::string("framework=") + framework, "precision.weights=bf16", "attention=flash-2",
        "remat.policy=full", "parallelism.fsdp=4", "parallelism.context=2",
        std::string("parallelism.context_strategy=") + strategy };
}

std::vector<ExportFile> filesOf(const char *target, const Settings &settings)
{
    const auto files
        = fixture().files(fixture().plan("llama3.1-8b-h100-node", settings), target, false);
    if (!files)
        qFatal("%s: %s", target, errorLines(files.errors()).c_str());
    return *files;
}

std::string contentOf(const std::vector<ExportFile> &files, const char *name)
{
    const auto file = std::ranges::find(files, name, &ExportFile::name);
    return file == files.end() ? "" : file->content;
}

std::string refusalOf(const char *target, const Settings &settings)
{
    const auto files
        = fixture().files(fixture().plan("llama3.1-8b-h100-node", settings), target, false);
    return files ? "" : errorLines(files.errors());
}

ProgramResult runTraining(
    const std::vector<ExportFile> &files, const QStringList &arguments, const QString &older = {})
{
    QTemporaryDir place;
    const QDir folder(place.path());
    writeFiles(folder, files);
    QString path = HEADROOM_TEST_DATA "/launch/stubs";
    if (!older.isEmpty()) {
        writeFiles(folder,
            { { "older/" + older.toStdString() + ".dist-info/METADATA",
                "Metadata-Version: 2.1\nName: " + older.split('-').first().toStdString()
                    + "\nVersion: " + older.split('-').last().toStdString() + "\n",
                false } });
        path.prepend(folder.filePath("older") + ':');
    }
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PYTHONPATH", path);
    environment.insert("PYTHONDONTWRITEBYTECODE", "1");
    return runProgram("python3", QStringList { folder.filePath("train.py") } + arguments,
        place.path(), environment);
}

const QStringList deepspeedWords { "--deepspeed", "--deepspeed_config", "ds_config.json", "--steps",
    "1" };

} // namespace

/// Sequences cut over ranks by DeepSpeed's Ulysses and by PyTorch under Accelerate.
class SequenceSplitTest : public QObject
{
    Q_OBJECT

private slots:
    /// Where one sequence is all that ranks share, ZeRO still shards over them, as is estimated.
    void ranksOfASequenceShareTheState()
    {
        for (const char *stage : { "1", "2" }) {
            Settings alone = settings("deepspeed", "ulysses");
            alone.insert(alone.end(),
                { "parallelism.fsdp=1", "parallelism.context=8",
                    std::string("parallelism.zero_stage=") + stage });
            const std::string config = contentOf(filesOf("deepspeed", alone), "ds_config.json");
            QVERIFY2(config.find("\"stage\": " + std::string(stage)) != std::string::npos,
                config.c_str());
        }
    }

    void deepspeedCutsSequences()
    {
        const auto files = filesOf("deepspeed", settings("deepspeed", "ulysses"));
        const Document config = parseJson(contentOf(files, "ds_config.json"), "a file").value();
        QCOMPARE(config.find("sequence_parallel_size")->integer(), 2);
        // DeepSpeed divides its ranks by those of a sequence: micro-batch · passes · 4.
        QCOMPARE(config.find("train_batch_size")->integer(), 128);
        QCOMPARE(config.find("gradient_accumulation_steps")->integer(), 32);
        const ProgramResult result = runTraining(files, deepspeedWords);
        QVERIFY2(result.status == 0, result.messages.constData());
        for (const char *text : { "ulysses flash_attention_2 2 1 8192\n", "groups of 2\n",
                 "part 4096 at 4096 labels None", "loss of logits None 4096 128256\n",
                 "sum over ranks of a sequence\n", "step 0 loss 1.5000" })
            QVERIFY2(result.output.contains(text), result.output.constData());
    }

    void deepspeedCutsExperts()
    {
        const Settings moe { "model=mixtral-8x7b", "framework=deepspeed", "precision.weights=bf16",
            "attention=flash-2", "remat.policy=full", "parallelism.expert=4" };
        const auto files = filesOf("deepspeed", moe);
        const Document config = parseJson(contentOf(files, "ds_config.json"), "a file").value();
        QCOMPARE(config.find("expert_parallel")->find("autoep_size")->integer(), 4);
        const Document trained = parseJson(contentOf(files, "train.json"), "a file").value();
        QCOMPARE(trained.find("needs")->find("deepspeed")->text(), std::string(minAutoExperts));
    }

    void expertsOfAScriptOfOnesOwn()
    {
        const Settings own { "model=deepseek-v3", "framework=deepspeed", "precision.weights=bf16",
            "attention=flash-2", "remat.policy=full", "parallelism.data=2", "parallelism.fsdp=4",
            "parallelism.expert=8" };
        const auto files = filesOf("deepspeed", own);
        QVERIFY(contentOf(files, "train.py").empty());
        const Document config = parseJson(contentOf(files, "ds_config.json"), "a file").value();
        QCOMPARE(config.find("expert_parallel")->find("autoep_size")->integer(), 8);
        QVERIFY(!config.find("zero_optimization")->find("zero_hpz_partition_size"));
    }

    void trainerCutsTensors()
    {
        const Settings own { "framework=hf", "precision.weights=bf16", "attention=flash-2",
            "remat.policy=full", "parallelism.fsdp=4", "parallelism.zero_stage=2",
            "parallelism.tensor=2" };
        const auto files = filesOf("hf-trainer", own);
        const Document config = parseJson(contentOf(files, "ds_config.json"), "a file").value();
        QCOMPARE(config.find("tensor_parallel")->find("autotp_size")->integer(), 2);
        QVERIFY(!config.find("train_batch_size"));
        const std::string run = contentOf(files, "run.sh");
        // PyTorch's sharding is no choice, and each tensor group reads sequences of its own.
        QVERIFY2(run.find("SHARDING") == std::string::npos, run.c_str());
        QVERIFY2(
            run.find(R"(--accelerator_config '{"dispatch_batches": false}')") != std::string::npos,
            run.c_str());
        const ProgramResult result = runTraining(files, {});
        QVERIFY2(result.status == 0, result.messages.constData());
        QVERIFY(result.output.indexOf("seed 0") < result.output.indexOf("model {"));
        QVERIFY2(result.output.contains("seed 0"), result.output.constData());
    }

    void olderReleasesStopBeforeTheyTrain_data()
    {
        QTest::addColumn<QString>("older");
        QTest::newRow("deepspeed") << "deepspeed-0.17.6";
        QTest::newRow("accelerate") << "accelerate-1.11.0";
        QTest::newRow("transformers") << "transformers-4.57.6";
    }

    void olderReleasesStopBeforeTheyTrain()
    {
        QFETCH(QString, older);
        const ProgramResult result = runTraining(
            filesOf("deepspeed", settings("deepspeed", "ulysses")), deepspeedWords, older);
        QVERIFY(result.status != 0);
        const QByteArray said = "needs " + older.split('-').first().toUtf8();
        QVERIFY2(result.messages.contains(said), result.messages.constData());
        QVERIFY2(!result.output.contains("ulysses"), result.output.constData());
    }

    void trainerCutsSequencesByUlysses()
    {
        const auto files = filesOf("hf-trainer", settings("hf", "ulysses"));
        const std::string run = contentOf(files, "run.sh");
        for (const char *line : { "export ACCELERATE_USE_PARALLELISM_CONFIG=true\n",
                 "export PARALLELISM_CONFIG_SP_SIZE=2\n",
                 "export PARALLELISM_CONFIG_DP_SHARD_SIZE=4\n",
                 "export PARALLELISM_CONFIG_SP_BACKEND=deepspeed\n",
                 "export PARALLELISM_CONFIG_SP_ATTN_IMPLEMENTATION=flash_attention_2\n",
                 "SHARD=(--deepspeed " })
            QVERIFY2(run.find(line) != std::string::npos, run.c_str());
        const Document config = parseJson(contentOf(files, "ds_config.json"), "a file").value();
        QVERIFY(!config.find("train_batch_size"));
        const ProgramResult result = runTraining(files, {});
        QVERIFY2(result.status == 0, result.messages.constData());
        QVERIFY2(result.output.contains("columns input_ids labels position_ids\n"),
            result.output.constData());
    }

    void trainerCutsSequencesByTorch_data()
    {
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<QString>("word");
        QTest::newRow("gathered") << "all_gather"
                                  << "allgather";
        QTest::newRow("ring") << "ring"
                              << "alltoall";
    }

    void trainerCutsSequencesByTorch()
    {
        QFETCH(QString, strategy);
        QFETCH(QString, word);
        Settings own = settings("hf", strategy.toUtf8().constData());
        own.push_back("precision.weights=fp32");
        const auto files = filesOf("hf-trainer", own);
        const std::string run = contentOf(files, "run.sh");
        const std::string line
            = "export PARALLELISM_CONFIG_CP_COMM_STRATEGY=" + word.toStdString() + "\n";
        for (const std::string &text : { line, std::string("export PARALLELISM_CONFIG_CP_SIZE=2\n"),
                 std::string("--fsdp_config \"${HERE}/fsdp_config.json\"") })
            QVERIFY2(run.find(text) != std::string::npos, run.c_str());
        QVERIFY(contentOf(files, "ds_config.json").empty());
        const Document fsdp = parseJson(contentOf(files, "fsdp_config.json"), "a file").value();
        QCOMPARE(fsdp.find("version")->integer(), 2);
        QVERIFY(fsdp.find("reshard_after_forward")->boolean());
        const ProgramResult result = runTraining(files, {});
        QVERIFY2(result.status == 0, result.messages.constData());
        QVERIFY2(result.output.contains("float32 sdpa"), result.output.constData());
    }

    void accelerateIsToldTheSame()
    {
        const std::string yaml
            = contentOf(filesOf("hf-trainer", settings("hf", "ulysses")), "accelerate.yaml");
        QVERIFY(yaml.find("parallelism_config_sp_size") != std::string::npos);
        QVERIFY(yaml.find("distributed_type: DEEPSPEED") != std::string::npos);
        const std::string torch
            = contentOf(filesOf("hf-trainer", settings("hf", "ring")), "accelerate.yaml");
        QVERIFY(torch.find("parallelism_config_cp_comm_strategy") != std::string::npos);
        QVERIFY(torch.find("distributed_type: FSDP") != std::string::npos);
    }

    void whatAToolDoesNotHaveIsRefused_data()
    {
        QTest::addColumn<QString>("target");
        QTest::addColumn<QStringList>("more");
        QTest::addColumn<QString>("reason");
        QTest::newRow("DeepSpeed gathers no context")
            << "deepspeed" << QStringList { "parallelism.context_strategy=all_gather" }
            << "only by Ulysses";
        QTest::newRow("DeepSpeed's Ulysses and tensor ranks")
            << "deepspeed"
            << QStringList { "parallelism.fsdp=2", "parallelism.tensor=2",
                   "parallelism.zero_stage=2" }
            << "counts no tensor ranks";
        QTest::newRow("eager attention")
            << "hf-trainer" << QStringList { "attention=unfused" } << "only with fused attention";
        QTest::newRow("tensor ranks under PyTorch's context")
            << "hf-trainer"
            << QStringList { "parallelism.context_strategy=ring", "parallelism.fsdp=2",
                   "parallelism.tensor=2" }
            << "clips by the norm of a rank";
        QTest::newRow("Ulysses and tensor ranks of the Trainer")
            << "hf-trainer"
            << QStringList { "parallelism.fsdp=2", "parallelism.tensor=2",
                   "parallelism.zero_stage=2" }
            << "counts no tensor ranks";
        const QStringList whole { "parallelism.context=1", "parallelism.zero_stage=2" };
        QTest::newRow("tensor ranks under ZeRO 3")
            << "hf-trainer" << QStringList { "parallelism.context=1", "parallelism.tensor=2" }
            << "splits tensors of whole weights";
        for (const char *model : { "model=gpt3-175b", "model=qwen3-8b", "model=mixtral-8x7b" })
            QTest::addRow("tensor ranks of %s", model)
                << "deepspeed" << whole + QStringList { model, "parallelism.tensor=2" }
                << "Llama's, Qwen 2's and Mistral's";
        QTest::newRow("experts of the Trainer") << "hf-trainer"
                                                << whole
                + QStringList { "model=mixtral-8x7b", "parallelism.expert=2", "parallelism.fsdp=8" }
                                                << "collects the parameters";
        QTest::newRow("experts beside Ulysses")
            << "deepspeed" << QStringList { "model=mixtral-8x7b", "parallelism.expert=2" }
            << "takes no Ulysses";
        QTest::newRow("experts of other families") << "deepspeed"
                                                   << whole
                + QStringList { "model=gpt-oss-20b", "parallelism.expert=2", "parallelism.fsdp=8" }
                                                   << "Mixtral, Qwen 3 and DeepSeek";
        QTest::newRow("adapters") << "hf-trainer" << QStringList { "tuning.method=lora" }
                                  << "keeps whole sequences";
        QTest::newRow("replicas under PyTorch's context")
            << "hf-trainer"
            << QStringList { "parallelism.context_strategy=ring", "parallelism.data=4",
                   "parallelism.fsdp=1", "parallelism.zero_stage=1" }
            << "only under FSDP";
    }

    void whatAToolDoesNotHaveIsRefused()
    {
        QFETCH(QString, target);
        QFETCH(QStringList, more);
        QFETCH(QString, reason);
        Settings own = settings(target == "deepspeed" ? "deepspeed" : "hf", "ulysses");
        for (const QString &setting : more)
            own.push_back(setting.toStdString());
        const std::string said = refusalOf(target.toUtf8().constData(), own);
        QVERIFY2(said.find(reason.toStdString()) != std::string::npos, said.c_str());
    }
};

QTEST_GUILESS_MAIN(SequenceSplitTest)
#include "tst_sequence_split.moc"
