#include "window_fixture.h"

#include "model/plan/fields/plan_file.h"
#include "widgets/frame/background.h"
#include "widgets/planning/recovery.h"

#include <QApplication>
#include <QFile>
#include <QMessageBox>
#include <QProgressBar>
#include <QProgressDialog>
#include <QPushButton>
#include <QTest>
#include <QTimer>
#include <QUndoStack>

#include <chrono>
#include <semaphore>
#include <thread>

#include <sys/stat.h>

using namespace headroom;

namespace fs = std::filesystem;

namespace {

QByteArray textOf(const fs::path &file)
{
    QFile opened(QString::fromStdString(file.string()));
    return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray("(none)");
}

void write(const fs::path &file, const QByteArray &text)
{
    fs::create_directories(file.parent_path());
    QFile opened(QString::fromStdString(file.string()));
    QVERIFY(opened.open(QIODevice::WriteOnly));
    opened.write(text);
}

QByteArray planNamed(const char *name)
{
    Plan plan;
    plan.model.id = "llama3.1-8b";
    plan.name = name;
    return QByteArray::fromStdString(writePlan(plan));
}

} // namespace

class PlanFilesTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_fixture = std::make_unique<WindowFixture>();
        m_window = m_fixture->makeWindow();
        m_file = fs::path { m_fixture->folder.path().toStdString() } / "mine.headroom.yaml";
        write(m_file, planNamed("opened"));
        QVERIFY(m_window->files().open(m_file));
        m_window->controller().edit(QStringLiteral("name"), QStringLiteral("edited here"));
    }
    void cleanup()
    {
        m_window.reset();
        m_fixture.reset();
    }

    void savingAsksNothingWhileNobodyElseWrites()
    {
        QVERIFY(m_window->files().save());
        m_window->controller().edit(QStringLiteral("name"), QStringLiteral("once more"));
        QVERIFY(m_window->files().save());
        QCOMPARE(m_fixture->dialogs.questions, 0);
        QVERIFY(textOf(m_file).contains("once more"));
    }

    void aPlanChangedOnDiskIsNotOverwrittenUnasked()
    {
        write(m_file, planNamed("changed elsewhere"));
        QVERIFY(!m_window->files().save());
        QCOMPARE(m_fixture->dialogs.questions, 1);
        QCOMPARE(textOf(m_file), planNamed("changed elsewhere"));
        QVERIFY(m_window->controller().isModified());
        m_fixture->dialogs.changedFile = ChangedFileAnswer::Overwrite;
        QVERIFY(m_window->files().save());
        QVERIFY(textOf(m_file).contains("edited here"));
        QVERIFY(!m_window->controller().isModified());
    }

    void theOneOnDiskCanBeTakenAndTheOwnEditsComeBack()
    {
        write(m_file, planNamed("changed elsewhere"));
        m_fixture->dialogs.changedFile = ChangedFileAnswer::Reload;
        QVERIFY(m_window->files().save());
        QCOMPARE(m_window->controller().plan().name, std::string { "changed elsewhere" });
        QVERIFY(!m_window->controller().isModified());
        QCOMPARE(textOf(m_file), planNamed("changed elsewhere"));
        m_window->controller().history()->undo();
        QCOMPARE(m_window->controller().plan().name, std::string { "edited here" });
        QVERIFY(m_window->files().save());
        QCOMPARE(m_fixture->dialogs.questions, 1); // the file is known again
    }

    void theOwnEditsCanGoElsewhere()
    {
        write(m_file, planNamed("changed elsewhere"));
        const fs::path other = m_file.parent_path() / "other.headroom.yaml";
        m_fixture->dialogs.changedFile = ChangedFileAnswer::SaveAs;
        m_fixture->dialogs.file = QString::fromStdString(other.string());
        QVERIFY(m_window->files().save());
        QCOMPARE(textOf(m_file), planNamed("changed elsewhere"));
        QVERIFY(textOf(other).contains("edited here"));
        QCOMPARE(m_window->controller().file(), other);
    }

    void whatCannotBeReadAnyMoreIsNotOverwrittenEither()
    {
        write(m_file, "{ broken");
        m_fixture->dialogs.changedFile = ChangedFileAnswer::Reload;
        QVERIFY(!m_window->files().save());
        QVERIFY(!m_fixture->dialogs.problem.isEmpty());
        QCOMPARE(m_window->controller().plan().name, std::string { "edited here" });
        QCOMPARE(textOf(m_file), QByteArray("{ broken"));
    }

    void aFileThatIsGoneIsWrittenAgain()
    {
        fs::remove(m_file);
        QVERIFY(m_window->files().save());
        QCOMPARE(m_fixture->dialogs.questions, 0);
        QVERIFY(textOf(m_file).contains("edited here"));
    }

    void specialFilesAreRefusedAtOnce()
    {
        const fs::path pipe = m_file.parent_path() / "pipe.headroom.yaml";
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        m_fixture->dialogs.unsaved = UnsavedAnswer::Discard;
        QVERIFY(!m_window->files().open(pipe));
        QVERIFY2(m_fixture->dialogs.problem.contains(QStringLiteral("pipe")),
            qPrintable(m_fixture->dialogs.problem));
        QVERIFY(!m_window->files().open("/dev/zero"));
        write(m_file, planNamed("with files") + "calibration: pipe.headroom.yaml\n");
        QVERIFY(m_window->files().open(m_file));
        m_window->controller().flush();
        // A pipe is no table of runs: the plan stays open and the window answers.
        QCOMPARE(m_window->controller().plan().name, std::string("with files"));
        write(m_file,
            planNamed("x").replace(
                "model: llama3.1-8b", "model: {config_json: pipe.headroom.yaml}"));
        QVERIFY(m_window->files().open(m_file));
        m_window->controller().flush();
        QCOMPARE(m_window->controller().problems().size(), std::size_t { 1 });
    }

    /// What opens and saves says whether it did, and leaves the plan where it did not.
    void everyWayTellsWhetherItWorked()
    {
        PlanFiles &files = m_window->files();
        PreparedDialogs &dialogs = m_fixture->dialogs;
        const QString runs = QStringLiteral(HEADROOM_TEST_DATA "/runs/");
        const QString script = runs + QStringLiteral("pretrain.sh");
        const QString nothing = runs + QStringLiteral("nothing.log");
        const QString missing = m_fixture->folder.filePath(QStringLiteral("none.headroom.yaml"));
        const QString plan = QString::fromStdString(m_file.string());
        const auto answered = [&](const QString &file, UnsavedAnswer answer) {
            dialogs.file = file;
            dialogs.unsaved = answer;
            dialogs.problem.clear();
        };
        const auto name = [this] { return m_window->controller().displayName(); };
        // A plan with changes stays when its user says so.
        QVERIFY(m_window->controller().isModified());
        const QString before = name();
        answered(script, UnsavedAnswer::Cancel);
        QVERIFY(!files.open(m_file) && !files.openExample(QStringLiteral("llama3.1-8b-v6e-16")));
        QVERIFY(!files.askAndOpen() && !files.openAny({ plan }) && !files.openRuns({ script }));
        files.createNew();
        QCOMPARE(name(), before);
        // Without changes nobody is asked; what cannot be read leaves it as well.
        write(m_file, planNamed("as on disk"));
        answered({}, UnsavedAnswer::Discard);
        QVERIFY(files.open(m_file));
        QCOMPARE(name(), QStringLiteral("as on disk"));
        QVERIFY(!files.askAndOpen() && !files.askAndOpenRuns()); // no file is chosen
        QVERIFY(!files.openAny({}) && !files.openRuns({}) && dialogs.problem.isEmpty());
        QVERIFY(!files.openExample(QStringLiteral("there-is-none")));
        QVERIFY(!std::exchange(dialogs.problem, {}).isEmpty());
        for (const QString &file : { missing, nothing }) {
            answered(file, UnsavedAnswer::Discard);
            QVERIFY2(!files.openAny({ file }), qPrintable(file));
            QVERIFY(!std::exchange(dialogs.problem, {}).isEmpty());
            QVERIFY(!files.askAndOpenRuns());
            QVERIFY(!std::exchange(dialogs.problem, {}).isEmpty());
        }
        QCOMPARE(name(), QStringLiteral("as on disk"));
        answered(plan, UnsavedAnswer::Discard);
        QVERIFY(files.askAndOpen() && files.openAny({ plan }));
        answered(script, UnsavedAnswer::Discard);
        QVERIFY(files.askAndOpenRuns() && files.openAny({ script }) && files.openRuns({ script }));
        QVERIFY(m_window->controller().file().empty());
        QVERIFY(files.openExample(QStringLiteral("llama3.1-8b-v6e-16")));
        QVERIFY(m_window->controller().file().empty() && !m_window->controller().isModified());
        // Saving: nowhere, where nobody can write, and with the ending of plans.
        answered({}, UnsavedAnswer::Discard);
        QVERIFY(!files.save() && !files.saveAs() && dialogs.problem.isEmpty());
        answered(QStringLiteral("/proc/none"), UnsavedAnswer::Discard);
        QVERIFY(!files.saveAs() && !dialogs.problem.isEmpty());
        answered(m_fixture->folder.filePath(QStringLiteral("other")), UnsavedAnswer::Discard);
        QVERIFY(files.saveAs() && files.save());
        QCOMPARE(m_window->controller().file().filename(), fs::path("other.headroom.yaml"));
        const QList<RecentPlan> recent = files.recentPlans();
        QCOMPARE(recent.size(), 2);
        QCOMPARE(QFileInfo(recent[0].file).fileName(), QStringLiteral("other.headroom.yaml"));
        QCOMPARE(recent[0].model, QStringLiteral("llama3.1-8b"));
        QCOMPARE(recent[1].file, plan);
        QCOMPARE(recent[0].date.daysTo(QDate::currentDate()) <= 1, true);
    }

    void aSlowDiskLeavesTheWindowAlive()
    {
        auto disk = std::make_shared<std::binary_semaphore>(0);
        int ticks = 0;
        QTimer alive;
        connect(&alive, &QTimer::timeout, this, [&ticks] { ++ticks; });
        alive.start(20);
        QTimer answer;
        answer.setSingleShot(true);
        connect(&answer, &QTimer::timeout, this, [disk] { disk->release(); });
        answer.start(700);
        const auto made = madeInBackground(m_window.get(), QStringLiteral("Reading"), [disk] {
            disk->acquire();
            return 7;
        });
        QCOMPARE(made, std::optional { 7 });
        QVERIFY(ticks > 3);
    }

    void theUserMayGiveUpWaiting()
    {
        auto disk = std::make_shared<std::binary_semaphore>(0);
        QTimer impatience;
        connect(&impatience, &QTimer::timeout, this, [] {
            for (QWidget *widget : QApplication::topLevelWidgets())
                if (auto *dialog = qobject_cast<QProgressDialog *>(widget);
                    dialog && dialog->isVisible())
                    dialog->findChild<QPushButton *>()->click();
        });
        impatience.start(50);
        const auto made = madeInBackground(m_window.get(), QStringLiteral("Reading"), [disk] {
            disk->acquire();
            return 7;
        });
        QVERIFY(!made);
        disk->release(); // or the thread outlives the program
    }

    /// How far it is stands in the dialog; Cancel reaches the work.
    void aWorkTellsHowFarItIsAndHearsOfCancel()
    {
        auto hasHeard = std::make_shared<std::binary_semaphore>(0);
        int seen = 0;
        QTimer impatience;
        connect(&impatience, &QTimer::timeout, this, [&seen] {
            for (QWidget *widget : QApplication::topLevelWidgets())
                if (auto *dialog = qobject_cast<QProgressDialog *>(widget);
                    dialog && dialog->isVisible()) {
                    const auto *bar = dialog->findChild<QProgressBar *>();
                    seen = bar->maximum() > 0 ? bar->value() * 100 / bar->maximum() : 0;
                    if (seen > 0)
                        dialog->findChild<QPushButton *>()->click();
                }
        });
        impatience.start(50);
        const auto made = madeInBackground(
            m_window.get(), QStringLiteral("Searching"), [hasHeard](BackgroundTask &task) {
                task.report(1, 4);
                while (!task.stopToken().stop_requested())
                    std::this_thread::sleep_for(std::chrono::milliseconds(5));
                hasHeard->release();
                return 7;
            });
        QVERIFY(!made);
        QCOMPARE(seen, 25);
        QVERIFY(hasHeard->try_acquire_for(std::chrono::seconds(10)));
    }

    void laterKeepsTheBackup()
    {
        const fs::path backup = leaveBackup("crashed", planNamed("lost work"));
        m_fixture->dialogs.recovery = RecoveryAnswer::Later;
        QVERIFY(!m_window->offerRecovery());
        QCOMPARE(m_fixture->dialogs.questions, 1);
        QVERIFY(fs::exists(backup));
        m_fixture->dialogs.recovery = RecoveryAnswer::Discard;
        QVERIFY(!m_window->offerRecovery());
        QVERIFY(!fs::exists(backup));
    }

    void aBackupThatCannotBeReadIsKeptAndSaid()
    {
        const fs::path newer = leaveBackup(
            "newer", planNamed("x").replace("schema_version: 1", "schema_version: 9"));
        const fs::path unknown = leaveBackup("unknown", planNamed("y") + "invented: 1\n");
        QVERIFY(!m_window->offerRecovery());
        QCOMPARE(m_fixture->dialogs.questions, 0);
        for (const fs::path &backup : { newer, unknown }) {
            QVERIFY(!fs::exists(backup));
            QVERIFY(fs::exists(backup.string() + ".broken"));
        }
        QVERIFY2(m_fixture->dialogs.problem.contains(QStringLiteral(".broken")),
            qPrintable(m_fixture->dialogs.problem));
        m_fixture->dialogs.problem.clear();
        QVERIFY(!m_window->offerRecovery()); // and said once
        QVERIFY(m_fixture->dialogs.problem.isEmpty());
    }

    /// The real dialogs: whoever presses Escape or closes the question has not decided.
    void escapeMeansLaterAndCancel()
    {
        SystemDialogs dialogs(m_fixture->settings);
        const auto escape = [] {
            QWidget *box = QApplication::activeModalWidget();
            QVERIFY(qobject_cast<QMessageBox *>(box));
            QTest::keyClick(box, Qt::Key_Escape);
        };
        QTimer::singleShot(0, this, escape);
        QCOMPARE(
            dialogs.askRecovery(m_window.get(), QStringLiteral("plan")), RecoveryAnswer::Later);
        QTimer::singleShot(0, this, [] { QApplication::activeModalWidget()->close(); });
        QCOMPARE(
            dialogs.askRecovery(m_window.get(), QStringLiteral("plan")), RecoveryAnswer::Later);
        QTimer::singleShot(0, this, escape);
        QCOMPARE(dialogs.askChangedFile(m_window.get(), QStringLiteral("file")),
            ChangedFileAnswer::Cancel);
    }

    void brokenFilesOfTheUserDoNotKeepTheWindowFromStarting()
    {
        const QTemporaryDir home;
        const fs::path user = home.path().toStdString();
        for (const char *name :
            { "stacks/maxtext.yaml", "stacks/chips.yaml", "flags/sets.yaml", "flags/conflicts.yaml",
                "flags/options.yaml", "flags/environment.yaml", "flags/releases.yaml",
                "flags/facts/xla_gpu_kernels.yaml", "remat/policies.yaml", "remat/tensors.yaml",
                "recipes/recipes.yaml", "models/llama3.1-8b.yaml", "hardware/h100-sxm.yaml",
                "glossary/glossary.yaml", "plans/llama3.1-8b-h100-node.headroom.yaml" })
            write(user / name, "{ broken");
        WindowFixture fixture { user };
        const auto window = fixture.makeWindow();
        QVERIFY(window->controller().estimate());
        QVERIFY(!window->controller().isStale());
        QCOMPARE(window->controller().estimate()->time.step.value(),
            m_fixture->makeWindow()->controller().estimate()->time.step.value());
        QCOMPARE(fixture.dialogs.problem, QString());
    }

private:
    fs::path leaveBackup(const char *name, const QByteArray &plan)
    {
        const fs::path folder = fs::path { m_fixture->folder.path().toStdString() } / "recovery";
        const fs::path backup = folder / (std::string { name } + ".headroom.yaml");
        write(backup, "# recovered-from: /tmp/original.headroom.yaml\n" + plan);
        return backup;
    }

    std::unique_ptr<WindowFixture> m_fixture;
    std::unique_ptr<MainWindow> m_window;
    fs::path m_file;
};

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    PlanFilesTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_plan_files.moc"
