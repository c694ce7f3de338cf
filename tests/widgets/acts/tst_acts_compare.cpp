#include "window_acts.h"

#include <QTest>

using namespace headroom;

class ActsCompareTest : public WindowActs
{
    Q_OBJECT

public:
    ActsCompareTest()
        : WindowActs({ QStringLiteral("compare"), QStringLiteral("result") })
    { }
};

QTEST_MAIN(ActsCompareTest)
#include "tst_acts_compare.moc"
