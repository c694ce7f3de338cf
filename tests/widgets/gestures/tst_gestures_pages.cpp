#include "window_gestures.h"

using namespace headroom;

class GesturesPagesTest : public WindowGestures
{
    Q_OBJECT

public:
    GesturesPagesTest()
        : WindowGestures(
            { QStringLiteral("model"), QStringLiteral("parallelism"), QStringLiteral("runs"),
                QStringLiteral("validation"), QStringLiteral("suggest"), QStringLiteral("flags") })
    { }
};

int main(int count, char **words)
{
    return runWithFixedLook<GesturesPagesTest>(count, words);
}
#include "tst_gestures_pages.moc"
