#include "window_acts.h"

#include <QTest>

using namespace headroom;

class ActsFlagsTest : public WindowActs
{
    Q_OBJECT

public:
    ActsFlagsTest()
        : WindowActs(
            { QStringLiteral("flags"), QStringLiteral("levers"), QStringLiteral("broken") })
    { }
};

QTEST_MAIN(ActsFlagsTest)
#include "tst_acts_flags.moc"
