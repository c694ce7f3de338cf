#include "window_blueprint.h"

using namespace headroom;

class BlueprintToolsTest : public WindowBlueprint
{
    Q_OBJECT

public:
    BlueprintToolsTest()
        : WindowBlueprint(
            { QStringLiteral("runs"), QStringLiteral("your-file"), QStringLiteral("export"),
                QStringLiteral("validation"), QStringLiteral("learn"), QStringLiteral("lesson"),
                QStringLiteral("learn-glossary"), QStringLiteral("learn-incidents"),
                QStringLiteral("learn-course"), QStringLiteral("lesson-task"),
                QStringLiteral("lesson-solved"), QStringLiteral("lesson-shown") })
    { }
};

int main(int count, char **words)
{
    return runWithFixedLook<BlueprintToolsTest>(count, words);
}
#include "tst_blueprint_tools.moc"
