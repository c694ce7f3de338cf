#include "window_blueprint.h"

using namespace headroom;

class BlueprintEditTest : public WindowBlueprint
{
    Q_OBJECT

public:
    BlueprintEditTest()
        : WindowBlueprint({ QStringLiteral("start"), QStringLiteral("model"),
            QStringLiteral("hardware"), QStringLiteral("workload"), QStringLiteral("parallelism"),
            QStringLiteral("window"), QStringLiteral("window-dark") })
    { }
};

int main(int count, char **words)
{
    return runWithFixedLook<BlueprintEditTest>(count, words);
}
#include "tst_blueprint_edit.moc"
