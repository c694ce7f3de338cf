#include "model/runs/facts/join_traces.h"
#include "model/runs/facts/step_statistics.h"

#include <QTest>

#include <cmath>
#include <functional>

using namespace headroom;

namespace {

using TimeOf = std::function<double(int step)>;

StepLog logOf(int steps, const TimeOf &timeOf)
{
    StepLog log;
    for (int step = 0; step < steps; ++step) {
        StepSample sample;
        sample.step = step;
        sample.value = timeOf(step);
        log.add(-1, sample);
    }
    return log;
}

/// Deterministic noise of ±`share`.
double noisy(double seconds, int step, double share = 0.004)
{
    return seconds * (1 + share * std::sin(step * 12.9898));
}

std::int64_t leftOut(const StepStatistics &steps, const std::string &reason)
{
    for (const LeftOutSteps &part : steps.leftOut)
        if (part.reason == reason)
            return part.steps;
    return 0;
}

StepRules warmUp(int lines)
{
    StepRules rules;
    rules.warmUp = { lines, 0 };
    return rules;
}

} // namespace

class StepStatisticsTest : public QObject
{
    Q_OBJECT

private slots:
    /// A line whose rate is next to nothing is a misprint: it is no step, whatever the others are.
    void endlessStepsAreMisprints()
    {
        for (const int others : { 0, 1, 3, 20 }) {
            StepLog log
                = logOf(others + 1, [others](int step) { return step == others ? 1e-320 : 0.5; });
            log.measure = StepMeasure::SampleRate;
            const StepStatistics steps = stepStatistics(log, {});
            QCOMPARE(steps.used, std::int64_t { others });
            QCOMPARE(steps.median, others > 0 ? 2.0 : 0.0);
            QCOMPARE(steps.points.size(), std::size_t(others));
        }
    }

    void quantilesOfPlainSteps()
    {
        const StepStatistics steps
            = stepStatistics(logOf(11, [](int step) { return 1 + step / 1000.0; }), {});
        QCOMPARE(steps.used, std::int64_t { 11 });
        QCOMPARE(steps.median, 1.005);
        QCOMPARE(steps.p10, 1.001);
        QCOMPARE(steps.p90, 1.009);
        QVERIFY(steps.leftOut.empty() && steps.modes.empty());
        QCOMPARE(steps.attempts, 1);
    }

    void slowStepsHaveARhythmOrNot()
    {
        const auto regular = [](int step) { return noisy(step % 25 == 24 ? 9 : 2, step); };
        const StepStatistics steps = stepStatistics(logOf(200, regular), warmUp(2));
        QCOMPARE(steps.slow.count, std::int64_t { 8 });
        QCOMPARE(steps.slow.period, std::int64_t { 25 });
        QVERIFY(std::abs(steps.slow.extra.value() - 7) < 0.1);
        QVERIFY(std::abs(steps.slow.share - 8 * 7.0 / (192 * 2 + 8 * 9)) < 0.005);
        // Every tenth step is a mode of its own, and a rhythm all the same.
        const auto often = [](int step) { return noisy(step % 10 == 9 ? 3 : 2, step); };
        const StepStatistics modes = stepStatistics(logOf(200, often), warmUp(2));
        QCOMPARE(modes.modes.size(), std::size_t { 2 });
        QCOMPARE(modes.slow.period, std::int64_t { 10 });
        const auto irregular = [](int step) {
            return noisy(step == 31 || step == 40 || step == 77 || step == 150 ? 9 : 2, step);
        };
        QCOMPARE(stepStatistics(logOf(200, irregular), warmUp(2)).slow.period, std::int64_t { 0 });
        QCOMPARE(stepStatistics(logOf(200, irregular), warmUp(2)).slow.count, std::int64_t { 4 });
    }

