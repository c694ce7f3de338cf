#include "model/estimate/figure_intervals.h"
#include "model/estimate/intervals.h"

#include <QTest>

using namespace headroom;

class FigureIntervalsTest : public QObject
{
    Q_OBJECT

private slots:
    void probabilitiesFollowTheInterval()
    {
        QVERIFY(qAbs(probabilityBelow(10, 10, 12) - 0.5) < 1e-12);
        QVERIFY(qAbs(probabilityBelow(12, 10, 12) - 0.9) < 1e-9);
        QVERIFY(probabilityBelow(100, 10, 12) > 0.999);
        QCOMPARE(probabilityBelow(9, 10, 10), 0.0);
        QCOMPARE(probabilityBelow(10, 10, 10), 1.0);
        QVERIFY(qAbs(deviationsAt(0.9) - deviationsOf80) < 1e-9);
        QVERIFY(qAbs(deviationsAt(0.5)) < 1e-9);
    }

    void ratesFallAndDurationsRiseWithTheStep()
    {
        Estimate estimate;
        estimate.time.step = Seconds { 10 };
        estimate.time.p10 = Seconds { 8 };
        estimate.time.p90 = Seconds { 12.5 };
        estimate.throughput.mfu = 0.4;
        estimate.throughput.tokensPerSecondPerDevice = 1000;
        estimate.run.emplace();
        estimate.run->days = 20;
        estimate.run->deviceHours = 480;
        estimate.run->cost = 960;
        estimate.run->energyKwh = 300;
        estimate.run->withFailures.emplace();
        estimate.run->withFailures->goodputP10 = 0.7;
        estimate.run->withFailures->goodputP90 = 0.9;
        const FigureIntervals ends = figureIntervals(estimate);
        QCOMPARE(ends.goodput, (FigureInterval { 0.7, 0.9 }));
        QCOMPARE(ends.mfu, (FigureInterval { 0.32, 0.5 }));
        QCOMPARE(ends.tokensPerSecondPerDevice, (FigureInterval { 800, 1250 }));
        QCOMPARE(ends.days, (FigureInterval { 16, 25 }));
        QCOMPARE(ends.deviceHours, (FigureInterval { 384, 600 }));
        QCOMPARE(ends.cost, (FigureInterval { 768, 1200 }));
        QCOMPARE(ends.energyKwh, (FigureInterval { 240, 375 }));
    }

    void headroomIsWhatThePeakLeaves()
    {
        Estimate estimate;
        estimate.memory.budget = Bytes { 100 };
        estimate.memory.peak = Bytes { 90 };
        estimate.memory.p10 = Bytes { 80 };
        estimate.memory.p90 = Bytes { 110 };
        QCOMPARE(figureIntervals(estimate).headroom, (FigureInterval { -10, 20 }));
    }

    void withoutIntervalOfTheStepAFigureIsItsOwnEnds()
    {
        Estimate estimate;
        estimate.throughput.mfu = 0.4;
        QCOMPARE(figureIntervals(estimate).mfu, (FigureInterval { 0.4, 0.4 }));
        QCOMPARE(figureIntervals(estimate).days, FigureInterval {});
    }
};

QTEST_GUILESS_MAIN(FigureIntervalsTest)
#include "tst_figure_intervals.moc"
