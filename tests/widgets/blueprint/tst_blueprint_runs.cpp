#include "window_blueprint.h"

using namespace headroom;

class BlueprintRunsTest : public WindowBlueprint
{
    Q_OBJECT

public:
    BlueprintRunsTest()
        : WindowBlueprint(scenesNamed(QStringLiteral("log-")))
    { }
};

int main(int count, char **words)
{
    return runWithFixedLook<BlueprintRunsTest>(count, words);
}
#include "tst_blueprint_runs.moc"
