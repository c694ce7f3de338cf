// Plans and other files, as the window opens, saves and recovers them.
#include "window_test.h"

#include "widgets/planning/recovery.h"
#include "widgets/window/step_rail.h"

#include <QLabel>
#include <QLineEdit>
#include <QUndoStack>

using namespace headroom;

class WindowFilesTest : public WindowTest
{
    Q_OBJECT

private slots:
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    void filesAreChosenByDialog_data()
    {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QString>("button");
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("path");
        QTest::newRow("configuration")
            << "model"
            << "chooseConfig" << QStringLiteral(HEADROOM_TEST_DATA "/huggingface/mixtral-8x7b.json")
            << "model.config_json";
        QTest::newRow("measurements")
            << "workload"
            << "chooseMeasurements"
            << QStringLiteral(HEADROOM_PROFILES "/measurements/measurements.csv") << "calibration";
    }

    void filesAreChosenByDialog()
    {
        QFETCH(QString, page);
        QFETCH(QString, button);
        QFETCH(QString, file);
        QFETCH(QString, path);
        QVERIFY2(QFile::exists(file), qPrintable(file));
        m_window->showPage(page);
        m_fixture->dialogs.file = file;
        auto *choose = m_window->findChild<QPushButton *>(button);
        QVERIFY(choose);
        choose->setFocus();
        QTest::keyClick(choose, Qt::Key_Space);
        QTRY_COMPARE(m_window->controller().text(path), file);
        m_window->controller().history()->undo();
        QCOMPARE(m_window->controller().text(path), QString());
    }

    void unsavedChangesAreAskedFor()
    {
        m_window->controller().edit(QStringLiteral("name"), QStringLiteral("other"));
        m_fixture->dialogs.unsaved = UnsavedAnswer::Cancel;
        QVERIFY(!m_window->close());
        QCOMPARE(m_fixture->dialogs.questions, 1);
        m_fixture->dialogs.unsaved = UnsavedAnswer::Save;
        m_fixture->dialogs.file = m_fixture->folder.filePath(QStringLiteral("saved.headroom.yaml"));
        QVERIFY(m_window->close());
        QVERIFY(QFile::exists(m_fixture->dialogs.file));
    }

    void savedPlanOpensEqual()
    {
        const QString file = m_fixture->folder.filePath(QStringLiteral("a plan.headroom.yaml"));
        m_fixture->dialogs.file = file;
        m_window->controller().edit(
            QStringLiteral("parallelism.micro_batch_sequences"), QStringLiteral("1"));
        QVERIFY(m_window->files().saveAs());
        QVERIFY(!m_window->controller().isModified());
        const Plan saved = m_window->controller().plan();
        m_window->files().createNew();
        QVERIFY(m_window->controller().plan() != saved);
        QVERIFY(m_window->files().open(file.toStdString()));
        QVERIFY(m_window->controller().plan() == saved);
        const QList<RecentPlan> recent = m_window->files().recentPlans();
        QCOMPARE(recent.size(), 1);
        QCOMPARE(recent.front().file, file);
        QCOMPARE(recent.front().model, QStringLiteral("llama3.1-8b"));
        QCOMPARE(recent.front().date, QDate::currentDate());
    }

