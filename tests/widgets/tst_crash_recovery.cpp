#include "window_fixture.h"

#include "widgets/planning/recovery.h"

#include <QApplication>
#include <QProcess>
#include <QTest>

#include <cstring>

#include <signal.h>

using namespace headroom;

namespace {

constexpr int writeTimeout = 20000; ///< milliseconds, for a loaded machine

QStringList backupsIn(const QString &folder)
{
    return QDir(folder + QStringLiteral("/recovery")).entryList({ QStringLiteral("*.yaml") });
}

/// The window that will be killed: it edits and then waits for ever.
int runVictim(int argc, char **argv)
{
    QApplication application(argc, argv);
    WindowFixture fixture;
    MainWindow window(fixture.services(), fixture.dialogs, fixture.settings, argv[2]);
    window.show();
    window.files().openExample(QString::fromStdString(fixture.library.planIds().front()));
    window.controller().edit(QStringLiteral("name"), QStringLiteral("work that must survive"));
    return QApplication::exec();
}

} // namespace

class CrashRecoveryTest : public QObject
{
    Q_OBJECT

private slots:
    void aKilledWindowLosesNothing()
    {
        WindowFixture fixture;
        const QString state = fixture.folder.filePath(QStringLiteral("state"));
        QProcess victim;
        victim.start(
            QCoreApplication::applicationFilePath(), { QStringLiteral("--victim"), state });
        QTRY_COMPARE_WITH_TIMEOUT(victim.state(), QProcess::Running, windowPatience);
        QTRY_VERIFY_WITH_TIMEOUT(!backupsIn(state).isEmpty(), writeTimeout);
        ::kill(static_cast<pid_t>(victim.processId()), SIGKILL);
        QTRY_COMPARE_WITH_TIMEOUT(victim.state(), QProcess::NotRunning, windowPatience);
        QCOMPARE(victim.exitStatus(), QProcess::CrashExit);

        MainWindow window(
            fixture.services(), fixture.dialogs, fixture.settings, state.toStdString());
        QVERIFY(window.offerRecovery());
        QCOMPARE(window.controller().plan().name, std::string("work that must survive"));
        QVERIFY(window.controller().isModified());
        QCOMPARE(backupsIn(state).size(), 1); // its own; the old one is used up
    }

    void aRunningWindowIsLeftAlone()
    {
        WindowFixture fixture;
        const std::filesystem::path state
            = fixture.folder.filePath(QStringLiteral("state")).toStdString();
        PlanController controller(fixture.services());
        Recovery running(controller, state / "recovery", nullptr);
        controller.open(Plan {}, {}, true);
        running.write();
        MainWindow window(fixture.services(), fixture.dialogs, fixture.settings, state);
        QVERIFY(!window.offerRecovery());
        QCOMPARE(fixture.dialogs.questions, 0);
    }
};

int main(int argc, char **argv)
{
    if (argc > 2 && std::strcmp(argv[1], "--victim") == 0)
        return runVictim(argc, argv);
    QApplication application(argc, argv);
    CrashRecoveryTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_crash_recovery.moc"
