#include "window_acts.h"

#include <QTest>

using namespace headroom;

class ActsHardwareTest : public WindowActs
{
    Q_OBJECT

public:
    ActsHardwareTest()
        : WindowActs({ QStringLiteral("hardware"), QStringLiteral("your-file") })
    { }
};

QTEST_MAIN(ActsHardwareTest)
#include "tst_acts_hardware.moc"
