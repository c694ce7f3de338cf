#include "window_acts.h"

#include <QTest>

using namespace headroom;

class ActsSuggestTest : public WindowActs
{
    Q_OBJECT

public:
    ActsSuggestTest()
        : WindowActs({ QStringLiteral("suggest") })
    { }
};

QTEST_MAIN(ActsSuggestTest)
#include "tst_acts_suggest.moc"
