#include "model/library/profiles/data_directories.h"

#include <QCoreApplication>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace headroom;
namespace fs = std::filesystem;

namespace {

void touch(const fs::path &file)
{
    fs::create_directories(file.parent_path());
    std::ofstream { file } << "x";
}

} // namespace

class DataDirectoriesTest : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_home;

private slots:
    void init()
    {
        qunsetenv("HEADROOM_DATA");
        qputenv("XDG_DATA_HOME", m_home.path().toUtf8());
    }

    void theEnvironmentVariableDecidesFirst()
    {
        qputenv("HEADROOM_DATA", "/some/where");
        QCOMPARE(
            standardDataDirectories("/usr/bin/headroom-cli").shipped, fs::path { "/some/where" });
        qputenv("HEADROOM_DATA", "");
        QVERIFY(standardDataDirectories("/usr/bin/headroom-cli").shipped != fs::path {});
    }

    // This test runs from the build tree, as a freshly built headroom-cli does.
    void aBuildTreeUsesItsSources()
    {
        const fs::path running = fs::read_symlink("/proc/self/exe");
        QCOMPARE(standardDataDirectories(running).shipped, fs::path { HEADROOM_PROFILES });
        QCOMPARE(standardDataDirectories("tst_data_directories").shipped,
            fs::path { HEADROOM_PROFILES });
    }

    void anInstalledProgramLooksBesideItself()
    {
        const fs::path root = m_home.path().toStdString();
        touch(root / "prefix" / "bin" / "headroom-cli");
        const DataDirectories found
            = standardDataDirectories(root / "prefix" / "bin" / "headroom-cli");
        QCOMPARE(found.shipped, fs::canonical(root) / "prefix" / "share" / "headroom");
        // Through a link as well, such as one in /usr/local/bin.
        fs::create_directories(root / "links");
        fs::create_symlink(
            root / "prefix" / "bin" / "headroom-cli", root / "links" / "headroom-cli");
        QCOMPARE(standardDataDirectories(root / "links" / "headroom-cli").shipped, found.shipped);
    }

    void theUserFolderFollowsXdg()
    {
        QCOMPARE(standardDataDirectories("x").user,
            fs::path { m_home.path().toStdString() } / "headroom");
        qputenv("XDG_DATA_HOME", "relative/is/ignored");
        qputenv("HOME", "/home/someone");
        QCOMPARE(
            standardDataDirectories("x").user, fs::path { "/home/someone/.local/share/headroom" });
        qunsetenv("XDG_DATA_HOME");
        QCOMPARE(
            standardDataDirectories("x").user, fs::path { "/home/someone/.local/share/headroom" });
        qunsetenv("HOME");
        QCOMPARE(standardDataDirectories("x").user, fs::path {});
    }

    void theUsersFileWins()
    {
        const fs::path root = m_home.path().toStdString();
        const DataDirectories both { root / "shipped", root / "user" };
        touch(root / "shipped" / "models" / "a.yaml");
        QCOMPARE(both.find("models/a.yaml"), root / "shipped" / "models" / "a.yaml");
        touch(root / "user" / "models" / "a.yaml");
        QCOMPARE(both.find("models/a.yaml"), root / "user" / "models" / "a.yaml");
        QCOMPARE(both.find("models/b.yaml"), fs::path {});
        QCOMPARE(both.find("models"), fs::path {});
    }
};

QTEST_GUILESS_MAIN(DataDirectoriesTest)
#include "tst_data_directories.moc"
