#include "window_blueprint.h"

using namespace headroom;

class BlueprintNightTest : public WindowBlueprint
{
    Q_OBJECT

public:
    BlueprintNightTest()
        : WindowBlueprint(scenesNamed(QStringLiteral("night-")))
    { }
};

int main(int count, char **words)
{
    return runWithFixedLook<BlueprintNightTest>(count, words);
}
#include "tst_blueprint_night.moc"
