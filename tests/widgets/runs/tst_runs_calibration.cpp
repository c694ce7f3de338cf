// What own runs do to the constants, and which run to make next.
#include "runs_fixture.h"

#include "model/calibration/calibration_file.h"
#include "widgets/runs/prediction_chart.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QUndoStack>

using namespace headroom;

class RunsCalibrationTest : public RunsTest
{
    Q_OBJECT

private slots:
    void init() { openRuns(); }
    void cleanup() { closeWindow(); }

    /// Slow and fast runs of two stacks: constants move, and the plan can rest on them.
    void ownRunsCalibrateThePlan()
    {
        addEvidence();
        QVERIFY(child<QLabel>("calibrationChoice")->text().contains(QStringLiteral("held-out")));
        QVERIFY(child<QTableView>("calibrationTable")->model()->rowCount() > 0);
        const ChartTable before = page().findChild<PredictionChart *>()->table();
        const double plainStep = m_window->controller().estimate()->time.step.value();
        click("useCalibration");
        QCOMPARE(m_window->controller().plan().calibration, std::string("mine.runs.csv"));
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle(), patience);
        QTRY_VERIFY(!child<QPushButton>("useCalibration")->isEnabled());
        const ChartTable after = page().findChild<PredictionChart *>()->table();
        QVERIFY(after.headers.size() > before.headers.size());
        for (qsizetype row = 0; row < before.rows.size(); ++row) {
            QCOMPARE(after.rows.at(row).at(6), before.rows.at(row).at(2));
            QVERIFY(after.rows.at(row).at(2) != before.rows.at(row).at(2));
        }
        m_window->controller().flush();
        QVERIFY(m_window->controller().estimate()->time.step.value() != plainStep);
        m_window->controller().history()->undo();
        QVERIFY(m_window->controller().plan().calibration.empty());
        QTRY_VERIFY_WITH_TIMEOUT(
            page().findChild<PredictionChart *>()->table() == before, patience);
        QTRY_VERIFY(child<QPushButton>("useCalibration")->isEnabled());
    }

    void aClusterProfileIsSavedAndUsed()
    {
        addEvidence();
        m_fixture->dialogs.file = m_fixture->folder.filePath(QStringLiteral("lab"));
        click("saveCalibration");
        const QString written = m_fixture->folder.filePath(QStringLiteral("lab.yaml"));
        const auto profile = readClusterProfile(written.toStdString());
        QVERIFY(profile.hasValue());
        QCOMPARE(profile->id, std::string("lab"));
        QCOMPARE(profile->source, std::string("mine.runs.csv"));
        QVERIFY(!profile->calibration.constants.empty());
        auto *use = child<QPushButton>("useCalibration");
        use->setFocus();
        QTest::keyClick(use, Qt::Key_Space);
        QCOMPARE(m_window->controller().plan().calibration, std::string("lab.yaml"));
        QTRY_VERIFY_WITH_TIMEOUT(
            page().isIdle() && !child<QPushButton>("useCalibration")->isEnabled(), patience);
        // What cannot be written says so.
        m_fixture->dialogs.file = m_fixture->folder.filePath(QStringLiteral("no/such/lab.yaml"));
        click("saveCalibration");
        QVERIFY(!m_fixture->dialogs.problem.isEmpty());
    }

    void aCalibrationThatCannotBeReadLeavesTheProfiles()
    {
        addEvidence();
        const ChartTable before = page().findChild<PredictionChart *>()->table();
        m_window->controller().apply({ { "calibration", "gone.yaml" } }, QStringLiteral("t"));
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle()
                && child<QLabel>("calibrationUse")->text().contains(QStringLiteral("gone.yaml")),
            patience);
        QCOMPARE(page().findChild<PredictionChart *>()->table(), before);
    }

    void oneRunMovesNothing()
    {
        add("slow.log");
        QVERIFY(!child<QTableView>("calibrationTable")->isVisible());
        QVERIFY(!child<QPushButton>("useCalibration")->isEnabled());
        QVERIFY(!child<QPushButton>("saveCalibration")->isEnabled());
        QVERIFY(child<QLabel>("calibrationChoice")->text().startsWith(QStringLiteral("One")));
    }

    void theNextRunIsProposedAndOpened()
    {
        m_window->showPage(QStringLiteral("runs"));
        QTRY_VERIFY(child<QPushButton>("proposeRuns")->isVisible()); // before the first run, too
        addEvidence();
        auto &proposals = *child<QTableView>("nextTable");
        QVERIFY(!proposals.isVisible() && !child<QPushButton>("openNextRun")->isEnabled());
        const Plan before = m_window->controller().plan();
        auto *ask = child<QPushButton>("proposeRuns");
        ask->setFocus();
        TRY_FOCUS(ask);
        QTest::keyClick(ask, Qt::Key_Space);
        TRY_FOCUS(ask); // not lost to the next button while the search goes on
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle() && proposals.model()->rowCount() > 1, patience);
        QCOMPARE(proposals.currentIndex().row(), 0);
        const QString first = child<QLabel>("nextSettles")->text();
        QVERIFY(first.size() > 20 && !first.contains(QStringLiteral("parallelism.")));
        TRY_FOCUS(&proposals);
        TRY_SHOWN(&proposals);
        QTest::keyClick(&proposals, Qt::Key_Down);
        QCOMPARE(proposals.currentIndex().row(), 1);
        QVERIFY(child<QLabel>("nextSettles")->text() != first);
        for (int column = 1; column < 4; ++column)
            QVERIFY(!proposals.model()->index(1, column).data().toString().isEmpty());
        click("openNextRun");
        QVERIFY(m_window->controller().plan() != before);
        // They were of the plan as it was.
        QVERIFY(!proposals.isVisible());
        m_window->controller().history()->undo();
        QVERIFY(m_window->controller().plan() == before);
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle(), patience);
        click("proposeRuns");
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle() && proposals.model()->rowCount() > 0, patience);
        click("exportNextRun");
        QCOMPARE(m_window->currentPage(), QStringLiteral("export"));
        QVERIFY(m_window->findChild<QCheckBox *>(QStringLiteral("exportBenchmark"))->isChecked());
        TRY_FOCUS(m_window->findChild<QComboBox *>(QStringLiteral("exportTarget")));
        QVERIFY(m_window->controller().plan() != before);
    }
};

QTEST_MAIN(RunsCalibrationTest)
#include "tst_runs_calibration.moc"
