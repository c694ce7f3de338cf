#include "window_acts.h"

#include <QTest>

using namespace headroom;

class ActsCrashesTest : public WindowActs
{
    Q_OBJECT

public:
    ActsCrashesTest()
        : WindowActs({ QStringLiteral("runs-hang"), QStringLiteral("runs-compiled"),
            QStringLiteral("start-answers") })
    { }
};

QTEST_MAIN(ActsCrashesTest)
#include "tst_acts_crashes.moc"
