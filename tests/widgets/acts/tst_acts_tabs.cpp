#include "window_acts.h"

#include <QTest>

using namespace headroom;

class ActsTabsTest : public WindowActs
{
    Q_OBJECT

public:
    ActsTabsTest()
        : WindowActs({ QStringLiteral("flags-compared"), QStringLiteral("flags-options"),
            QStringLiteral("levers-network"), QStringLiteral("levers-details") })
    { }
};

QTEST_MAIN(ActsTabsTest)
#include "tst_acts_tabs.moc"
