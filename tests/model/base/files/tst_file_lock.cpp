#include "model/base/files/file_lock.h"
#include "model/base/files/write_file.h"

#include <QtTest/QtTest>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>

#include <sys/wait.h>
#include <unistd.h>

using namespace headroom;

namespace fs = std::filesystem;

namespace {

std::string textIn(const fs::path &file)
{
    std::ifstream stream { file };
    return { std::istreambuf_iterator<char> { stream }, {} };
}

std::size_t entriesOf(const fs::path &folder)
{
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator { folder }, fs::directory_iterator {}));
}

/// A process that holds the lock of a file until it is killed.
class Owner
{
public:
    explicit Owner(const fs::path &file)
    {
        int ends[2];
        if (::pipe(ends) != 0)
            return;
        m_child = ::fork();
        if (m_child == 0) {
            const auto lock = FileLock::wait(file);
            const char told = lock ? 'y' : 'n';
            if (::write(ends[1], &told, 1) == 1)
                ::pause();
            ::_exit(1);
        }
        char told = 'n';
        m_holds = ::read(ends[0], &told, 1) == 1 && told == 'y';
        ::close(ends[0]);
        ::close(ends[1]);
    }
    ~Owner() { kill(); }
    Owner(const Owner &) = delete;
    Owner &operator=(const Owner &) = delete;

    bool holds() const { return m_holds; }
    void kill()
    {
        if (m_child <= 0)
            return;
        ::kill(m_child, SIGKILL);
        ::waitpid(m_child, nullptr, 0);
        m_child = -1;
    }

private:
    pid_t m_child = -1;
    bool m_holds = false;
};

} // namespace

class FileLockTest : public QObject
{
    Q_OBJECT
private slots:
    void init()
    {
        m_home = std::make_unique<QTemporaryDir>();
        m_file = fs::path(m_home->path().toStdString()) / "rows.csv";
    }

    void noChangeIsLost()
    {
        constexpr int processes = 8, rounds = 40;
        std::vector<pid_t> children;
        for (int i = 0; i < processes; ++i) {
            const pid_t child = ::fork();
            if (child == 0) {
                bool isWell = true;
                for (int round = 0; round < rounds; ++round) {
                    const auto lock = FileLock::wait(m_file);
                    isWell = isWell && lock
                        && writeFileAtomically(m_file, textIn(m_file) + "x").empty();
                }
                ::_exit(isWell ? 0 : 1);
            }
            children.push_back(child);
        }
        for (const pid_t child : children) {
            int status = 0;
            QCOMPARE(::waitpid(child, &status, 0), child);
            QCOMPARE(status, 0);
        }
        QCOMPARE(textIn(m_file).size(), std::size_t { processes * rounds });
        QCOMPARE(entriesOf(m_home->path().toStdString()), std::size_t { 1 });
    }

    void aWaitEnds()
    {
        const Owner owner { m_file };
        QVERIFY(owner.holds());
        int told = 0;
        LockPatience patience { std::chrono::milliseconds { 600 } };
        patience.onWait = [&](const Error &why) {
            ++told;
            QCOMPARE(why.id, std::string("file-awaited"));
            QCOMPARE(why.where, m_file.string());
        };
        const auto lock = FileLock::wait(m_file, patience);
        QVERIFY(!lock);
        QCOMPARE(lock.errors().front().id, std::string("folder-busy"));
        QCOMPARE(told, 1);
        // Files of other names are not held off.
        QVERIFY(FileLock::wait(fs::path(m_file).replace_filename("other.csv")));
    }

    void theLockOfADeadOwnerIsTaken()
    {
        Owner owner { m_file };
        QVERIFY(owner.holds());
        owner.kill();
        QCOMPARE(entriesOf(m_home->path().toStdString()), std::size_t { 1 }); // left behind
        QVERIFY(FileLock::wait(m_file, { std::chrono::milliseconds { 0 } }));
        QCOMPARE(entriesOf(m_home->path().toStdString()), std::size_t { 0 });
    }

    void aLinkAndItsTargetHaveOneLock()
    {
        const fs::path link = fs::path(m_file).replace_filename("link.csv");
        fs::create_symlink("rows.csv", link);
        const Owner owner { link };
        QVERIFY(owner.holds());
        QVERIFY(!FileLock::wait(m_file, { std::chrono::milliseconds { 0 } }));
    }

    void whereNoLockCanBe()
    {
        const auto lock = FileLock::wait(m_file / "deeper" / "x.csv");
        QVERIFY(!lock);
        QCOMPARE(lock.errors().front().id, std::string("file-not-written"));
    }

private:
    std::unique_ptr<QTemporaryDir> m_home;
    fs::path m_file;
};

QTEST_GUILESS_MAIN(FileLockTest)
#include "tst_file_lock.moc"
