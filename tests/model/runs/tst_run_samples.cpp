#include "model/base/wording/messages.h"
#include "model/plan/fields/plan_file.h"
#include "model/runs/runs_report.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace headroom;

namespace {

/// Files that are read together, and the name of their result.
struct Sample
{
    const char *golden;
    std::vector<const char *> files;
};

const std::vector<Sample> &samples()
{
    static const std::vector<Sample> all { { "maxtext-2023-02", { "maxtext-2023-02.log" } },
        { "maxtext-2024-01", { "maxtext-2024-01.log" } },
        { "maxtext-2024-07", { "maxtext-2024-07.log" } },
        { "maxtext-2026-07", { "maxtext-2026-07.log" } },
        { "maxtext-elastic", { "maxtext-elastic.log" } },
        { "maxtext-metrics", { "maxtext-metrics.txt" } },
        { "megatron-2020", { "megatron-2020.log" } }, { "megatron-2021", { "megatron-2021.log" } },
        { "megatron-2024", { "megatron-2024.log" } }, { "megatron-2025", { "megatron-2025.log" } },
        { "megatron-2026", { "megatron-2026.log" } },
        { "megatron-bigscience", { "megatron-bigscience.log" } },
        { "megatron-bridge", { "megatron-bridge.log" } },
        { "megatron-bridge-rank0", { "megatron-bridge-rank0.log" } }, { "nemo1", { "nemo1.log" } },
        { "nemo2", { "nemo2.log" } }, { "primus", { "primus.log" } },
        { "mlperf", { "mlperf.log" } }, { "torchtitan-2024-03", { "torchtitan-2024-03.log" } },
        { "torchtitan-2024-12", { "torchtitan-2024-12.log" } },
        { "torchtitan-2025-03", { "torchtitan-2025-03.log" } },
        { "torchtitan-2026", { "torchtitan-2026.log" } },
        { "torchtitan-ranks", { "torchtitan-ranks.log" } },
        { "torchtitan-args", { "torchtitan-args.log" } },
        { "torchtitan-toml", { "torchtitan-70b.toml" } },
        { "torchtitan-with-toml", { "torchtitan-2025-03.log", "torchtitan-70b.toml" } },
        { "deepspeed-2021", { "deepspeed-2021.log", "ds_config.json" } },
        { "deepspeed-2026", { "deepspeed-2026.log" } },
        { "deepspeed-pipeline", { "deepspeed-pipeline.log" } },
        { "deepspeed-config", { "ds_config.json" } }, { "trainer-state", { "trainer_state.json" } },
        { "trainer-results", { "train_results.json" } }, { "trainer", { "trainer.log" } },
        { "slurm", { "slurm-17.out" } }, { "nccl-2026", { "nccl-2026.txt" } },
        { "nccl-2022", { "nccl-2022.txt" } }, { "nccl-unnamed", { "nccl-unnamed.txt" } },
        { "rccl", { "rccl-all_gather.txt" } }, { "nccl-json", { "nccl.json" } },
        { "xla-memory-report", { "maxtext-2024-07.log", "xla-memory-report.txt" } },
        { "memory-alone", { "xla-memory-report.txt" } }, { "oom", { "oom.log" } },
        { "pretrain-script", { "pretrain.sh" } }, { "arguments", { "arguments.txt" } },
        { "slow", { "slow.log" } }, { "measure", { "measure.json" } },
        { "prove", { "prove.json" } }, { "bimodal", { "bimodal.log" } },
        { "xprof-gpu", { "xprof-gpu.trace.json" } }, { "xprof-tpu", { "xprof-tpu.trace.json.gz" } },
        { "torch-trace", { "torch.pt.trace.json" } }, { "nsys", { "nsys-stats.csv" } },
        { "torch-trace-with-log", { "torchtitan-2025-03.log", "torch.pt.trace.json" } },
        { "nanotron", { "nanotron.log" } }, { "litgpt", { "litgpt.log" } },
        { "torchtune", { "torchtune.log" } }, { "composer", { "composer.log" } },
        { "olmo-core", { "olmo-core.log" } }, { "nanogpt", { "nanogpt.log" } },
        { "swift", { "swift.log" } }, { "trainer-bars", { "trainer-bars.log" } },
        { "axolotl-memory", { "axolotl-memory.log" } },
        { "deepspeed-clock", { "deepspeed-clock.log" } }, { "unsloth", { "unsloth.log" } },
        { "torch-oom", { "torch-oom.log" } }, { "tpu-oom", { "tpu-oom.log" } },
        { "watchdog", { "watchdog.log" } }, { "killed", { "killed.log" } },
        { "megatron-gap", { "megatron-gap.log" } },
        { "maxtext-command", { "maxtext-command.log" } }, { "serving", { "serving.log" } },
        { "test-command", { "test-command.log" } },
        { "trainer-log-lines", { "trainer_log.jsonl" } }, { "tensorboard", { "tensorboard.csv" } },
        { "neox", { "public/40-neox.log" } }, { "maxtext-old", { "public/43-maxtext-old.log" } },
        { "easylm-command", { "public/47-easylm-command.log" } },
        { "torch-xla-oom", { "public/49-torch-xla.log" } },
        { "internlm", { "public/50-internlm.log" } },
        { "internevo", { "public/51-internevo-pipeline.log" } },
        { "colossal-benchmark", { "public/52-colossal-benchmark.log" } },
        { "colossal-hooks", { "public/53-colossal-hooks.log" } },
        { "metaseq", { "public/54-metaseq.log" } }, { "fairseq", { "public/55-fairseq-tpu.log" } },
        { "fairseq-dictionary", { "public/56-fairseq-dictionary.log" } },
        { "tensorflow-steps", { "public/57-tensorflow-steps.log" } },
        { "tpu-estimator", { "public/58-tpu-estimator.log" } },
        { "torchprime", { "public/59-torchprime.log" } },
        { "set-up-alone", { "public/60-modded-llama.log" } },
        { "axolotl-adapters", { "public/63-axolotl-1b-lora.log" } },
        { "alpaca", { "public/65-alpaca-finished.log" } },
        { "swift-megatron", { "public/72-swift-megatron-command.log" } },
        { "nemo-memory", { "public/73-nemo-qwen3.log" } },
        { "lightning-bars", { "public/75-lightning-bars.log" } },
        { "litgpt-iterations", { "public/77-litgpt-lora.log" } },
        { "automodel", { "public/78-automodel.log" } },
        { "zero-three-killed", { "public/82-deepspeed-sigkill.log" } },
        { "torchtitan-peak", { "public/88-torchtitan-moe.log" } },
        { "nothing", { "nothing.log", "cut.json", "no-such-file.log" } } };
    return all;
}

/// What people are shown, the shape of a model without a profile, and what was not understood.
QByteArray resultOf(const RunsReading &reading)
{
    std::string text = runsText(reading);
    for (const RunRecord &run : reading.runs)
        if (run.plan.model.id.empty())
            text += run.id + " model "
                + writeJson(*planDocument(run.plan, PlanDetail::Brief).find("model"), 0) + '\n';
    for (const Unrecognised &what : reading.unrecognised)
        text
            += what.file + ':' + std::to_string(what.line) + ": " + messageText(what.reason) + '\n';
    return QByteArray::fromStdString(text);
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// Results of every sample under tests/data/runs against tests/golden/runs; the latter are written
/// anew when HEADROOM_REGENERATE is set.
class RunSamplesTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        // Names in the results are those of the files alone.
        QVERIFY(QDir::setCurrent(HEADROOM_TEST_DATA "/runs"));
    }