    void fileThatCannotBeReadIsExplained_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("malformed") << QByteArray("a: [1, 2");
        QTest::newRow("binary") << QByteArray("\x00\x01\xff\xfe", 4);
        QTest::newRow("unknown key") << QByteArray("schema_version: 1\nmodle: x\n");
        QTest::newRow("missing") << QByteArray();
    }

    void fileThatCannotBeReadIsExplained()
    {
        QFETCH(QByteArray, content);
        const QString path = m_fixture->folder.filePath(QStringLiteral("bad.yaml"));
        QFile::remove(path);
        if (!content.isNull()) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(content);
        }
        const Plan before = m_window->controller().plan();
        QVERIFY(!m_window->files().open(path.toStdString()));
        QVERIFY2(m_fixture->dialogs.problem.contains(QStringLiteral("bad.yaml")),
            qPrintable(m_fixture->dialogs.problem));
        QVERIFY(m_window->controller().plan() == before);
    }

    void readOnlyTargetLosesNothing()
    {
        m_fixture->dialogs.file = QStringLiteral("/proc/none/plan.yaml");
        m_window->controller().edit(QStringLiteral("name"), QStringLiteral("other"));
        QVERIFY(!m_window->files().saveAs());
        QVERIFY(!m_fixture->dialogs.problem.isEmpty());
        QVERIFY(m_window->controller().isModified());
    }

    void whatACrashLeavesIsOfferedAgain()
    {
        const std::filesystem::path folder
            = m_fixture->folder.filePath(QStringLiteral("recovery")).toStdString();
        Plan lost;
        {
            PlanController controller(m_fixture->services());
            auto recovery = std::make_unique<Recovery>(controller, folder, nullptr);
            controller.open(Plan {}, "/tmp/original.headroom.yaml");
            controller.edit(QStringLiteral("name"), QStringLiteral("lost work"));
            lost = controller.plan();
            recovery->write();
            // A crash leaves the backup and a lock without a process; copies stand for both.
            for (const auto &entry : std::filesystem::directory_iterator(folder))
                if (entry.path().extension() == ".yaml")
                    std::filesystem::copy_file(entry.path(), folder / "crashed.headroom.yaml");
        }
        QVERIFY(m_window->offerRecovery());
        QVERIFY(m_window->controller().plan() == lost);
        QVERIFY(m_window->controller().isModified());
        QCOMPARE(
            m_window->controller().file(), std::filesystem::path("/tmp/original.headroom.yaml"));
        QVERIFY(!std::filesystem::exists(folder / "crashed.headroom.yaml"));
    }

    /// A plan is called by its name, else by its file.
    void aPlanHasAName()
    {
        Plan plan = controller().plan();
        plan.name.clear();
        controller().open(plan, {});
        QCOMPARE(controller().displayName(), QStringLiteral("Untitled plan"));
        controller().open(plan, "/tmp/folder/mine.headroom.yaml");
        QCOMPARE(controller().displayName(), QStringLiteral("mine.headroom.yaml"));
        plan.name = "two\n lines ";
        controller().open(plan, "/tmp/folder/mine.headroom.yaml");
        QCOMPARE(controller().displayName(), QStringLiteral("two lines"));
        QCOMPARE(m_window->windowTitle(), QStringLiteral("two lines[*]"));
        QCOMPARE(m_window->windowFilePath(), QStringLiteral("/tmp/folder/mine.headroom.yaml"));
    }

    /// The name that is offered for a new file has plain letters only.
    void aFileIsSuggestedByTheNameOfThePlan()
    {
        Plan plan = controller().plan();
        plan.name = "Mein Plan \xc3\xbc 8B/FSDP";
        controller().open(plan, {});
        m_fixture->dialogs.file.clear();
        QVERIFY(!m_window->files().saveAs());
        QCOMPARE(
            m_fixture->dialogs.lastSuggestion, QStringLiteral("mein-plan---8b-fsdp.headroom.yaml"));
        plan.name = std::string(80, 'x');
        controller().open(plan, {});
        QVERIFY(!m_window->files().saveAs());
        QCOMPARE(m_fixture->dialogs.lastSuggestion.size(), 60 + 14);
        controller().open(plan, "/tmp/folder/mine.headroom.yaml");
        QVERIFY(!m_window->files().saveAs());
        QCOMPARE(
            m_fixture->dialogs.lastSuggestion, QStringLiteral("/tmp/folder/mine.headroom.yaml"));
    }
};

QTEST_MAIN(WindowFilesTest)
#include "tst_window_files.moc"
