#include "model/base/document/document.h"
#include "model/calibration/calibration_report.h"
#include "model/calibration/next_picks.h"
#include "model/calibration/next_runs.h"

#include <QTest>

#include <cmath>

using namespace headroom;

/// Which run is measured next, and how the list says it.
class NextPicksTest : public QObject
{
    Q_OBJECT

private slots:
    void expectedImprovementHasItsLimits()
    {
        QCOMPARE(expectedImprovement(1, 0.5, 0), 0.5);
        QCOMPARE(expectedImprovement(0.5, 1, 0), 0.0);
        QVERIFY(std::abs(expectedImprovement(0, 0, 1) - 0.3989422804) < 1e-9);
        QVERIFY(expectedImprovement(0, 0.1, 0.2) > expectedImprovement(0, 0.1, 0.1));
    }

    void picksWeighGainAgainstCost()
    {
        const RunBelief belief { { 0.04, 0, 0, 0.01 }, 0.02 };
        std::vector<RunOption> options { { 0, { 0, 0 }, 1, 1 }, { 0.05, { 1, 0 }, 1, 1 },
            { 0.05, { 1, 0 }, 4, 1 }, { 0.05, { 1, 0 }, 1, 0.1 } };
        const std::vector<RunPick> picks = nextPicks(options, belief, 0.0, 4);
        QCOMPARE(picks.size(), std::size_t { 4 });
        QCOMPARE(picks.front().option, std::size_t { 1 }); // unsure, cheap, fits
        QVERIFY(picks.front().cause == std::size_t { 0 });
        QCOMPARE(picks.front().rival, std::size_t { 0 });
        options.front().logStep = -1;
        QCOMPARE(nextPicks(options, belief, 0.0, 1).front().option, std::size_t { 0 });
    }

    /// People read what differs from the plan; scripts get every setting.
    void theTextNamesWhatDiffers()
    {
        Plan plan;
        plan.parallelism.fsdp = 8;
        plan.remat.policy = "full";
        NextRun other { { { "parallelism.fsdp", "4" }, { "parallelism.tensor", "2" },
                            { "remat.policy", "full" } },
            0.1, 1, Seconds { 1 }, Seconds { 0.9 }, Seconds { 1.1 }, { "next-settles-alone" } };
        NextRun same = other;
        same.settings = { { "parallelism.fsdp", "8" }, { "remat.policy", "full" } };
        const std::string text = nextText({ other, same }, plan);
        QVERIFY(text.find("--set parallelism.fsdp=4\n") != std::string::npos);
        QVERIFY(text.find("--set parallelism.tensor=2\n") != std::string::npos);
        QVERIFY(text.find("remat.policy") == std::string::npos);
        QVERIFY(text.find("the plan as it is") > text.find("2. "));
        const Document document = nextDocument({ other });
        QCOMPARE(document.find("runs")->items()[0].find("settings")->members().size(),
            std::size_t { 3 });
    }
};

QTEST_GUILESS_MAIN(NextPicksTest)
#include "tst_next_picks.moc"