    void driftIsTheLastThirdOverTheFirst()
    {
        const auto slowly = [](int step) { return 2 + step * 0.001; };
        const double drift = stepStatistics(logOf(99, slowly), {}).drift;
        QVERIFY(std::abs(drift - (2.082 / 2.016 - 1)) < 1e-9);
        const auto steady = [](int step) { return noisy(2, step); };
        QVERIFY(std::abs(stepStatistics(logOf(99, steady), {}).drift) < 0.005);
    }

    void medianOfAnEvenNumberLiesBetween()
    {
        const StepStatistics steps
            = stepStatistics(logOf(4, [](int step) { return 1 + step / 100.0; }), {});
        QVERIFY(std::abs(steps.median - 1.015) < 1e-12);
    }

    void warmUpIsLeftOut()
    {
        const StepLog log = logOf(20, [](int step) {
            return step == 0 ? 100 : step == 1 ? 0.01 : noisy(5, step);
        });
        const StepStatistics steps = stepStatistics(log, warmUp(5));
        QCOMPARE(leftOut(steps, "warm_up"), std::int64_t { 5 });
        QCOMPARE(steps.used, std::int64_t { 15 });
        QVERIFY(std::abs(steps.median - 5) < 0.02);
    }

    void shortRunsKeepSomeSteps()
    {
        const StepStatistics steps = stepStatistics(logOf(4, [](int) { return 2.0; }), warmUp(5));
        QCOMPARE(steps.used, std::int64_t { 3 });
        const StepStatistics one = stepStatistics(logOf(1, [](int) { return 2.0; }), warmUp(5));
        QCOMPARE(one.used, std::int64_t { 1 });
        QCOMPARE(one.median, 2.0);
        QCOMPARE(one.p10, 0.0);
    }

    void outliersAreLeftOutOnBothSides()
    {
        const StepLog log = logOf(100, [](int step) {
            return step == 40 ? 9 : step == 41 ? 0.1 : noisy(5, step);
        });
        const StepStatistics steps = stepStatistics(log, {});
        QCOMPARE(leftOut(steps, "outlier"), std::int64_t { 2 });
        QCOMPARE(steps.used, std::int64_t { 98 });
    }

    void evaluationAndProfilerAreTold()
    {
        StepLog log;
        for (int step = 0; step < 30; ++step) {
            if (step == 20)
                log.evaluated();
            StepSample sample;
            sample.step = step;
            sample.value = noisy(5, step);
            log.add(-1, sample);
        }
        StepRules rules;
        rules.profiledFrom = 10;
        rules.profiledTo = 15;
        const StepStatistics steps = stepStatistics(log, rules);
        QCOMPARE(leftOut(steps, "evaluation"), std::int64_t { 1 });
        QCOMPARE(leftOut(steps, "profiled"), std::int64_t { 5 });
        QCOMPARE(steps.used, std::int64_t { 24 });
    }

    void growingBatchesAndSkippedStepsAreLeftOut()
    {
        StepLog log;
        for (int step = 0; step < 30; ++step) {
            StepSample sample;
            sample.step = step;
            sample.batch = step < 10 ? 64 : 128;
            sample.value = noisy(sample.batch / 32, step);
            sample.kind = step == 20 ? StepKind::Skipped : StepKind::Train;
            log.add(-1, sample);
        }
        StepRules rules;
        rules.batch = 128;
        const StepStatistics steps = stepStatistics(log, rules);
        QCOMPARE(leftOut(steps, "batch_ramp"), std::int64_t { 10 });
        QCOMPARE(leftOut(steps, "skipped"), std::int64_t { 1 });
        QVERIFY(std::abs(steps.median - 4) < 0.02);
    }

