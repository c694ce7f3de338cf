#include "window_acts.h"

#include <QTest>

using namespace headroom;

class ActsLearningTest : public WindowActs
{
    Q_OBJECT

public:
    ActsLearningTest()
        : WindowActs({ QStringLiteral("learn-course"), QStringLiteral("learn-glossary"),
            QStringLiteral("learn-incidents") })
    { }
};

QTEST_MAIN(ActsLearningTest)
#include "tst_acts_learning.moc"
