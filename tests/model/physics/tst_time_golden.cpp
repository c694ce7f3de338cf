#include "model/estimate/measured_throughput.h"
#include "model/estimate/run_cost.h"
#include "model/physics/collectives/collective_curve.h"
#include "model/physics/compute/gemm_time.h"

#include <QTest>

using namespace headroom;

/// Published and closed-form times, limits and rates.
class TimeGoldenTest : public QObject
{
    Q_OBJECT

private slots:
    void waves();
    void torusCollectives();
    void loggedRates();
    void costOfARun();
    void checkpoints();

private:
    static bool near(double a, double b, double tolerance) { return std::abs(a - b) <= tolerance; }
};

void TimeGoldenTest::waves()
{
    // The model takes the best tile, so it never does worse than the published single tile.
    Prepared chip;
    chip.computeUnits = 108;
    QVERIFY(bestTile(chip, 1792, 1792, 1).use >= .9074 - 5e-5);
    QVERIFY(bestTile(chip, 1793, 1793, 1).use >= .4542);
    QVERIFY(bestTile(chip, 1793, 1793, 1).use < bestTile(chip, 1792, 1792, 1).use);
}

void TimeGoldenTest::torusCollectives()
{
    // One closed axis of a v5e, long enough that its own share does not count, at its peak rate.
    const CollectiveConstants withoutHops;
    Prepared chip;
    chip.collectives.isTpu = true;
    chip.collectives.axisRate = 9e10;
    chip.collectives.constants = &withoutHops;
    const double bytes = 2.0 * 2048 * 8192, ranks = 1e6;
    const GroupSpan axis { ranks, ranks, ranks, 1 };
    const auto seconds = [&](CollectiveKind kind, double amount) {
        return curveOf(chip, kind, axis).seconds(Bytes { amount }).value();
    };
    const double gather = seconds(CollectiveKind::AllGather, bytes);
    QVERIFY(near(gather * 1e6, 372.8, 0.05));
    QCOMPARE(seconds(CollectiveKind::AllReduce, bytes), 2 * gather);
    // Every rank holds its part of those bytes and sends it on: a quarter of the time of a gather.
    QVERIFY(near(seconds(CollectiveKind::AllToAll, bytes / ranks) * 1e6, 372.8 / 4, 0.05));
}

void TimeGoldenTest::loggedRates()
{
    // BLOOM: 52 · 4 · 2 · 2048 · 1024 / (127 · 64 · 1e3).
    QVERIFY(near(inTflopPerSecond(loggedFlopRate(4, 1024, 2048, 52e9, Seconds { 127 }, 64)),
        107.3346, 1e-4));
}

void TimeGoldenTest::costOfARun()
{
    const double hours = deviceHours(1e12, 10000);
    QVERIFY(near(hours, 27777.8, 0.05));
    QVERIFY(near(hours * 2.50, 69444, 0.5));
    QVERIFY(near(energyKwh(hours, 700), 23333, 0.5));
    QCOMPARE(averagePower(70, 700, 2.0), 700.0);
}

void TimeGoldenTest::checkpoints()
{
    const Seconds checkpoint { 60 }, restart { 300 }, failures { 4 * 3600 };
    const Seconds interval = bestCheckpointInterval(checkpoint, failures);
    QVERIFY(near(interval.value(), 1314.534, 0.001));
    QVERIFY(near(goodput(checkpoint, interval, restart, failures), .890914, 1e-6));
}

QTEST_GUILESS_MAIN(TimeGoldenTest)
#include "tst_time_golden.moc"
