#include "window_blueprint.h"

using namespace headroom;

class BlueprintLogsTest : public WindowBlueprint
{
    Q_OBJECT

public:
    BlueprintLogsTest()
        : WindowBlueprint({ QStringLiteral("incident-played"), QStringLiteral("incident-measured"),
            QStringLiteral("incident-answered"), QStringLiteral("dialogs"),
            QStringLiteral("dialogs-model"), QStringLiteral("dialogs-flags"),
            QStringLiteral("runs-none"), QStringLiteral("runs-crash"), QStringLiteral("runs-hang"),
            QStringLiteral("runs-compiled"), QStringLiteral("runs-unread"),
            QStringLiteral("runs-many") })
    { }
};

int main(int count, char **words)
{
    return runWithFixedLook<BlueprintLogsTest>(count, words);
}
#include "tst_blueprint_logs.moc"
