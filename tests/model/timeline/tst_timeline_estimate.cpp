#include "../estimate/drawn_plans.h"
#include "timeline_fixture.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace headroom;

/// Scheduled events against the closed form of the estimate, on examples and 300 drawn plans. What
/// is left: chunks of products that are shorter than the exchange beside them (TPU), transfers of
/// long pipelines, stages of which each waits for something else.
class TimelineEstimateTest : public QObject
{
    Q_OBJECT

private slots:
    void makespanIsNearTheStep();
};

void TimelineEstimateTest::makespanIsNearTheStep()
{
    const TimelineFixture fixture;
    std::vector<double> distances;
    for (const ResolvedPlan &plan : DrawnPlans(fixture.library()).withExamples(300)) {
        const Timeline timeline = buildTimeline(plan, fixture.estimator());
        distances.push_back(std::abs(timeline.makespan / timeline.closedFormStep - 1));
    }
    QVERIFY(distances.size() > 300);
    std::ranges::sort(distances);
    const auto share = [&](double limit) {
        const auto within = std::ranges::upper_bound(distances, limit) - distances.begin();
        return double(within) / double(distances.size());
    };
    QVERIFY(distances[distances.size() / 2] < 0.01);
    QVERIFY2(share(0.03) > 0.92, qPrintable(QString::number(share(0.03))));
    QVERIFY2(share(0.08) > 0.99, qPrintable(QString::number(share(0.08))));
}

QTEST_APPLESS_MAIN(TimelineEstimateTest)
#include "tst_timeline_estimate.moc"
