#include "window_acts.h"

#include <QTest>

using namespace headroom;

class ActsResultTest : public WindowActs
{
    Q_OBJECT

public:
    ActsResultTest()
        : WindowActs({ QStringLiteral("result-full"), QStringLiteral("panel-full") })
    { }
};

QTEST_MAIN(ActsResultTest)
#include "tst_acts_result.moc"
