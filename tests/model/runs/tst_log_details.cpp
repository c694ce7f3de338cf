#include "model/runs/readers/file_readers.h"
#include "model/runs/rebuild/rebuild_plan.h"
#include "tests/model/shipped.h"

#include <QTest>

#include <sstream>

using namespace headroom;

namespace {

TraceCollection readLog(const std::string &text)
{
    std::istringstream stream(text);
    TraceCollection found;
    readRunStream(stream, "a.log", found);
    return found;
}

} // namespace

/// Single lines of logs: what each of their words decides.
class LogDetailsTest : public QObject
{
    Q_OBJECT

private slots:
    /// A step of torchtitan has a number and a rate above nothing.
    void ratesOfTorchtitan_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<bool>("isStep");
        QTest::newRow("whole") << "step:  3  loss:  7.1  tps: 5,120  mfu: 31.2%" << true;
        QTest::newRow("older word") << "step:  3  loss:  7.1  wps: 5,120  mfu: 31.2%" << true;
        QTest::newRow("no rate") << "step:  3  loss:  7.1  tps: none  mfu: 31.2%" << false;
        QTest::newRow("nothing a second") << "step:  3  loss:  7.1  tps: 0  mfu: 31.2%" << false;
        QTest::newRow("before the first")
            << "step:  -1  loss:  7.1  tps: 5,120  mfu: 31.2%" << false;
    }
    void ratesOfTorchtitan()
    {
        QFETCH(QString, line);
        QFETCH(bool, isStep);
        const std::string before = "[titan] step:  2  loss:  7.2  tps: 5,100  mfu: 31.1%\n";
        const TraceCollection found = readLog(before + "[titan] " + line.toStdString() + '\n');
        QCOMPARE(found.runs.size(), std::size_t { 1 });
        QCOMPARE(found.runs[0].steps.count(), std::int64_t { isStep ? 2 : 1 });
        QCOMPARE(found.unrecognisedCount, std::int64_t { isStep ? 0 : 1 });
        if (!isStep)
            QCOMPARE(found.unrecognised[0].reason.id, std::string("run-line-malformed"));
    }

    void versionOfTheLibrary()
    {
        for (const char *line :
            { "NCCL version 2.27.3+cuda12.9", "NCCL version   2.27.3+cuda12.9" }) {
            const TraceCollection found
                = readLog(std::string(line) + "\nstep:  2  loss:  7.2  tps: 5,100  mfu: 31.1%\n");
            QCOMPARE(found.runs.size(), std::size_t { 1 });
            QCOMPARE(found.runs[0].environment.at("NCCL_VERSION"), std::string("2.27.3+cuda12.9"));
        }
    }

    /// nccl-tests times messages of no bytes, and prints what took no time; neither is a rate.
    void rowsWithoutBytesOrTimeAreNone()
    {
        const std::string head
            = "# nThread 1 nGpus 8 minBytes 8 maxBytes 1024 step: 2(factor) warmup iters: 5\n"
              "#       size         count      type   redop    root     time   algbw   busbw "
              "#wrong\n";
        const TraceCollection found = readLog("./build/all_reduce_perf -b 8 -e 1K -g 8\n" + head
            + "           0             0     float     sum      -1    12.00    0.00    0.00      "
              "0\n"
              "        1024           256     float     sum      -1     0.00    0.00    0.00      "
              "0\n"
              "        1024           256     float     sum      -1    13.10    0.08    0.14      "
              "0\n");
        QCOMPARE(found.operations.size(), std::size_t { 1 });
        QCOMPARE(found.operations[0].bytes, 1024.0);
        QCOMPARE(found.operations[0].seconds, 13.1e-6);
    }

    /// Devices that nothing splits fill nodes as large as the chip's.
    void nodesAreAsLargeAsTheChips_data()
    {
        QTest::addColumn<QString>("chip");
        QTest::addColumn<int>("perNode");
        QTest::newRow("four") << "gb200" << 4;
        QTest::newRow("eight") << "h100-sxm" << 8;
    }
    void nodesAreAsLargeAsTheChips()
    {
        QFETCH(QString, chip);
        QFETCH(int, perNode);
        RunTrace trace;
        trace.format = "text-log";
        trace.facts.set("device_name", chip.toStdString(), "a.log", 1);
        trace.facts.set("devices", "16", "a.log", 2);
        const PlanDraft draft = rebuildPlan(trace, shippedLibrary(), nullptr);
        QCOMPARE(draft.plan.hardware.devicesPerNode, perNode);
        QCOMPARE(draft.plan.hardware.nodes, 16 / perNode);
    }

    /// A number of devices that is printed was read; a product of degrees was not.
    void devicesHaveAnOrigin()
    {
        RunTrace trace;
        trace.format = "text-log";
        trace.framework = "megatron";
        trace.facts.set("device_name", "h100-sxm", "a.log", 1);
        RunTrace printed = trace, product = trace;
        printed.facts.set("devices", "16", "a.log", 2);
        for (const auto &[fact, value] : { std::pair { "data", "8" }, std::pair { "tensor", "2" },
                 std::pair { "pipeline", "1" } })
            product.facts.set(fact, value, "a.log", 2);
        QCOMPARE(rebuildPlan(printed, shippedLibrary(), nullptr).devices, FieldOrigin::Read);
        const PlanDraft draft = rebuildPlan(product, shippedLibrary(), nullptr);
        QCOMPARE(draft.devices, FieldOrigin::Inferred);
        QCOMPARE(draft.plan.hardware.nodes * draft.plan.hardware.devicesPerNode, 16);
    }
};

QTEST_GUILESS_MAIN(LogDetailsTest)
#include "tst_log_details.moc"