    void twoModesAreSaid()
    {
        const StepLog log = logOf(100,
            [](int step) { return noisy(step % 4 == 0 ? 6.5 : 5, step) + (step == 50 ? 9 : 0); });
        const StepStatistics steps = stepStatistics(log, {});
        QCOMPARE(steps.modes.size(), std::size_t { 2 });
        QVERIFY(std::abs(steps.modes[0].seconds - 5) < 0.02);
        QVERIFY(std::abs(steps.modes[1].seconds - 6.5) < 0.03);
        QVERIFY(std::abs(steps.modes[0].share - 0.75) < 0.02);
        QCOMPARE(leftOut(steps, "outlier"), std::int64_t { 1 });
        QCOMPARE(steps.used, std::int64_t { 99 });
    }

    void oneModeIsNotTwo_data()
    {
        QTest::addColumn<int>("shape");
        QTest::newRow("noise") << 0;
        QTest::newRow("drift") << 1;
        QTest::newRow("rare slow steps") << 2;
        QTest::newRow("two close modes") << 3;
    }
    void oneModeIsNotTwo()
    {
        QFETCH(int, shape);
        const StepLog log = logOf(200, [shape](int step) {
            switch (shape) {
            case 1:
                return 5 * (1 + step / 1000.0);
            case 2:
                return noisy(step % 20 == 0 ? 7 : 5, step);
            case 3:
                return noisy(step % 2 == 0 ? 5.1 : 5, step, 0.001);
            default:
                return noisy(5, step, 0.03);
            }
        });
        QVERIFY(stepStatistics(log, {}).modes.empty());
    }

    /// A line is the mean of the steps since the last one; after a gap, in which lines are missing,
    /// of as many as lines lie apart.
    void linesWeighTheStepsTheyCover()
    {
        StepLog log;
        log.printsMeans = true;
        for (const auto &[step, seconds] :
            { std::pair { 10, 9.0 }, { 20, 5.0 }, { 30, 5.0 }, { 40, 5.0 }, { 500, 3.0 } }) {
            StepSample sample;
            sample.step = step;
            sample.value = seconds;
            log.add(-1, sample);
        }
        const StepStatistics steps = stepStatistics(log, warmUp(1));
        QCOMPARE(leftOut(steps, "warm_up"), std::int64_t { 10 });
        QCOMPARE(steps.median, 5.0);
        QCOMPARE(steps.used, std::int64_t { 30 });
        QCOMPARE(leftOut(steps, "outlier"), std::int64_t { 10 });
    }

    void ratesBecomeSeconds()
    {
        StepLog log = logOf(10, [](int) { return 4000.0; });
        log.measure = StepMeasure::TokenRate;
        StepRules rules;
        rules.work = 8000;
        QCOMPARE(stepStatistics(log, rules).median, 2.0);
    }

    void fallingBackBeginsAnAttempt()
    {
        StepLog log;
        const auto add = [&log](int step, double seconds) {
            StepSample sample;
            sample.step = step;
            sample.value = seconds;
            log.add(-1, sample);
        };
        for (int step = 0; step < 30; ++step)
            add(step, step < 3 ? 50 : 5);
        for (int step = 20; step < 40; ++step)
            add(step, step < 23 ? 50 : 5);
        QCOMPARE(log.segments(), 2);
        QCOMPARE(log.count(), std::int64_t { 50 });
        const StepStatistics steps = stepStatistics(log, warmUp(3));
        QCOMPARE(leftOut(steps, "warm_up"), std::int64_t { 6 });
        QCOMPARE(steps.used, std::int64_t { 44 });
        QCOMPARE(steps.attempts, 2);
    }

    void ranksAreOneStep()
    {
        StepLog log;
        for (int step = 0; step < 20; ++step)
            for (int i = 0; i < 8; ++i) {
                // Ranks overtake each other by a step.
                const int rank = (i * 5 + step) % 8;
                StepSample sample;
                sample.step = rank == 3 && step > 0 ? step - 1 : step;
                sample.value = 5 + 0.01 * rank;
                log.add(rank, sample);
            }
        QCOMPARE(log.segments(), 1);
        QCOMPARE(log.count(), std::int64_t { 20 });
        const StepStatistics steps = stepStatistics(log, {});
        QVERIFY(std::abs(steps.rankSpread - 0.07 / 5.035) < 1e-4);
    }

