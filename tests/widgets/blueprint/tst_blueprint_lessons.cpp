#include "window_blueprint.h"

using namespace headroom;

class BlueprintLessonsTest : public WindowBlueprint
{
    Q_OBJECT

public:
    BlueprintLessonsTest()
        : WindowBlueprint(scenesNamed(QStringLiteral("taught-")))
    { }
};

int main(int count, char **words)
{
    return runWithFixedLook<BlueprintLessonsTest>(count, words);
}
#include "tst_blueprint_lessons.moc"
