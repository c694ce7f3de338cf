#include "window_acts.h"

#include <QTest>

using namespace headroom;

class ActsWorkloadTest : public WindowActs
{
    Q_OBJECT

public:
    ActsWorkloadTest()
        : WindowActs({ QStringLiteral("workload") })
    { }
};

QTEST_MAIN(ActsWorkloadTest)
#include "tst_acts_workload.moc"
