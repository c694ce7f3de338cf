#include "window_blueprint.h"

using namespace headroom;

class BlueprintChoicesTest : public WindowBlueprint
{
    Q_OBJECT

public:
    BlueprintChoicesTest()
        : WindowBlueprint({ QStringLiteral("levers-memory"), QStringLiteral("levers-network"),
            QStringLiteral("levers-details"), QStringLiteral("flags-mine"),
            QStringLiteral("flags-compared"), QStringLiteral("flags-options"),
            QStringLiteral("timeline-changed"), QStringLiteral("suggest-settings"),
            QStringLiteral("cluster-limits") })
    { }
};

int main(int count, char **words)
{
    return runWithFixedLook<BlueprintChoicesTest>(count, words);
}
#include "tst_blueprint_choices.moc"
