#include "window_blueprint.h"

using namespace headroom;

class BlueprintResultTest : public WindowBlueprint
{
    Q_OBJECT

public:
    BlueprintResultTest()
        : WindowBlueprint({ QStringLiteral("result"), QStringLiteral("result-full"),
            QStringLiteral("panel-full"), QStringLiteral("broken"), QStringLiteral("compare"),
            QStringLiteral("compare-flags"), QStringLiteral("compare-none"),
            QStringLiteral("new-start"), QStringLiteral("new-result"), QStringLiteral("formula") })
    { }
};

int main(int count, char **words)
{
    return runWithFixedLook<BlueprintResultTest>(count, words);
}
#include "tst_blueprint_result.moc"
