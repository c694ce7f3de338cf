#include "model/estimate/figure_intervals.h"
#include "model/estimate/intervals.h"

#include <QTest>

#include <cmath>

using namespace headroom;

namespace {

/// A step of ten seconds whose ends lie a factor of 1.25 away, and a run of twenty days.
Estimate twentyDays()
{
    Estimate estimate;
    estimate.time.step = Seconds { 10 };
    estimate.time.p10 = Seconds { 8 };
    estimate.time.p90 = Seconds { 12.5 };
    estimate.run.emplace();
    estimate.run->days = 20;
    estimate.run->cost = 960;
    return estimate;
}

} // namespace

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
        QVERIFY(qAbs(deviationsAt(1e-20) + 8) < 1e-9); // nothing is known so surely
        QVERIFY(qAbs(deviationsAt(0.99999999999999999) - 8) < 1e-9);
    }

    void ratesFallAndDurationsRiseWithTheStep()
    {
        Estimate estimate = twentyDays();
        estimate.throughput.mfu = 0.4;
        estimate.throughput.tokensPerSecondPerDevice = 1000;
        estimate.run->deviceHours = 480;
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

    /// What is not known of the step and of the failures is independent.
    void failuresComeOnTopOfTheStep()
    {
        Estimate estimate = twentyDays();
        estimate.throughput.model = FlopPerSecond { 4e14 };
        estimate.throughput.hardware = FlopPerSecond { 5e14 };
        estimate.throughput.hfu = 0.5;
        const CalendarRun plain = calendarRun(estimate);
        QCOMPARE(plain.days, 20.0);
        QCOMPARE(plain.cost, 960.0);
        QCOMPARE(plain.daysEnds, (FigureInterval { 16, 25 }));
        QCOMPARE(plain.costEnds, (FigureInterval { 768, 1200 }));
        QCOMPARE(std::string(plain.daysId), std::string("days"));
        RunInterruptions &run = estimate.run->withFailures.emplace();
        run.goodput = 0.72;
        run.goodputP10 = 0.576;
        run.goodputP90 = 0.9;
        run.days = 25;
        run.cost = 1200;
        // Both ends of both lie at a factor of 1.25.
        const double factor = std::exp(std::sqrt(2) * std::log(1.25));
        const CalendarRun own = calendarRun(estimate);
        QCOMPARE(own.days, 25.0);
        QCOMPARE(own.cost, 1200.0);
        QVERIFY(qAbs(own.daysEnds.low * factor / 25 - 1) < 1e-12);
        QVERIFY(qAbs(own.daysEnds.high / factor / 25 - 1) < 1e-12);
        QVERIFY(qAbs(own.costEnds.low * factor / 1200 - 1) < 1e-12);
        QVERIFY(qAbs(own.costEnds.high / factor / 1200 - 1) < 1e-12);
        QCOMPARE(std::string(own.costId), std::string("cost_with_failures"));
        const FigureIntervals ends = figureIntervals(estimate);
        QCOMPARE(ends.modelFlops, (FigureInterval { 3.2e14, 5e14 }));
        QCOMPARE(ends.hardwareFlops, (FigureInterval { 4e14, 6.25e14 }));
        QCOMPARE(ends.hfu, (FigureInterval { 0.4, 0.625 }));
        for (Seconds TimeEstimate::*end : { &TimeEstimate::p10, &TimeEstimate::p90 }) {
            Estimate without = estimate;
            without.time.*end = {};
            QCOMPARE(figureIntervals(without).hfu, (FigureInterval { 0.5, 0.5 }));
        }
    }

    void nothingIsCertain()
    {
        QCOMPARE(probabilityAmount(1).value, 0.99);
        QCOMPARE(probabilityAmount(0.4).value, 0.4);
        MemoryEstimate memory;
        memory.fitProbability = 0.7;
        QCOMPARE(fitAmount(memory).value, 0.7);
    }

    void headroomIsWhatThePeakLeaves()
    {
        Estimate estimate;
        estimate.memory.budget = Bytes { 100 };
        estimate.memory.reserved = { Bytes { 90 }, Bytes { 80 }, Bytes { 110 } };
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
