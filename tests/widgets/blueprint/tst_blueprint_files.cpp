#include "window_blueprint.h"

using namespace headroom;

class BlueprintFilesTest : public WindowBlueprint
{
    Q_OBJECT

public:
    BlueprintFilesTest()
        : WindowBlueprint(scenesNamed(QStringLiteral("file-")))
    { }
};

int main(int count, char **words)
{
    return runWithFixedLook<BlueprintFilesTest>(count, words);
}
#include "tst_blueprint_files.moc"
