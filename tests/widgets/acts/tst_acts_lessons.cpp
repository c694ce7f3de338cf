#include "window_acts.h"

#include <QTest>

using namespace headroom;

class ActsLessonsTest : public WindowActs
{
    Q_OBJECT

public:
    ActsLessonsTest()
        : WindowActs({ QStringLiteral("lesson-task"), QStringLiteral("lesson-solved"),
            QStringLiteral("taught-words"), QStringLiteral("taught-sources") })
    { }
};

QTEST_MAIN(ActsLessonsTest)
#include "tst_acts_lessons.moc"
