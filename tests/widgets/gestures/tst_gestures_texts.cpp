#include "window_gestures.h"

using namespace headroom;

class GesturesTextsTest : public WindowGestures
{
    Q_OBJECT

public:
    GesturesTextsTest()
        : WindowGestures({ QStringLiteral("export"), QStringLiteral("your-file"),
            QStringLiteral("lesson"), QStringLiteral("lesson-shown"),
            QStringLiteral("incident-played"), QStringLiteral("start-answers"),
            QStringLiteral("formula"), QStringLiteral("learn-glossary") })
    { }
};

int main(int count, char **words)
{
    return runWithFixedLook<GesturesTextsTest>(count, words);
}
#include "tst_gestures_texts.moc"
