#include "model/base/files/read_file.h"
#include "model/base/files/write_folder.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <map>
#include <thread>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace headroom;

namespace fs = std::filesystem;

namespace {

using Contents = std::map<std::string, std::string>;

/// Every file below a folder with its text.
Contents contentsOf(const fs::path &folder)
{
    Contents contents;
    for (const auto &entry : fs::recursive_directory_iterator { folder })
        if (!entry.is_directory())
            contents[entry.path().lexically_relative(folder).string()]
                = readTextFile(entry.path()).hasValue() ? *readTextFile(entry.path()) : "?";
    return contents;
}

/// A set of files as an export has them; each content names the set.
std::vector<FileToWrite> filesOf(const std::string &content)
{
    return { { "run.sh", content, true }, { "deep/config.yaml", content, false },
        { "README.md", content, false } };
}

Contents expected(const std::string &content, Contents others = {})
{
    for (const FileToWrite &file : filesOf(content))
        others[file.name] = content;
    return others;
}

ino_t inodeOf(const fs::path &path)
{
    struct stat status
    {
    };
    return ::stat(path.c_str(), &status) == 0 ? status.st_ino : 0;
}

void write(const fs::path &file, const std::string &text)
{
    fs::create_directories(file.parent_path());
    std::ofstream { file } << text;
}

} // namespace

class WriteFolderTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_folder = fs::path { m_home->path().toStdString() } / "out";
    }

    void aNewFolderComesComplete()
    {
        const std::string text = "one";
        QVERIFY(createFolder(m_folder, filesOf(text)).empty());
        QCOMPARE(contentsOf(m_home->path().toStdString()).size(), std::size_t { 3 });
        QVERIFY(contentsOf(m_folder) == expected(text));
        QVERIFY((fs::status(m_folder / "run.sh").permissions() & fs::perms::owner_exec)
            != fs::perms::none);
        QVERIFY(!createFolder(m_folder, filesOf(text)).empty()); // never over one that is there
    }

    void aFolderOfItsOwnIsSwapped()
    {
        const std::string one = "one", two = "two";
        QVERIFY(createFolder(m_folder, filesOf(one)).empty());
        write(m_folder / "old.sh", one);
        const ino_t before = inodeOf(m_folder);
        const std::vector<std::string> stale { "old.sh" };
        QVERIFY(replaceInFolder(m_folder, filesOf(two), stale).empty());
        QVERIFY(contentsOf(m_folder) == expected(two));
        QVERIFY(inodeOf(m_folder) != before);
        QVERIFY(contentsOf(m_home->path().toStdString()).size() == 3);
    }

    void aFolderWithOtherFilesStaysTheSameFolder()
    {
        const std::string one = "one", two = "two";
        QVERIFY(createFolder(m_folder, filesOf(one)).empty());
        write(m_folder / "results/log.txt", "mine");
        write(m_folder / "gone/old.sh", one);
        const ino_t before = inodeOf(m_folder);
        const std::vector<std::string> stale { "gone/old.sh" };
        QVERIFY(replaceInFolder(m_folder, filesOf(two), stale).empty());
        QVERIFY(contentsOf(m_folder) == expected(two, { { "results/log.txt", "mine" } }));
        QVERIFY(!fs::exists(m_folder / "gone"));
        QCOMPARE(inodeOf(m_folder), before);
    }

    void aFolderThatAProcessWorksInStaysTheSameFolder()
    {
        const std::string one = "one", two = "two";
        QVERIFY(createFolder(m_folder, filesOf(one)).empty());
        const ino_t before = inodeOf(m_folder);
        const fs::path home = fs::current_path();
        fs::current_path(m_folder);
        const Problems problems = replaceInFolder(m_folder, filesOf(two), {});
        fs::current_path(home);
        QVERIFY(problems.empty());
        QVERIFY(contentsOf(m_folder) == expected(two));
        QCOMPARE(inodeOf(m_folder), before);
    }

    void aFailureOnTheWayIsUndone()
    {
        const std::string one = "one", two = "two";
        QVERIFY(createFolder(m_folder, filesOf(one)).empty());
        write(m_folder / "mine.txt", "mine");
        // A file stands where the last of the new files wants a folder.
        std::vector<FileToWrite> files = filesOf(two);
        files.push_back({ "mine.txt/inside", two, false });
        QVERIFY(!replaceInFolder(m_folder, files, {}).empty());
        QVERIFY(contentsOf(m_folder) == expected(one, { { "mine.txt", "mine" } }));
    }

    void whatAKilledProcessLeftIsFinished()
    {
        const std::string one = "one", two = "two";
        // As after the first of three moves.
        write(m_folder / "run.sh", two);
        write(m_folder / "deep/config.yaml", one);
        write(m_folder / "README.md", one);
        write(m_folder / "stale.sh", one);
        write(m_folder / "mine.txt", "mine");
        for (const char *name : { "run.sh", "deep/config.yaml", "README.md", "stale.sh" })
            write(m_folder / ".headroom-earlier" / name, one);
        write(m_folder / ".headroom-ready/deep/config.yaml", two);
        write(m_folder / ".headroom-ready/README.md", two);
        write(m_folder / ".headroom-ready/.headroom-stale", "stale.sh\n");
        finishReplacement(m_folder);
        QVERIFY(contentsOf(m_folder) == expected(two, { { "mine.txt", "mine" } }));
    }

    void whatTheUserChangedSinceStays()
    {
        write(m_folder / "run.sh", "edited");
        write(m_folder / ".headroom-earlier/run.sh", "one");
        write(m_folder / ".headroom-ready/run.sh", "two");
        finishReplacement(m_folder);
        QVERIFY(contentsOf(m_folder) == (Contents { { "run.sh", "edited" } }));
    }

    void whatWasNotReadyIsClearedAway()
    {
        write(m_folder / "run.sh", "one");
        write(m_folder / ".headroom-new/run.sh", "two");
        finishReplacement(m_folder);
        QVERIFY(contentsOf(m_folder) == (Contents { { "run.sh", "one" } }));
    }

    /// Two folders' worth of processes at once: whatever is there is of one of them.
    void processesTakeTurns()
    {
        constexpr int processes = 4, rounds = 10;
        std::vector<pid_t> children;
        for (int i = 0; i < processes; ++i) {
            const pid_t child = ::fork();
            if (child == 0) {
                bool isWhole = true;
                for (int round = 0; round < rounds; ++round) {
                    const std::string content = std::to_string(i) + "-" + std::to_string(round);
                    const auto lock = FolderLock::wait(m_folder);
                    const bool isNew = !fs::exists(m_folder);
                    const Problems problems = isNew
                        ? createFolder(m_folder, filesOf(content))
                        : replaceInFolder(m_folder, filesOf(content), {});
                    isWhole = isWhole && lock && problems.empty()
                        && contentsOf(m_folder) == expected(content);
                }
                ::_exit(isWhole ? 0 : 1);
            }
            children.push_back(child);
        }
        for (const pid_t child : children) {
            int status = 0;
            QCOMPARE(::waitpid(child, &status, 0), child);
            QCOMPARE(status, 0);
        }
        const Contents last = contentsOf(m_folder);
        QVERIFY(last == expected(last.at("run.sh")));
    }

private:
    std::unique_ptr<QTemporaryDir> m_home;
    fs::path m_folder;
};

QTEST_GUILESS_MAIN(WriteFolderTest)
#include "tst_write_folder.moc"
