#include "model/base/files/read_file.h"
#include "model/base/files/write_file.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <fstream>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace headroom;

namespace fs = std::filesystem;

namespace {

fs::path in(const QTemporaryDir &folder, const char *name)
{
    return folder.filePath(QString::fromUtf8(name)).toStdString();
}

mode_t modeOf(const fs::path &file)
{
    struct stat status
    {
    };
    return ::stat(file.c_str(), &status) == 0 ? status.st_mode & 07777 : 0;
}

std::ptrdiff_t entriesOf(const QTemporaryDir &folder)
{
    return std::distance(fs::directory_iterator { folder.path().toStdString() }, {});
}

std::string problemOf(const Problems &problems)
{
    return problems.empty() ? std::string {} : problems.front().id;
}

/// Sets the umask and puts the old one back.
class Umask
{
public:
    explicit Umask(mode_t mask)
        : m_before(::umask(mask))
    { }
    ~Umask() { ::umask(m_before); }
    Umask(const Umask &) = delete;
    Umask &operator=(const Umask &) = delete;

private:
    mode_t m_before;
};

} // namespace

class WriteFileTest : public QObject
{
    Q_OBJECT

private slots:
    void newFilesObeyTheUmask()
    {
        const QTemporaryDir folder;
        const Umask mask { 027 };
        QVERIFY(writeFileAtomically(in(folder, "plain"), "a").empty());
        QVERIFY(writeFileAtomically(in(folder, "program"), "a", true).empty());
        QCOMPARE(modeOf(in(folder, "plain")), mode_t { 0640 });
        QCOMPARE(modeOf(in(folder, "program")), mode_t { 0750 });
        QCOMPARE(entriesOf(folder), 2);
    }

    void aFileKeepsItsPermissions()
    {
        const QTemporaryDir folder;
        std::ofstream { in(folder, "file") } << "old";
        QCOMPARE(::chmod(in(folder, "file").c_str(), 0604), 0);
        QVERIFY(writeFileAtomically(in(folder, "file"), "new").empty());
        QCOMPARE(modeOf(in(folder, "file")), mode_t { 0604 });
        QCOMPARE(*readTextFile(in(folder, "file")), std::string { "new" });
        QCOMPARE(entriesOf(folder), 1);
    }

    void linksKeepPointingAtTheirTarget()
    {
        const QTemporaryDir folder;
        fs::create_directory(in(folder, "deep"));
        std::ofstream { in(folder, "deep/real") } << "old";
        fs::create_symlink("deep/real", in(folder, "first"));
        fs::create_symlink("first", in(folder, "second"));
        QVERIFY(writeFileAtomically(in(folder, "second"), "new").empty());
        QVERIFY(fs::is_symlink(in(folder, "first")) && fs::is_symlink(in(folder, "second")));
        QCOMPARE(*readTextFile(in(folder, "deep/real")), std::string { "new" });
        fs::create_symlink("deep/to-come", in(folder, "dangling"));
        QVERIFY(writeFileAtomically(in(folder, "dangling"), "there").empty());
        QVERIFY(fs::is_symlink(in(folder, "dangling")));
        QCOMPARE(*readTextFile(in(folder, "deep/to-come")), std::string { "there" });
        fs::create_symlink("round", in(folder, "round"));
        QCOMPARE(problemOf(writeFileAtomically(in(folder, "round"), "x")),
            std::string { "file-not-regular" });
    }

    void devicesAndPipesAreRefused()
    {
        const QTemporaryDir folder;
        QCOMPARE(::mkfifo(in(folder, "pipe").c_str(), 0600), 0);
        QCOMPARE(problemOf(writeFileAtomically(in(folder, "pipe"), "x")),
            std::string { "file-not-regular" });
        fs::create_symlink("/dev/null", in(folder, "null"));
        QCOMPARE(problemOf(writeFileAtomically(in(folder, "null"), "x")),
            std::string { "file-not-regular" });
        QCOMPARE(problemOf(writeFileAtomically(folder.path().toStdString(), "x")),
            std::string { "file-is-directory" });
        QVERIFY(fs::is_fifo(in(folder, "pipe")));
        QVERIFY(fs::is_character_file("/dev/null"));
    }

    void whatAKilledProcessLeftIsClearedAway()
    {
        const QTemporaryDir folder;
        std::ofstream { in(folder, "plan") } << "old";
        std::ofstream { in(folder, ".plan.headroom-saving") } << "half";
        QVERIFY(writeFileAtomically(in(folder, "plan"), "new").empty());
        QCOMPARE(*readTextFile(in(folder, "plan")), std::string { "new" });
        QCOMPARE(entriesOf(folder), 1);
        std::ofstream { in(folder, ".other.headroom-saving") } << "half";
        clearUnfinished(folder.path().toStdString());
        QCOMPARE(entriesOf(folder), 1);
    }

    void whatALivingProcessWritesIsLeftAlone()
    {
        const QTemporaryDir folder;
        const fs::path waiting = in(folder, ".plan.headroom-saving");
        std::ofstream { in(folder, "plan") } << "old";
        const int held = ::open(waiting.c_str(), O_CREAT | O_WRONLY, 0600);
        QCOMPARE(::flock(held, LOCK_EX), 0);
        clearUnfinished(folder.path().toStdString());
        QVERIFY(fs::exists(waiting));
        QCOMPARE(problemOf(writeFileAtomically(in(folder, "plan"), "new")),
            std::string { "file-not-written" });
        QCOMPARE(*readTextFile(in(folder, "plan")), std::string { "old" });
        ::close(held);
        QVERIFY(writeFileAtomically(in(folder, "plan"), "new").empty());
    }

    void aFullDiskLeavesTheOldFileWhole()
    {
        const QTemporaryDir folder;
        const fs::path file = in(folder, "plan.yaml");
        QVERIFY(writeFileAtomically(file, "old").empty());
        {
            // The limit makes write() fail half-way as a full disk does, also for root.
            const auto oldAction = std::signal(SIGXFSZ, SIG_IGN);
            rlimit before {};
            QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
            const rlimit tight { 4096, before.rlim_max };
            QCOMPARE(::setrlimit(RLIMIT_FSIZE, &tight), 0);
            const Problems problems = writeFileAtomically(file, std::string(10000, 'x'));
            ::setrlimit(RLIMIT_FSIZE, &before);
            std::signal(SIGXFSZ, oldAction);
            QCOMPARE(problems.size(), std::size_t { 1 });
        }
        QCOMPARE(*readTextFile(file), std::string { "old" });
        QCOMPARE(entriesOf(folder), 1);
        QCOMPARE(problemOf(writeFileAtomically("/dev/full/x", "new")),
            std::string { "file-not-written" });
        QCOMPARE(problemOf(writeFileAtomically(in(folder, "no/such/folder/x"), "new")),
            std::string { "file-not-written" });
    }

    void aProtectedFileStaysAsItIs()
    {
        if (::geteuid() == 0)
            QSKIP("nothing is protected from root");
        const QTemporaryDir folder;
        std::ofstream { in(folder, "file") } << "old";
        QCOMPARE(::chmod(in(folder, "file").c_str(), 0400), 0);
        QCOMPARE(problemOf(writeFileAtomically(in(folder, "file"), "new")),
            std::string { "file-not-written" });
        QCOMPARE(*readTextFile(in(folder, "file")), std::string { "old" });
    }
};

QTEST_GUILESS_MAIN(WriteFileTest)
#include "tst_write_file.moc"
