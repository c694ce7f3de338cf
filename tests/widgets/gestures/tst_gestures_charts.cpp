#include "window_gestures.h"

using namespace headroom;

class GesturesChartsTest : public WindowGestures
{
    Q_OBJECT

public:
    GesturesChartsTest()
        : WindowGestures({ QStringLiteral("timeline"), QStringLiteral("levers"),
            QStringLiteral("result"), QStringLiteral("cluster"), QStringLiteral("compare") })
    { }
};

int main(int count, char **words)
{
    return runWithFixedLook<GesturesChartsTest>(count, words);
}
#include "tst_gestures_charts.moc"
