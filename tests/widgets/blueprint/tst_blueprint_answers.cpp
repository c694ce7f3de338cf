#include "window_blueprint.h"

using namespace headroom;

class BlueprintAnswersTest : public WindowBlueprint
{
    Q_OBJECT

public:
    BlueprintAnswersTest()
        : WindowBlueprint({ QStringLiteral("suggest"), QStringLiteral("flags"),
            QStringLiteral("timeline"), QStringLiteral("levers"), QStringLiteral("cluster"),
            QStringLiteral("start-answers"), QStringLiteral("start-lora"),
            QStringLiteral("start-script"), QStringLiteral("start-devices") })
    { }
};

int main(int count, char **words)
{
    return runWithFixedLook<BlueprintAnswersTest>(count, words);
}
#include "tst_blueprint_answers.moc"
