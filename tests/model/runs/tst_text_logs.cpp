#include "model/plan/fields/plan_fields.h"
#include "model/runs/facts/time_stamps.h"
#include "model/runs/read_runs.h"
#include "model/runs/readers/progress_bars.h"
#include "model/runs/text/number_pairs.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace headroom;

namespace {

RunsReading readingOf(const char *file)
{
    const ProfileLibrary library { DataDirectories { HEADROOM_PROFILES, {} } };
    return readRuns({ file }, library, nullptr);
}

/// The only run of a sample.
RunRecord runOf(const char *file)
{
    RunsReading reading = readingOf(file);
    return reading.runs.size() == 1 ? reading.runs.front() : RunRecord {};
}

FieldOrigin originOf(const RunRecord &run, const std::string &path)
{
    for (const auto &[name, origin] : run.fields)
        if (name == path)
            return origin;
    return FieldOrigin::Assumed;
}

bool isNear(double value, double wanted, double share)
{
    return std::abs(value / wanted - 1) <= share;
}

} // namespace

/// Logs of programs that no framework of plans owns, excerpts and crashes: what an engineer reads
/// in each of the samples.
class TextLogsTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(QDir::setCurrent(HEADROOM_TEST_DATA "/runs")); }

    void stepTimes_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<double>("seconds");
        QTest::newRow("printed, with a multiplier") << "nanotron.log" << 4.0;
        QTest::newRow("four iterations make a step") << "litgpt.log" << 0.805;
        QTest::newRow("progress bar beside rates") << "torchtune.log" << 3.15;
        QTest::newRow("rate of batches over several lines") << "composer.log" << 4.98;
        QTest::newRow("header and figures below it") << "olmo-core.log" << 2.4919;
        QTest::newRow("evaluation and compilation apart") << "nanogpt.log" << 0.4123;
        QTest::newRow("dictionaries with a speed") << "swift.log" << 2.85;
        QTest::newRow("bars beside dictionaries") << "trainer-bars.log" << 3.21;
        QTest::newRow("counts between elapsed times") << "trainer_log.jsonl" << 5.4;
        QTest::newRow("clock between lines") << "deepspeed-clock.log" << 1.1965;
        QTest::newRow("a gap measures one line") << "megatron-gap.log" << 13.0018;
        QTest::newRow("one line of the middle") << "maxtext-command.log" << 2.104;
        QTest::newRow("curve of TensorBoard") << "tensorboard.csv" << 4.05;
    }
    void stepTimes()
    {
        QFETCH(QString, file);
        QFETCH(double, seconds);
        const RunRecord run = runOf(qPrintable(file));
        QVERIFY(run.stepSeconds.has_value());
        QVERIFY2(
            isNear(*run.stepSeconds, seconds, 0.01), qPrintable(QString::number(*run.stepSeconds)));
    }

    /// Steps whose lines are missing were not measured: six lines are six steps.
    void gapsAreNoSteps()
    {
        const RunRecord run = runOf("megatron-gap.log");
        QCOMPARE(run.steps.used + run.steps.leftOutTotal, std::int64_t { 6 });
        QCOMPARE(run.steps.used, std::int64_t { 5 });
    }

    void fields_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("path");
        QTest::addColumn<double>("value");
        QTest::addColumn<int>("origin");
        const auto add = [](const char *file, const char *path, double value, FieldOrigin origin) {
            QTest::addRow("%s %s", file, path) << file << path << value << static_cast<int>(origin);
        };
        const auto read = FieldOrigin::Read, inferred = FieldOrigin::Inferred;
        add("nanotron.log", "workload.global_batch_sequences", 64, read);
        add("nanotron.log", "workload.sequence_length", 4096, inferred);
        add("composer.log", "workload.global_batch_sequences", 512, inferred);
        add("composer.log", "workload.sequence_length", 2048, inferred);
        add("composer.log", "parallelism.micro_batch_sequences", 8, read);
        add("nanogpt.log", "workload.global_batch_sequences", 480, inferred);
        add("nanogpt.log", "workload.sequence_length", 1024, read);
        add("swift.log", "workload.global_batch_sequences", 64, inferred);
        add("deepspeed-clock.log", "workload.global_batch_sequences", 64, inferred);
        add("unsloth.log", "workload.global_batch_sequences", 8, inferred);
        add("unsloth.log", "parallelism.micro_batch_sequences", 2, read);
        add("unsloth.log", "hardware.devices_per_node", 1, inferred);
        add("megatron-gap.log", "workload.global_batch_sequences", 64, read);
        add("maxtext-command.log", "parallelism.fsdp", 8, read);
        add("maxtext-command.log", "workload.sequence_length", 4096, read);
        add("torch-oom.log", "parallelism.micro_batch_sequences", 4, read);
    }
    void fields()
    {
        QFETCH(QString, file);
        QFETCH(QString, path);
        QFETCH(double, value);
        QFETCH(int, origin);
        const RunRecord run = runOf(qPrintable(file));
        const std::string text = planFieldText(run.plan, path.toStdString());
        QCOMPARE(QString::fromStdString(text).toDouble(), value);
        QCOMPARE(static_cast<int>(originOf(run, path.toStdString())), origin);
    }

    void memory_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<double>("bytes");
        QTest::addColumn<QString>("is");
        constexpr double gib = 1024.0 * 1024 * 1024, gb = 1e9, mib = 1024.0 * 1024;
        QTest::newRow("decimal multiplier") << "nanotron.log" << 41.2 * gb << "reserved";
        QTest::newRow("decimal GB") << "litgpt.log" << 21.07 * gb << "allocated";
        QTest::newRow("GiB without a unit") << "torchtune.log" << 18.2 * gib << "allocated";
        QTest::newRow("unit in the name") << "axolotl-memory.log" << 28.35 * gib << "allocated";
        QTest::newRow("GiB in the name") << "swift.log" << 38.4 * gib << "reserved";
        QTest::newRow("first iteration, two ranks on a line")
            << "megatron-gap.log" << 15000.5 * mib << "allocated";
    }
    void memory()
    {
        QFETCH(QString, file);
        QFETCH(double, bytes);
        QFETCH(QString, is);
        const RunRecord run = runOf(qPrintable(file));
        QVERIFY(run.peakBytes.has_value());
        QVERIFY2(isNear(*run.peakBytes, bytes, 1e-6), qPrintable(QString::number(*run.peakBytes)));
        QCOMPARE(QString::fromStdString(run.memoryIs), is);
    }

    /// The batch that nothing tells, and devices that nobody counted, are never called read.
    void defaultsAreNotRead()
    {
        const RunRecord run = runOf("trainer-bars.log");
        for (const char *path : { "workload.global_batch_sequences", "workload.sequence_length",
                 "hardware.accelerator", "hardware.nodes", "parallelism.tensor", "model" })
            QVERIFY2(originOf(run, path) == FieldOrigin::Assumed, path);
    }

    void outOfMemory()
    {
        const RunRecord run = runOf("torch-oom.log");
        QVERIFY(run.crash && !run.stepSeconds && !run.peakBytes);
        constexpr double gib = 1024.0 * 1024 * 1024;
        QCOMPARE(run.crash->kind, CrashKind::OutOfMemory);
        QVERIFY(isNear(run.crash->requestedBytes.value_or(0), 1.96 * gib, 1e-9));
        QVERIFY(isNear(run.crash->allocatedBytes.value_or(0), 35.5 * gib, 1e-9));
        QVERIFY(isNear(run.crash->reservedBytes.value_or(0), 36.75 * gib, 1e-9));
        QCOMPARE(run.crash->ranks, std::vector<int> { 2 });
        QCOMPARE(QString::fromStdString(run.crash->phase), QStringLiteral("backward"));
    }

    void crashes_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("kind");
        QTest::addColumn<int>("ranks");
        QTest::newRow("XLA on a TPU") << "tpu-oom.log"
                                      << "out-of-memory" << 0;
        QTest::newRow("collective") << "watchdog.log"
                                    << "timeout" << 2;
        QTest::newRow("host") << "killed.log"
                              << "killed" << 0;
    }
    void crashes()
    {
        QFETCH(QString, file);
        QFETCH(QString, kind);
        QFETCH(int, ranks);
        const RunRecord run = runOf(qPrintable(file));
        QVERIFY(run.crash.has_value());
        QCOMPARE(QString::fromLatin1(crashKindName(run.crash->kind)), kind);
        QCOMPARE(static_cast<int>(run.crash->ranks.size()), ranks);
    }

    /// What Weights & Biases exports of a run's panels: seconds between rows by the run's clock.
    void exportedPanelsAreRuns()
    {
        const RunRecord run = runOf("judged/wandb.csv");
        QVERIFY(run.stepSeconds.has_value());
        QVERIFY2(
            isNear(*run.stepSeconds, 4.5, 0.02), qPrintable(QString::number(*run.stepSeconds)));
        QCOMPARE(run.plan.workload.globalBatchSequences, std::int64_t { 64 });
    }

    /// 50257 padded to 51200 is a multiple of 128 times 8.
    void aPaddedVocabularyTellsTheTensorDegree()
    {
        const QByteArray log
            = " > padded vocab (size: 50257) with 943 dummy tokens (new size: 51200)\n"
              " [2024-04-06 02:59:36] iteration       43/     100 | consumed samples: "
              "        5504 | elapsed time per iteration (ms): 5444.9 | global batch "
              "size:   128 | lm loss: 1.825991E+00 |\n"
              " [2024-04-06 02:59:41] iteration       44/     100 | consumed samples: "
              "        5632 | elapsed time per iteration (ms): 5533.8 | global batch "
              "size:   128 | lm loss: 1.825991E+00 |\n";
        QTemporaryDir folder;
        QFile file(folder.filePath("vocabulary.log"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(log) == log.size());
        file.close();
        const RunRecord run = runOf(qPrintable(file.fileName()));
        QCOMPARE(run.plan.parallelism.tensor, 8);
        QCOMPARE(originOf(run, "parallelism.tensor"), FieldOrigin::Inferred);
    }

    void otherProgramsAreNamed()
    {
        const RunsReading reading = readingOf("serving.log");
        QVERIFY(reading.isEmpty());
        QCOMPARE(reading.unrecognised.size(), std::size_t { 1 });
        QCOMPARE(QString::fromStdString(reading.unrecognised.front().reason.id),
            QStringLiteral("run-is-inference"));
    }

    void theCommandNamesTheTest()
    {
        const RunsReading reading = readingOf("test-command.log");
        QCOMPARE(reading.operations.size(), std::size_t { 2 });
        QCOMPARE(
            QString::fromStdString(reading.operations.front().kind), QStringLiteral("all_gather"));
        QCOMPARE(reading.operations.front().group, 8);
    }

    void numbers_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("key");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("unit");
        QTest::newRow("colon") << "iter time: 529.46 ms (step)"
                               << "iter time" << 529.46 << "ms";
        QTest::newRow("blank") << "loss 4.0, time 561.94ms"
                               << "time" << 561.94 << "ms";
        QTest::newRow("quotes") << "{'loss': '1.25'}"
                                << "loss" << 1.25 << "";
        QTest::newRow("JSON") << "{\"elapsed_time\": \"5:13:22\"}"
                              << "elapsed_time" << 18802.0 << "s";
        QTest::newRow("parts of a time") << "'elapsed_time': '1m 8s'"
                                         << "elapsed_time" << 68.0 << "s";
        QTest::newRow("multiplier") << "| tokens_per_sec: 22.8K |"
                                    << "tokens_per_sec" << 22800.0 << "";
        QTest::newRow("unit in brackets") << "time per iteration (ms): 5.5 |"
                                          << "time per iteration (ms)" << 5.5 << "";
        QTest::newRow("sign") << "lr: -2e-05"
                              << "lr" << -2e-5 << "";
        QTest::newRow("level in front") << "x - INFO - step:  7"
                                        << "step" << 7.0 << "";
    }
    void numbers()
    {
        QFETCH(QString, line);
        QFETCH(QString, key);
        const std::string text = line.toStdString();
        NumberPair found;
        forEachNumber(text, [&](const NumberPair &pair) {
            const bool isOther = pair.key != key.toStdString();
            if (!isOther)
                found = pair;
            return isOther;
        });
        QTEST(found.value, "value");
        QTEST(QString::fromUtf8(found.unit.data(), static_cast<qsizetype>(found.unit.size())),
            "unit");
    }

    void stamps_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<double>("seconds");
        QTest::newRow("ISO") << "[2024-04-06 02:56:58] iteration" << 1712372218.0;
        QTest::newRow("milliseconds") << "[2022-03-11 02:06:58,985] [INFO]" << 1646964418.985;
        QTest::newRow("American") << "10/17/2025 16:31:56 [INFO|DP=0]:" << 1760718716.0;
        QTest::newRow("with a rank")
            << "[rank3]:[titan] 2025-08-22 07:52:50,420 - root" << 1755849170.42;
        QTest::newRow("together") << "[20251023 12:39:12][rank-63/64]" << 1761223152.0;
        QTest::newRow("T") << "2026-08-01T10:00:00.250Z step" << 1785578400.25;
        QTest::newRow("time of day") << "21:10:01 step" << 76201.0;
        QTest::newRow("what a bar has left") << "5/9 [00:29<11:22:01, 2.83s/it]" << -1.0;
    }
    void stamps()
    {
        QFETCH(QString, line);
        QFETCH(double, seconds);
        QVERIFY(std::abs(stampOfLine(line.toStdString()).value_or(-1) - seconds) < 1e-3);
    }

    /// Two bars in one line, with what stands around them.
    void bars()
    {
        const std::string line = "x:  3%|#  | 12/345 [00:07<06:50,  1.25s/it][2023] 4%|#| 13/345 "
                                 "[00:08<05:03,  2.0it/s, a=1]";
        BarState bar;
        std::size_t at = 0;
        QVERIFY(nextBar(line, at, bar));
        QCOMPARE(bar.done, std::int64_t { 12 });
        QCOMPARE(bar.total, std::int64_t { 345 });
        QCOMPARE(bar.seconds, 1.25);
        QCOMPARE(bar.elapsed, 7.0);
        QVERIFY(nextBar(line, at, bar));
        QCOMPARE(bar.seconds, 0.5);
        QVERIFY(!nextBar(line, at, bar));
    }
};

QTEST_GUILESS_MAIN(TextLogsTest)
#include "tst_text_logs.moc"
