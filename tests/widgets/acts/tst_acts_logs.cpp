#include "window_acts.h"

#include <QTest>

using namespace headroom;

class ActsLogsTest : public WindowActs
{
    Q_OBJECT

public:
    ActsLogsTest()
        : WindowActs({ QStringLiteral("runs-many") })
    { }
};

QTEST_MAIN(ActsLogsTest)
#include "tst_acts_logs.moc"
