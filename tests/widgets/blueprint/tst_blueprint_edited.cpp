#include "window_blueprint.h"

using namespace headroom;

class BlueprintEditedTest : public WindowBlueprint
{
    Q_OBJECT

public:
    BlueprintEditedTest()
        : WindowBlueprint(scenesNamed(QStringLiteral("edited-")))
    { }
};

int main(int count, char **words)
{
    return runWithFixedLook<BlueprintEditedTest>(count, words);
}
#include "tst_blueprint_edited.moc"
