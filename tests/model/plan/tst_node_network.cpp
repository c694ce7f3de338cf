#include "model/plan/node_network.h"

#include <QTest>

using namespace headroom;

class NodeNetworkTest : public QObject
{
    Q_OBJECT

private slots:
    void linksBecomeARateOfADevice_data()
    {
        QTest::addColumn<int>("links");
        QTest::addColumn<double>("gigabits");
        QTest::addColumn<int>("devices");
        QTest::addColumn<double>("gbytes");
        QTest::newRow("eight of 400, a link a device") << 8 << 400.0 << 8 << 50.0;
        QTest::newRow("one of 200 for eight") << 1 << 200.0 << 8 << 3.125;
        QTest::newRow("eight of 200, DGX A100") << 8 << 200.0 << 8 << 25.0;
    }
    void linksBecomeARateOfADevice()
    {
        QFETCH(int, links);
        QFETCH(double, gigabits);
        QFETCH(int, devices);
        QTEST(nicGbytesPerDevice({ links, gigabits }, devices), "gbytes");
        const NodeNetwork back
            = nodeNetwork(nicGbytesPerDevice({ links, gigabits }, devices), devices);
        QCOMPARE(
            nicGbytesPerDevice(back, devices), nicGbytesPerDevice({ links, gigabits }, devices));
    }

    void aDeviceWithALinkOfItsOwnCountsIt()
    {
        const NodeNetwork network = nodeNetwork(50, 8); // NDR for each of eight
        QCOMPARE(network.links, 8);
        QCOMPARE(network.gigabitsPerLink, 400.0);
    }

    void aRateThatNobodySellsStaysWhatItIs()
    {
        const NodeNetwork odd = nodeNetwork(1.7, 4);
        QCOMPARE(odd.links, 1);
        QCOMPARE(nicGbytesPerDevice(odd, 4), 1.7);
    }
};

QTEST_GUILESS_MAIN(NodeNetworkTest)
#include "tst_node_network.moc"