    void copiesWithoutRankAreNoRestart()
    {
        StepLog log;
        for (int step = 0; step < 20; ++step)
            for (int copy = 0; copy < 2; ++copy) {
                StepSample sample;
                sample.step = step;
                sample.value = 5;
                log.add(-1, sample);
            }
        QCOMPARE(log.segments(), 1);
        QCOMPARE(log.count(), std::int64_t { 20 });
    }

    void restartOfAllRanks()
    {
        StepLog log;
        for (int attempt = 0; attempt < 2; ++attempt)
            for (int step = 0; step < 10; ++step)
                for (int rank = 0; rank < 4; ++rank) {
                    StepSample sample;
                    sample.step = step;
                    sample.value = 5;
                    log.add(rank, sample);
                }
        QCOMPARE(log.segments(), 2);
        QCOMPARE(log.count(), std::int64_t { 20 });
    }

    void copiesOfAnotherHostAreKnown()
    {
        const auto steps = [](double shift, double noise) {
            StepLog log;
            for (int step = 0; step < 20; ++step) {
                StepSample sample;
                sample.step = step;
                sample.value = noisy(5, step) + shift + noise * std::cos(step * 3.1);
                sample.loss = 10 - step / 10.0;
                sample.hasLoss = true;
                log.add(-1, sample);
            }
            return log;
        };
        const StepLog one = steps(0, 0);
        QVERIFY(printSameSteps(one, steps(0.003, 0)));
        QVERIFY(!printSameSteps(one, steps(0.2, 0)));
        QVERIFY(!printSameSteps(one, steps(0, 0.1)));
        QVERIFY(!printSameSteps(one, StepLog {}));
    }

    /// The first attempt ends at step 19; data and seeds are the same, and so are losses and times.
    void attemptsInFilesOfTheirOwn_data()
    {
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("last");
        QTest::addColumn<int>("runs");
        QTest::addColumn<int>("steps");
        QTest::newRow("from a checkpoint before") << 15 << 39 << 1 << 45;
        QTest::newRow("from where it ended") << 20 << 39 << 1 << 40;
        QTest::newRow("another host's copy") << 0 << 19 << 1 << 20;
        QTest::newRow("its beginning alone") << 0 << 9 << 1 << 20;
        QTest::newRow("not where it ended") << 25 << 39 << 2 << 20;
    }
    void attemptsInFilesOfTheirOwn()
    {
        QFETCH(const int, first);
        QFETCH(const int, last);
        const auto trace = [](const char *file, int from, int to) {
            RunTrace run;
            run.framework = "maxtext";
            run.config.set("run_name", "long", file, 1);
            run.sources.push_back({ file, file, true });
            for (int step = from; step <= to; ++step) {
                StepSample sample;
                sample.step = step;
                sample.value = noisy(5, step);
                sample.loss = 10 - step / 10.0;
                sample.hasLoss = true;
                run.steps.add(-1, sample);
            }
            return run;
        };
        for (const bool isTurned : { false, true }) {
            std::vector<RunTrace> runs { trace("one.out", 0, 19), trace("two.out", first, last) };
            if (isTurned)
                std::swap(runs[0], runs[1]);
            joinTraces(runs, [](const RunTrace &, const RunTrace &) { return true; });
            QTEST(static_cast<int>(runs.size()), "runs");
            const auto &longest
                = std::ranges::max(runs, {}, [](const RunTrace &run) { return run.steps.count(); });
            QTEST(static_cast<int>(longest.steps.count()), "steps");
            if (first > 0 && runs.size() == 1)
                QCOMPARE(runs.front().steps.segments(), 2);
        }
    }
};

QTEST_GUILESS_MAIN(StepStatisticsTest)
#include "tst_step_statistics.moc"
