#include "window_acts.h"

#include <QTest>

using namespace headroom;

class ActsProblemsTest : public WindowActs
{
    Q_OBJECT

public:
    ActsProblemsTest()
        : WindowActs({ QStringLiteral("broken-parallelism"), QStringLiteral("broken-export") })
    { }
};

QTEST_MAIN(ActsProblemsTest)
#include "tst_acts_problems.moc"
