#include "window_blueprint.h"

using namespace headroom;

class BlueprintFilesTest : public WindowBlueprint
{
    Q_OBJECT

public:
    BlueprintFilesTest()
        : WindowBlueprint(
            scenesNamed(QStringLiteral("file-")) + scenesNamed(QStringLiteral("asked-")))
    { }
};

int main(int count, char **words)
{
    return runWithFixedLook<BlueprintFilesTest>(count, words);
}
#include "tst_blueprint_files.moc"
