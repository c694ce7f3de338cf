#include "window_blueprint.h"

using namespace headroom;

class BlueprintProblemsTest : public WindowBlueprint
{
    Q_OBJECT

public:
    BlueprintProblemsTest()
        : WindowBlueprint({ QStringLiteral("broken-parallelism"), QStringLiteral("broken-suggest"),
            QStringLiteral("broken-timeline"), QStringLiteral("broken-export"),
            QStringLiteral("broken-panel"), QStringLiteral("full-suggest"),
            QStringLiteral("full-export"), QStringLiteral("full-timeline"),
            QStringLiteral("suggest-none") })
    { }
};

int main(int count, char **words)
{
    return runWithFixedLook<BlueprintProblemsTest>(count, words);
}
#include "tst_blueprint_problems.moc"
