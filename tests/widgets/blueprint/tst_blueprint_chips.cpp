#include "window_blueprint.h"

using namespace headroom;

class BlueprintChipsTest : public WindowBlueprint
{
    Q_OBJECT

public:
    BlueprintChipsTest()
        : WindowBlueprint({ QStringLiteral("tpu-hardware"), QStringLiteral("tpu-parallelism"),
            QStringLiteral("tpu-timeline"), QStringLiteral("tpu-result"),
            QStringLiteral("tpu-export"), QStringLiteral("lora-model"),
            QStringLiteral("lora-workload"), QStringLiteral("lora-result"),
            QStringLiteral("lora-export"), QStringLiteral("qlora-parallelism") })
    { }
};

int main(int count, char **words)
{
    return runWithFixedLook<BlueprintChipsTest>(count, words);
}
#include "tst_blueprint_chips.moc"
