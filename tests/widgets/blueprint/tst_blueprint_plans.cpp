#include "window_blueprint.h"

using namespace headroom;

class BlueprintPlansTest : public WindowBlueprint
{
    Q_OBJECT

public:
    BlueprintPlansTest()
        : WindowBlueprint({ QStringLiteral("experts-model"), QStringLiteral("experts-hardware"),
            QStringLiteral("experts-parallelism"), QStringLiteral("experts-result"),
            QStringLiteral("experts-timeline"), QStringLiteral("experts-flags"),
            QStringLiteral("stages-parallelism"), QStringLiteral("stages-timeline"),
            QStringLiteral("stages-levers") })
    { }
};

int main(int count, char **words)
{
    return runWithFixedLook<BlueprintPlansTest>(count, words);
}
#include "tst_blueprint_plans.moc"
