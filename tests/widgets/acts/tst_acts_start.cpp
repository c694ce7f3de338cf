#include "window_acts.h"

#include <QTest>

using namespace headroom;

class ActsStartTest : public WindowActs
{
    Q_OBJECT

public:
    ActsStartTest()
        : WindowActs({ QStringLiteral("start"), QStringLiteral("learn"), QStringLiteral("lesson") })
    { }
};

QTEST_MAIN(ActsStartTest)
#include "tst_acts_start.moc"
