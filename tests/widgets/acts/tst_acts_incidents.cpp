#include "window_acts.h"

#include <QTest>

using namespace headroom;

class ActsIncidentsTest : public WindowActs
{
    Q_OBJECT

public:
    ActsIncidentsTest()
        : WindowActs({ QStringLiteral("incident-played"), QStringLiteral("incident-answered"),
            QStringLiteral("incident-measured") })
    { }
};

QTEST_MAIN(ActsIncidentsTest)
#include "tst_acts_incidents.moc"
