#include "next_replay.h"

#include <QTest>

using namespace headroom;

/// Calibration on own runs against the published runs of sources that the constants have not seen:
/// a few draws of each; calibration_replay prints the whole table.
class CalibrationReplayTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_library = std::make_unique<ProfileLibrary>(DataDirectories { HEADROOM_PROFILES, {} });
        m_sources = std::make_unique<ReplaySources>(*m_library, 18);
    }

    void fewRunsHelpAndNeverHarm()
    {
        const ReplaySources &sources = *m_sources;
        QVERIFY(sources.all().size() > 5);
        ReplayOptions options;
        options.draws = 6;
        options.judged = 12;
        int worse = 0, poor = 0, farBetter = 0;
        double inside = 0;
        for (const ReplaySources::Source &source : sources.all()) {
            const CalibrationReplay own = replayCalibration(source, sources.priors(), 8, options);
            worse += own.isWorse();
            poor += own.before > 0.1;
            farBetter += own.before > 0.1 && own.isFarBetter();
            inside += own.inside / static_cast<double>(sources.all().size());
        }
        // Six draws scatter: one of the sources may look worse by chance.
        QVERIFY2(worse <= 1, qPrintable(QString::number(worse)));
        QVERIFY2(2 * farBetter >= poor, qPrintable(QString::number(farBetter)));
        QVERIFY2(inside > 0.7 && inside < 0.92, qPrintable(QString::number(inside)));
    }

    /// On measured sweeps, and on machines that are further off than the priors think.
    void proposedRunsFindTheBest_data()
    {
        QTest::addColumn<double>("truthSpread");
        QTest::newRow("measured") << 0.0;
        QTest::newRow("drawn wider than the priors") << 1.5;
    }
    void proposedRunsFindTheBest()
    {
        QFETCH(double, truthSpread);
        NextReplayOptions options;
        options.starts = 3;
        options.maxRuns = 6;
        options.truthSpread = truthSpread;
        double next = 0, random = 0, count = 0;
        for (const MeasuredSweep &sweep : measuredSweeps(*m_sources, 12)) {
            if (sweep.runs.size() > 50)
                continue;
            ++count;
            next += replayNext(sweep, m_sources->priors(), Chooser::Next, options).share();
            random += replayNext(sweep, m_sources->priors(), Chooser::Random, options).share();
        }
        QVERIFY(count > 3);
        QVERIFY2(next / count >= 0.8, qPrintable(QString::number(next / count)));
        QVERIFY(next > random);
    }

private:
    std::unique_ptr<ProfileLibrary> m_library;
    std::unique_ptr<ReplaySources> m_sources;
};

QTEST_GUILESS_MAIN(CalibrationReplayTest)
#include "tst_calibration_replay.moc"
