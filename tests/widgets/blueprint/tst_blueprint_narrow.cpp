#include "window_blueprint.h"

using namespace headroom;

class BlueprintNarrowTest : public WindowBlueprint
{
    Q_OBJECT

public:
    BlueprintNarrowTest()
        : WindowBlueprint({ QStringLiteral("narrow-start"), QStringLiteral("narrow-model"),
            QStringLiteral("narrow-hardware"), QStringLiteral("narrow-workload"),
            QStringLiteral("narrow-parallelism"), QStringLiteral("narrow-suggest"),
            QStringLiteral("narrow-flags"), QStringLiteral("narrow-timeline"),
            QStringLiteral("narrow-levers"), QStringLiteral("narrow-cluster"),
            QStringLiteral("narrow-result"), QStringLiteral("narrow-runs"),
            QStringLiteral("narrow-export"), QStringLiteral("narrow-validation"),
            QStringLiteral("narrow-learn"), QStringLiteral("narrow-compare"),
            QStringLiteral("narrow-window") })
    { }
};

int main(int count, char **words)
{
    return runWithFixedLook<BlueprintNarrowTest>(count, words);
}
#include "tst_blueprint_narrow.moc"