    void results_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < samples().size(); ++i)
            QTest::newRow(samples()[i].golden) << static_cast<int>(i);
    }
    void results()
    {
        QFETCH(int, index);
        const Sample &sample = samples()[static_cast<std::size_t>(index)];
        const ProfileLibrary library { DataDirectories { HEADROOM_PROFILES, {} } };
        const RunsReading reading
            = readRuns({ sample.files.begin(), sample.files.end() }, library, nullptr);
        const QByteArray result = resultOf(reading);
        const QString path = QStringLiteral(HEADROOM_GOLDEN "/%1.txt").arg(sample.golden);
        if (qEnvironmentVariableIsSet("HEADROOM_REGENERATE")) {
            QVERIFY(QDir().mkpath(HEADROOM_GOLDEN));
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(result);
            return;
        }
        QCOMPARE(QString::fromUtf8(result), QString::fromUtf8(contentOf(path)));
    }

    /// Names as drivers print them, whole and cut, with the memory that torchtitan prints behind.
    void printedChips_data()
    {
        QTest::addColumn<QString>("capacity");
        QTest::addColumn<QString>("id"); ///< with a ? behind: assumed
        const auto row = [](const char *capacity, const char *id) {
            QTest::newRow(capacity) << capacity << id;
        };
        row("NVIDIA H100 80GB HBM3 with 79.10GiB", "h100-sxm");
        row("NVIDIA H100 with 94.99GiB", "h100-96-500w");
        row("NVIDIA H100 NVL with 93.10GiB", "h100-nvl");
        row("NVIDIA H100 PCIe with 79.11GiB", "h100-pcie");
        row("NVIDIA H20 with 95.22GiB", "h20");
        row("NVIDIA H200 with 139.81GiB", "h200");
        row("NVIDIA GH200 480GB with 94.50GiB", "gh200");
        row("NVIDIA A100-SXM4-40GB with 39.39GiB", "a100-40-sxm");
        row("NVIDIA A100-PCIE-40GB with 39.39GiB", "a100-40-pcie");
        row("NVIDIA A100-SXM4-80GB with 79.15GiB", "a100-80-sxm");
        row("NVIDIA A100 80GB PCIe with 79.15GiB", "a100-80-pcie");
        row("NVIDIA A40 with 44.43GiB", "a40");
        row("NVIDIA A10G with 22.19GiB", "a10g");
        row("NVIDIA L40S with 44.39GiB", "l40s");
        row("NVIDIA L4 with 22.03GiB", "l4");
        row("Tesla T4 with 14.58GiB", "t4");
        row("NVIDIA RTX A6000 with 47.53GiB", "a6000");
        row("NVIDIA RTX 6000 Ada Generation with 47.50GiB", "rtx-6000-ada");
        row("NVIDIA GeForce RTX 3090 with 23.69GiB", "rtx-3090");
        row("NVIDIA GeForce RTX 4090 with 23.65GiB", "rtx-4090");
        row("NVIDIA GeForce RTX 5090 with 31.37GiB", "rtx-5090");
        row("AMD Instinct MI300X with 191.98GiB", "mi300x");
        row("NVIDIA H100 with 12.00GiB", "h100-sxm?"); // no H100 has as much
    }
    void printedChips()
    {
        QFETCH(QString, capacity);
        QFETCH(QString, id);
        QTemporaryDir folder;
        const QString path = folder.filePath("run.log");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("2024-12-04 08:51:00,000 - root - INFO - CUDA capacity: " + capacity.toUtf8()
            + " memory\n");
        for (int step = 1; step <= 20; ++step)
            file.write("2024-12-04 08:51:58,557 - root - INFO - step: " + QByteArray::number(step)
                + "  loss:  8.1000  memory: 10.00GiB(32.62%)  tps: 6,330  mfu: 41.19%\n");
        file.close();
        const ProfileLibrary library { DataDirectories { HEADROOM_PROFILES, {} } };
        const RunsReading reading = readRuns({ path.toStdString() }, library, nullptr);
        QCOMPARE(reading.runs.size(), std::size_t { 1 });
        const RunRecord &run = reading.runs.front();
        const auto field = std::ranges::find(run.fields, std::string { "hardware.accelerator" },
            &std::pair<std::string, FieldOrigin>::first);
        const bool isAssumed = field == run.fields.end() || field->second == FieldOrigin::Assumed;
        QCOMPARE(
            QString::fromStdString(run.plan.hardware.accelerator) + (isAssumed ? "?" : ""), id);
    }

    void everyFileIsASample()
    {
        QStringList used;
        for (const Sample &sample : samples())
            for (const char *file : sample.files)
                used << file;
        for (const QString &file : QDir(HEADROOM_TEST_DATA "/runs").entryList(QDir::Files))
            QVERIFY2(used.contains(file), qPrintable(file));
    }
};

QTEST_GUILESS_MAIN(RunSamplesTest)
#include "tst_run_samples.moc"
