#include "model/estimate/axis_traffic.h"
#include "tests/model/shipped.h"

#include <QTest>

#include <algorithm>

using namespace headroom;

/// What crosses the links of each axis.
class AxisTrafficTest : public QObject
{
    Q_OBJECT

private slots:
    void everyAxisHasItsLink();
    void aSingleDeviceHasNone();
};

/// Two nodes: shards inside each over the fast links, replicas over the network.
void AxisTrafficTest::everyAxisHasItsLink()
{
    const ResolvedPlan plan
        = shippedPlan("llama3.1-8b-h100-node", { "hardware.nodes=2", "parallelism.data=2" });
    const Estimate estimate = shippedEstimator().estimate(plan);
    const std::vector<AxisTraffic> all = axisTraffic(plan, estimate);
    QCOMPARE(all.size(), std::size_t(2));
    QCOMPARE(all[0].axis.axis, std::string_view("fsdp"));
    QCOMPARE(all[0].axis.degree, 8);
    QVERIFY(all[0].link == Roof::ScaleUpLink);
    QCOMPARE(all[1].axis.axis, std::string_view("data"));
    QVERIFY(all[1].link == Roof::Network);
    QVERIFY(all[0].rate > all[1].rate);
    Bytes crossing;
    for (const CollectiveLoad &load : estimate.collectives)
        crossing += load.bytes;
    QVERIFY(crossing.value() > 0);
    QCOMPARE((all[0].bytes + all[1].bytes).value(), crossing.value());
}

void AxisTrafficTest::aSingleDeviceHasNone()
{
    const ResolvedPlan plan = shippedPlan("llama3.1-8b-lora-one-gpu");
    QVERIFY(axisTraffic(plan, shippedEstimator().estimate(plan)).empty());
}

QTEST_APPLESS_MAIN(AxisTrafficTest)
#include "tst_axis_traffic.moc"
