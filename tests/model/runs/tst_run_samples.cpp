#include "model/base/wording/messages.h"
#include "model/plan/plan_file.h"
#include "model/runs/runs_report.h"

#include <QDir>
#include <QFile>
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
