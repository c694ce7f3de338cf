#include "window_acts.h"

#include <QTest>

using namespace headroom;

class ActsModelTest : public WindowActs
{
    Q_OBJECT

public:
    ActsModelTest()
        : WindowActs(
            { QStringLiteral("model"), QStringLiteral("export"), QStringLiteral("validation") })
    { }
};

QTEST_MAIN(ActsModelTest)
#include "tst_acts_model.moc"
