#include "model/runs/readers/file_readers.h"
#include "model/runs/readers/log_reader.h"
#include "model/runs/text/anchor_set.h"
#include "model/runs/text/json_events.h"
#include "model/runs/text/line_shapes.h"
#include "model/runs/text/line_source.h"
#include "model/runs/text/scan.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <random>
#include <sstream>

using namespace headroom;

namespace {

struct Line
{
    std::string text;
    std::int64_t number = 0;
    bool isCut = false;
};

std::vector<Line> linesOf(const std::string &text)
{
    std::istringstream stream(text);
    LineSource source(stream);
    std::vector<Line> lines;
    for (LogLine line; source.next(line);)
        lines.push_back({ std::string(line.text), line.number, line.isCut });
    return lines;
}

TraceCollection readLog(const std::string &text)
{
    std::istringstream stream(text);
    LineSource source(stream);
    LogReader log("a.log");
    log.read(source);
    TraceCollection found;
    log.finish("digest", found);
    return found;
}

std::string stepLine(int step, double seconds)
{
    return "completed step: " + std::to_string(step) + ", seconds: " + std::to_string(seconds)
        + ", TFLOP/s/device: 1.0, Tokens/s/device: 2.0, total_weights: 1, loss: 3.0";
}

} // namespace

class RunLinesTest : public QObject
{
    Q_OBJECT

private slots:
    /// Variables as `env`, a traced shell and NCCL print them; in a sentence they tell nothing.
    void theEnvironmentIsRead_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("nvls");
        QTest::addColumn<QString>("level");
        QTest::newRow("env") << "XLA_FLAGS=--xla_gpu_autotune_level=2 --xla_x"
                             << ""
                             << "2";
        QTest::newRow("traced") << "+ export 'XLA_FLAGS=--xla_x --xla_gpu_autotune_level=3'"
                                << ""
                                << "3";
        QTest::newRow("script") << "  export LIBTPU_INIT_ARGS=\"--xla_gpu_autotune_level=4\""
                                << ""
                                << "4";
        QTest::newRow("sentence") << "set XLA_FLAGS=--xla_gpu_autotune_level=2"
                                  << ""
                                  << "";
        QTest::newRow("other options") << "XLA_FLAGS=--token=xla_gpu_autotune_level"
                                       << ""
                                       << "";
        QTest::newRow("NCCL in env") << "NCCL_NVLS_ENABLE=0"
                                     << "0"
                                     << "";
        QTest::newRow("NCCL says")
            << "n:1:2 [0] NCCL INFO NCCL_NVLS_ENABLE set by environment to 0."
            << "0"
            << "";
        QTest::newRow("NCCL in a sentence") << "try NCCL_NVLS_ENABLE=0"
                                            << ""
                                            << "";
    }
    void theEnvironmentIsRead()
    {
        QFETCH(QString, line);
        QFETCH(QString, nvls);
        QFETCH(QString, level);
        const TraceCollection found
            = readLog(line.toStdString() + '\n' + stepLine(0, 9) + '\n' + stepLine(1, 1) + '\n');
        QCOMPARE(found.runs.size(), std::size_t { 1 });
        const RunTrace &run = found.runs.front();
        const auto valueOf = [](const std::map<std::string, std::string> &map, const char *name) {
            const auto at = map.find(name);
            return at == map.end() ? QString() : QString::fromStdString(at->second);
        };
        QCOMPARE(valueOf(run.environment, "NCCL_NVLS_ENABLE"), nvls);
        QCOMPARE(valueOf(run.flags, "xla_gpu_autotune_level"), level);
        QCOMPARE(run.flags.contains("xla_x"), level == "2" || level == "3");
        QCOMPARE(run.setsCompilerFlags, !level.isEmpty() || line.contains("--token"));
        QVERIFY(!run.flags.contains("token"));
    }

    void numbers_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("value");
        QTest::newRow("plain") << "12.5 s" << 12.5;
        QTest::newRow("blanks before") << "   7" << 7.0;
        QTest::newRow("thousands") << "7,034" << 7034.0;
        QTest::newRow("millions") << "1,234,567.25 x" << 1234567.25;
        QTest::newRow("decimal comma") << "12,5" << 12.5;
        QTest::newRow("next item") << "5.662, TFLOP" << 5.662;
        QTest::newRow("list") << "12, 13" << 12.0;
        QTest::newRow("exponent") << "1.831795E+00 |" << 1.831795;
        QTest::newRow("negative") << "-1.5" << -1.5;
        QTest::newRow("not finite") << "inf" << 0.0;
        QTest::newRow("word") << "N/A" << 0.0;
    }
    void numbers()
    {
        QFETCH(QString, text);
        QFETCH(double, value);
        const std::string plain = text.toStdString();
        QCOMPARE(Scan { plain }.number().value_or(0), value);
    }

    void lines()
    {
        const auto lines = linesOf("one\r\ntwo\n\nbar 1\rbar 2\rbar 3\nlast");
        QCOMPARE(lines.size(), std::size_t { 7 });
        QCOMPARE(lines[0].text, std::string("one"));
        QCOMPARE(lines[1].text, std::string("two"));
        QCOMPARE(lines[2].text, std::string());
        QCOMPARE(lines[5].text, std::string("bar 3"));
        QCOMPARE(lines[5].number, std::int64_t { 4 });
        QCOMPARE(lines[6].text, std::string("last"));
        QCOMPARE(lines[6].number, std::int64_t { 5 });
    }

    void longLinesAreCut()
    {
        // Across the blocks that are read at once.
        const std::string text = std::string(3'000'000, 'x') + "\n" + std::string(70'000, 'y')
            + "\nshort\n" + std::string("a\0b", 3);
        const auto lines = linesOf(text);
        QCOMPARE(lines.size(), std::size_t { 4 });
        QCOMPARE(lines[0].text.size(), LineSource::longest);
        QVERIFY(lines[0].isCut && lines[1].isCut && !lines[2].isCut);
        QCOMPARE(lines[2].text, std::string("short"));
        QCOMPARE(lines[3].text, std::string("a\0b", 3));
        QCOMPARE(lines[3].number, std::int64_t { 4 });
    }

    void escapesAndRanks_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("rank");
        QTest::newRow("colours") << "\x1b[31mstep: 1\x1b[0m end"
                                 << "step: 1 end" << -1;
        QTest::newRow("true colour") << "a\x1b[38;2;1;2;3mb"
                                     << "ab" << -1;
        QTest::newRow("title") << "\x1b]0;evil\ab"
                               << "b" << -1;
        QTest::newRow("open escape") << "a\x1b[12"
                                     << "a" << -1;
        QTest::newRow("torchrun") << "[rank12]: x"
                                  << " x" << 12;
        QTest::newRow("elastic") << "[default3]:x"
                                 << "x" << 3;
        QTest::newRow("srun") << " 7: x"
                              << " x" << 7;
        QTest::newRow("mpirun") << "[1,5]<stdout>:x"
                                << "x" << 5;
        QTest::newRow("time") << "10:35:02 x"
                              << "10:35:02 x" << -1;
        QTest::newRow("huge") << "99999999999: x"
                              << "99999999999: x" << -1;
    }
    void escapesAndRanks()
    {
        QFETCH(QString, line);
        QFETCH(QString, text);
        QFETCH(int, rank);
        const std::string raw = line.toStdString();
        std::string buffer;
        std::string_view clean = withoutEscapes(raw, buffer);
        QCOMPARE(takeRank(clean), rank);
        QCOMPARE(std::string(clean), text.toStdString());
    }

    /// Pods are told apart, and inside a pod the ranks.
    void podsInFrontOfLines()
    {
        std::vector<int> ranks;
        for (const char *raw : { "[pod/train-0-1-x7k2p/jax] [rank1]:step",
                 "[pod/train-0-1-x7k2p/jax] [rank2]:step", "[pod/train-0-2-b9q4z/jax] [rank1]:step",
                 "[pod/train-0-1-x7k2p/jax] [rank1]:step" }) {
            std::string_view line = raw;
            ranks.push_back(takeRank(line));
            QCOMPARE(std::string(line), std::string("step"));
        }
        QVERIFY(ranks[0] >= 0 && ranks[0] != ranks[1] && ranks[0] != ranks[2]);
        QCOMPARE(ranks[0], ranks[3]);
    }

    void anchors()
    {
        using Indices = std::vector<std::size_t>;
        const auto found = [](const AnchorSet &set, std::string_view line) {
            Indices indices { 99 }; // of the line before
            set.find(line, indices);
            return indices;
        };
        const AnchorSet set({ "she", "he", "hers", "step: ", "tep" });
        QCOMPARE(found(set, "ushers"), (Indices { 0, 1, 2 }));
        QCOMPARE(found(set, "step"), Indices { 4 });
        QCOMPARE(found(set, "nothing"), Indices {});
        // Wherever in a line, also across the middle where two scans meet.
        for (std::size_t before = 0; before < 120; ++before) {
            const std::string line = std::string(before, 's') + "step: " + std::string(60, 't');
            QCOMPARE(found(set, line), (Indices { 3, 4 }));
        }
        // Any number of them, of any bytes.
        std::vector<std::string> texts;
        for (std::size_t i = 0; i < 300; ++i)
            texts.push_back("anchor " + std::to_string(1000 + i)
                + static_cast<char>(static_cast<unsigned char>(i)));
        const AnchorSet many({ texts.begin(), texts.end() });
        for (std::size_t i = 0; i < texts.size(); ++i)
            QCOMPARE(found(many, "a line with an " + texts[i] + " in it"), Indices { i });
    }

    /// Lines that differ in digits alone are read by what was found out about the first of them, to
    /// the same numbers as without: all lines of the samples, with other digits.
    void shapesTellTheSameNumbers()
    {
        const QDir folder(QStringLiteral(HEADROOM_TEST_DATA "/runs"));
        std::mt19937 random(7);
        int compared = 0, plain = 0;
        for (const QString &path : { QStringLiteral("."), QStringLiteral("public") }) {
            const QDir part(folder.filePath(path));
            for (const QString &name : part.entryList({ QStringLiteral("*.log") }, QDir::Files)) {
                QFile file(part.filePath(name));
                QVERIFY(file.open(QIODevice::ReadOnly));
                for (const Line &line : linesOf(file.readAll().toStdString())) {
                    std::string other = line.text;
                    for (char &letter : other)
                        if (letter >= '0' && letter <= '9')
                            letter = static_cast<char>('0' + random() % 10);
                    NumberPair pair, again, spotted;
                    for (std::size_t at = 0, from = 0;;) {
                        const std::size_t began = at, key = from;
                        if (!nextNumber(line.text, at, from, pair))
                            break;
                        const NumberSpot spot = spotOf(line.text, began, key, pair);
                        std::size_t otherAt = began, otherFrom = key;
                        const bool isThere = nextNumber(other, otherAt, otherFrom, again);
                        if (!readSpot(other, spot, spotted))
                            continue; // the whole line is looked at then
                        QVERIFY2(isThere, other.c_str());
                        QCOMPARE(spotted.value, again.value);
                        QCOMPARE(std::string(spotted.key), std::string(again.key));
                        QCOMPARE(std::string(spotted.unit), std::string(again.unit));
                        QCOMPARE(std::string(spotted.rest), std::string(again.rest));
                        ++compared;
                        plain += spot.isPlain ? 1 : 0;
                    }
                }
            }
        }
        QVERIFY(compared > 3000);
        QVERIFY(2 * plain > compared);
    }

    void shapesAreRemembered()
    {
        LineShapes shapes;
        LineShape *shape = shapes.find("step 12 loss 3.5");
        QVERIFY(shape && shape->masked.empty());
        shapes.keep(*shape);
        QCOMPARE(shape->masked, std::string("step 00 loss 0.0"));
        QCOMPARE(shapes.find("step 99 loss 1.0"), shape);
        QVERIFY(shapes.find("step 9 loss 1.0")->masked.empty());
        const std::string wide(LineShapes::longest + 1, '1');
        QVERIFY(!shapes.find(wide));
        QVERIFY(shapes.find(wide.substr(1)));
        const std::string bytes = "\xff\x80/:09 \xb0\xb9";
        shapes.keep(*shapes.find(bytes));
        QCOMPARE(std::string(shapes.masked()), "\xff\x80/:00 \xb0\xb9");
    }

    /// The thousandth line of a kind says what it says, whatever the first ones were.
    void shapesKeepLinesApart()
    {
        std::string text;
        for (int i = 0; i < 300; ++i)
            text += "iter " + std::to_string(100 + i) + ": loss 2.5, time "
                + std::to_string(500 + i % 7) + ".25ms, mfu 30.1%\nGPU " + std::to_string(i % 8)
                + " memory 41.5 GiB used\n";
        const TraceCollection found = readLog(text);
        QCOMPARE(found.runs.size(), std::size_t { 1 });
        QCOMPARE(found.runs[0].steps.count(), std::int64_t { 300 });
        const std::vector<StepSample> samples = found.runs[0].steps.samples();
        for (std::size_t i = 0; i < samples.size(); ++i) {
            QCOMPARE(samples[i].step, static_cast<std::int64_t>(100 + i));
            QCOMPARE(samples[i].value, (500.25 + static_cast<double>(i % 7)) / 1000);
        }
    }

    void garbageBetweenSteps()
    {
        std::string text;
        for (int step = 0; step < 20; ++step) {
            text += stepLine(step, 5.5) + (step % 2 ? "\r\n" : "\n");
            for (int i = 1; i < 256; ++i)
                text += static_cast<char>(i == '\n' ? ' ' : i);
            text += std::string("\0\0\n", 3);
        }
        text += std::string(200'000, 'x') + stepLine(99, 1) + "\n";
        text += "completed step: oops, seconds: 1\n";
        text += "completed step: 20" + std::string(70'000, 'y') + "\n";
        const TraceCollection found = readLog(text);
        QCOMPARE(found.runs.size(), std::size_t { 1 });
        QCOMPARE(found.runs[0].steps.count(), std::int64_t { 20 });
        // The malformed one, and the cut one twice: it is cut and lacks its numbers.
        QCOMPARE(found.unrecognisedCount, std::int64_t { 3 });
        QCOMPARE(found.unrecognised[0].line, std::int64_t { 42 });
        QCOMPARE(found.unrecognised[0].reason.id, std::string("run-line-malformed"));
        QCOMPARE(found.unrecognised.back().reason.id, std::string("run-line-cut"));
    }

    void unrecognisedIsBounded()
    {
        std::string text;
        for (int i = 0; i < 5000; ++i)
            text += "completed step: ?\n";
        const TraceCollection found = readLog(text);
        QCOMPARE(found.unrecognisedCount, std::int64_t { 5000 });
        QVERIFY(found.unrecognised.size() <= TraceCollection::maxUnrecognised);
    }

    /// Four times the text, about four times the work; what is held does not grow.
    void longLogsStayBounded()
    {
        StepLog log;
        for (std::int64_t step = 0; step < 1'000'000; ++step) {
            StepSample sample;
            sample.step = step;
            sample.value = 2 + static_cast<double>(step % 5) / 100;
            log.add(-1, sample);
        }
        QVERIFY(log.samples().size() <= StepLog::most + 16);
        QCOMPARE(log.count(), std::int64_t { 1'000'000 });
        StepRules rules;
        rules.warmUp = { 5, 0 };
        const StepStatistics steps = stepStatistics(log, rules);
        QVERIFY(std::abs(static_cast<double>(steps.used) - 1e6) < 50);
        QCOMPARE(steps.leftOutTotal, std::int64_t { 5 });
        QCOMPARE(steps.median, 2.02);
    }

    /// JSON of these kinds has no line of many megabytes: it is put aside before it is read to its
    /// end.
    void longJsonLinesAreRefused()
    {
        std::string text = "{\"loss\": [1";
        while (text.size() < (std::size_t { 20 } << 20))
            text += ", 1.25";
        std::istringstream stream(text + "]}");
        std::string problem;
        QVERIFY(!readJsonEvents(stream,
            { [](const auto &, const auto &) {}, [](const auto &, const auto &) {} }, problem));
        QCOMPARE(problem, std::string("a line of more than 8 MiB"));
        QVERIFY(stream.tellg() < std::streamoff { 10 << 20 });
    }

    void configurationsAreBounded()
    {
        std::string text;
        for (int i = 0; i < 10'000; ++i)
            text += "Config param key" + std::to_string(i) + ": " + std::string(6000, 'v') + "\n";
        const TraceCollection found = readLog(text);
        QVERIFY(found.runs.at(0).config.size() <= 4096);
        QVERIFY(found.runs.at(0).config.text("key1").size() <= 4096);
    }
};

QTEST_GUILESS_MAIN(RunLinesTest)
#include "tst_run_lines.moc"
