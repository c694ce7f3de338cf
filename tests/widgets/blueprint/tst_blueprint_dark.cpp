#include "window_blueprint.h"

using namespace headroom;

class BlueprintDarkTest : public WindowBlueprint
{
    Q_OBJECT

public:
    BlueprintDarkTest()
        : WindowBlueprint({ QStringLiteral("dark-model"), QStringLiteral("dark-parallelism"),
            QStringLiteral("dark-flags"), QStringLiteral("dark-timeline"),
            QStringLiteral("dark-levers"), QStringLiteral("dark-result"),
            QStringLiteral("dark-compare"), QStringLiteral("dark-runs"),
            QStringLiteral("dark-validation"), QStringLiteral("dark-learn") })
    { }
};

int main(int count, char **words)
{
    return runWithFixedLook<BlueprintDarkTest>(count, words);
}
#include "tst_blueprint_dark.moc"
