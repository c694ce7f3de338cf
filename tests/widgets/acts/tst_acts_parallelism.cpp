#include "window_acts.h"

#include <QTest>

using namespace headroom;

class ActsParallelismTest : public WindowActs
{
    Q_OBJECT

public:
    ActsParallelismTest()
        : WindowActs({ QStringLiteral("parallelism"), QStringLiteral("runs"),
            QStringLiteral("explained-degree") })
    { }
};

QTEST_MAIN(ActsParallelismTest)
#include "tst_acts_parallelism.moc"
