#include "window_acts.h"

#include <QTest>

using namespace headroom;

class ActsClusterTest : public WindowActs
{
    Q_OBJECT

public:
    ActsClusterTest()
        : WindowActs({ QStringLiteral("cluster") })
    { }
};

QTEST_MAIN(ActsClusterTest)
#include "tst_acts_cluster.moc"
