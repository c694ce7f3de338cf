#include "window_acts.h"

#include <QTest>

using namespace headroom;

class ActsUnfitTest : public WindowActs
{
    Q_OBJECT

public:
    ActsUnfitTest()
        : WindowActs({ QStringLiteral("suggest-none"), QStringLiteral("full-export") })
    { }
};

QTEST_MAIN(ActsUnfitTest)
#include "tst_acts_unfit.moc"
