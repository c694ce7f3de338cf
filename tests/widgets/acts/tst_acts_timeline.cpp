#include "window_acts.h"

#include <QTest>

using namespace headroom;

class ActsTimelineTest : public WindowActs
{
    Q_OBJECT

public:
    ActsTimelineTest()
        : WindowActs({ QStringLiteral("timeline"), QStringLiteral("formula") })
    { }
};

QTEST_MAIN(ActsTimelineTest)
#include "tst_acts_timeline.moc"
