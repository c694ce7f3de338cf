#include "window_test.h"

#include "model/calibration/calibration_file.h"
#include "model/plan/plan_file.h"

#include "widgets/look/theme.h"
#include "widgets/runs/prediction_chart.h"
#include "widgets/runs/run_table_model.h"
#include "widgets/runs/runs_page.h"
#include "widgets/runs/step_chart.h"
#include "widgets/text/quantity_text.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>
#include <QTest>
#include <QTranslator>
#include <QUndoStack>
#include <QUrl>

using namespace headroom;

namespace {

constexpr int patience = 60000; ///< ms; a sanitizer or a busy machine needs it

QString sample(const char *name)
{
    return QStringLiteral(HEADROOM_TEST_DATA "/runs/") + QString::fromLatin1(name);
}

} // namespace

class RunsPageTest : public WindowTest
{
    Q_OBJECT

private slots:
    void init()
    {
        openWindow();
        m_plan = m_fixture->folder.filePath(QStringLiteral("mine.headroom.yaml"));
        QVERIFY(savePlan(m_window->controller().plan(), m_plan.toStdString()).empty());
        QVERIFY(m_window->files().open(m_plan.toStdString()));
        m_window->controller().flush();
        m_window->showPage(QStringLiteral("runs"));
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle(), patience);
    }
    void cleanup() { closeWindow(); }

    void aPlanWithoutRunsSaysWhatToDo()
    {
        QVERIFY(!table().isVisible());
        QVERIFY(child<QLabel>("runStatus")->text().contains(QStringLiteral("mine.runs.csv")));
        QVERIFY(child<QPushButton>("addRuns")->isVisible());
    }

    void aLogIsAddedByItsButtonAndOnlyOnce()
    {
        add("slow.log");
        QCOMPARE(table().model()->rowCount(), 1);
        QVERIFY(QFile::exists(project()));
        const QByteArray before = contentOf(project());
        add("slow.log");
        QCOMPARE(table().model()->rowCount(), 1);
        QCOMPARE(contentOf(project()), before);
        QVERIFY(child<QLabel>("runStatus")->text().contains(QStringLiteral("already")));
    }

    void aSlowRunNamesItsCauses()
    {
        add("slow.log");
        const auto cell
            = [this](int column) { return table().model()->index(0, column).data().toString(); };
        QCOMPARE(cell(RunTableModel::Run), QStringLiteral("slow"));
        QVERIFY(cell(RunTableModel::Verdict).contains(QStringLiteral("slower")));
        QVERIFY(!cell(RunTableModel::Mfu).isEmpty() && !cell(RunTableModel::Memory).isEmpty());
        QVERIFY(child<QLabel>("runVerdict")->text().contains(QLatin1Char('%')));
        for (const char *name : { "cause_regular-stalls", "cause_network-slow" }) {
            auto *card = page().findChild<QWidget *>(QLatin1String(name));
            QVERIFY2(card && card->isVisible(), name);
            QVERIFY(!card->accessibleName().isEmpty());
        }
    }

    void stepsThatDoNotCountAreMarked()
    {
        add("maxtext-2026-07.log");
        const ChartTable steps = page().findChild<StepChart *>()->table();
        QVERIFY(!steps.rows.isEmpty());
        QStringList uses;
        for (const QVariantList &row : steps.rows)
            uses.append(row.at(2).toString());
        for (const StepUse use : { StepUse::Counts, StepUse::WarmUp, StepUse::Evaluation,
                 StepUse::Profiled, StepUse::Outlier })
            QVERIFY(uses.contains(StepChart::useText(use)));
        QCOMPARE(page().findChild<PredictionChart *>()->table().rows.size(), 1);
    }

    void aProfileStandsTermByTerm()
    {
        add("slow.log");
        auto *card = page().findChild<QWidget *>(QStringLiteral("profiledTerms"));
        QVERIFY(card && !card->isVisible());
        add("torch.pt.trace.json");
        QVERIFY(card->isVisible());
        const QAbstractItemModel &terms = *child<QTableView>("profiledTermsTable")->model();
        const auto text
            = [&](int row, int column) { return terms.index(row, column).data().toString(); };
        const auto rowOf = [&](const QString &label) {
            int row = 0;
            while (row < terms.rowCount() && text(row, 0) != label)
                ++row;
            return row;
        };
        QCOMPARE(text(0, 0), QStringLiteral("Products, the head's included"));
        QCOMPARE(text(0, 1), secondsText(Seconds { 0.002 }));
        const int unknown = rowOf(QStringLiteral("Kernels that no rule knows"));
        QCOMPARE(text(unknown, 2), QStringLiteral("–"));
        QCOMPARE(text(unknown, 3), QStringLiteral("–"));
        const int step = rowOf(QStringLiteral("Step"));
        QVERIFY(step < terms.rowCount());
        QCOMPARE(text(step, 1), secondsText(Seconds { 0.004967 }));
        QVERIFY(terms.index(step, 0).data(Qt::FontRole).isValid());
        // The run without a profile has no such card.
        table().selectRow(0);
        QVERIFY(!card->isVisible());
    }

    void keysWalkTheRuns()
    {
        add("slow.log");
        add("nemo2.log");
        QCOMPARE(table().model()->rowCount(), 2);
        const QAbstractItemModelTester tester(table().model());
        QCOMPARE(table().currentIndex().row(), 1); // the newest
        const ChartTable newest = page().findChild<StepChart *>()->table();
        table().setFocus();
        QTest::keyClick(&table(), Qt::Key_Up);
        QCOMPARE(table().currentIndex().row(), 0);
        QVERIFY(!(page().findChild<StepChart *>()->table() == newest));
        QVERIFY(page().findChild<QWidget *>(QStringLiteral("cause_regular-stalls")));
        QTest::keyClick(&table(), Qt::Key_Down);
        QVERIFY(page().findChild<StepChart *>()->table() == newest);
    }

    void filesAreDroppedOnTheWindow()
    {
        m_window->showPage(QStringLiteral("model"));
        drop({ sample("slow.log"), sample("nemo2.log") });
        QTRY_COMPARE(m_window->currentPage(), QStringLiteral("runs"));
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle() && table().model()->rowCount() == 2, patience);
        // A plan is opened instead.
        const QString other = m_fixture->folder.filePath(QStringLiteral("other.headroom.yaml"));
        QVERIFY(QFile::copy(m_plan, other));
        drop({ other });
        QTRY_COMPARE(QString::fromStdString(m_window->controller().file().string()), other);
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle(), patience);
        QTRY_COMPARE(table().model()->rowCount(), 0);
    }

    void whatIsNotUnderstoodIsNamed()
    {
        add("nothing.log");
        QVERIFY(child<QLabel>("runProblems")->isVisible());
        QVERIFY(child<QLabel>("runProblems")->text().contains(QStringLiteral("nothing.log")));
        QVERIFY(!QFile::exists(project()));
        add("measure.json");
        QVERIFY(child<QLabel>("runStatus")->text().contains(QLatin1Char('8')));
    }

    void aBrokenProjectFileSaysSo()
    {
        QFile file(project());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("no,columns\n1,2\n") > 0);
        file.close();
        emit m_window->controller().fileChanged();
        QTRY_VERIFY_WITH_TIMEOUT(
            child<QLabel>("runStatus")->text().contains(QStringLiteral("'id'")), patience);
    }

    /// Slow and fast runs of two stacks: constants move, and the plan can rest on them.
    void ownRunsCalibrateThePlan()
    {
        addEvidence();
        QVERIFY(child<QLabel>("calibrationChoice")->text().contains(QStringLiteral("left-out")));
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
        addEvidence();
        auto &proposals = *child<QTableView>("nextTable");
        QVERIFY(!proposals.isVisible() && !child<QPushButton>("openNextRun")->isEnabled());
        const Plan before = m_window->controller().plan();
        click("proposeRuns");
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle() && proposals.model()->rowCount() > 1, patience);
        QCOMPARE(proposals.currentIndex().row(), 0);
        const QString first = child<QLabel>("nextSettles")->text();
        QVERIFY(first.size() > 20);
        page().reveal(&proposals);
        proposals.setFocus();
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
        QVERIFY(m_window->controller().plan() != before);
    }

    void aPlanWithoutAFileAsksWhereToKeepRuns()
    {
        m_window->files().openExample(QString::fromStdString(m_fixture->library.planIds().front()));
        m_window->showPage(QStringLiteral("runs"));
        m_fixture->dialogs.file.clear();
        page().addFiles({ sample("slow.log") });
        QVERIFY(page().isIdle());
        m_fixture->dialogs.file = m_fixture->folder.filePath(QStringLiteral("kept.runs.csv"));
        page().addFiles({ sample("slow.log") });
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle() && table().model()->rowCount() == 1, patience);
        QVERIFY(QFile::exists(m_fixture->dialogs.file));
    }

    /// Nothing is cut off where windows are small, and pictures for the eye.
    void everythingFits_data()
    {
        QTest::addColumn<bool>("isChinese");
        QTest::newRow("english") << false;
        QTest::newRow("chinese") << true;
    }
    void everythingFits()
    {
        QFETCH(bool, isChinese);
        QTranslator translator;
        if (isChinese) {
            QVERIFY(translator.load(QLocale(QLocale::Chinese, QLocale::China),
                QStringLiteral("headroom"), QStringLiteral("_"),
                QStringLiteral(":/headroom/translations")));
            cleanup();
            QCoreApplication::installTranslator(&translator);
            init();
        }
        addEvidence();
        click("useCalibration");
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle(), patience);
        click("proposeRuns");
        QTRY_VERIFY_WITH_TIMEOUT(
            page().isIdle() && child<QTableView>("nextTable")->model()->rowCount() > 0, patience);
        const QString pictures = qEnvironmentVariable("HEADROOM_PICTURES");
        for (const Appearance appearance : { Appearance::Light, Appearance::Dark }) {
            applyAppearance(appearance);
            QTRY_COMPARE(table().horizontalScrollBar()->maximum(), 0);
            for (const QLabel *label : page().findChildren<QLabel *>())
                if (label->isVisible() && label->wordWrap())
                    QTRY_VERIFY2(label->height() >= label->heightForWidth(label->width()),
                        qPrintable(label->text()));
            if (pictures.isEmpty())
                continue;
            const QString name = QStringLiteral("runs-%1-%2")
                                     .arg(QLatin1String(QTest::currentDataTag()),
                                         appearance == Appearance::Dark ? QStringLiteral("dark")
                                                                        : QStringLiteral("light"));
            const auto save = [&](const QString &ending) {
                QVERIFY(m_window->grab().save(QDir(pictures).filePath(name + ending)));
            };
            save(QStringLiteral(".png"));
            page().reveal(page().findChild<PredictionChart *>());
            QTest::qWait(300); // the charts are drawn behind the page
            save(QStringLiteral("-charts.png"));
            page().reveal(child<QWidget>("calibration"));
            save(QStringLiteral("-calibration.png"));
            page().reveal(child<QWidget>("nextRuns"));
            save(QStringLiteral("-next.png"));
            page().reveal(&table());
        }
        applyAppearance(Appearance::System);
        m_window.reset(); // before its language goes
    }

    void aCompiledStepStandsBesideTheEstimate()
    {
        add("prove.json");
        QCOMPARE(table().model()->rowCount(), 1);
        auto *card = child<QWidget>("compiledStep");
        QVERIFY(card->isVisible());
        const QAbstractItemModel *figures = child<QTableView>("compiledStepTable")->model();
        QCOMPARE(figures->rowCount(), 8); // state, the rest, peak, five kinds of collectives
        const auto text
            = [&](int row, int column) { return figures->index(row, column).data().toString(); };
        QVERIFY(text(2, 0).contains(QStringLiteral("Peak")));
        QCOMPARE(text(2, 1), bytesText(Bytes { 61 * bytesPerGib + 1000 }));
        QCOMPARE(text(3, 4), QStringLiteral("256"));
        QVERIFY(text(7, 4).contains(QStringLiteral("at least")));
        page().reveal(card);
        QApplication::processEvents();
        if (const QString pictures = qEnvironmentVariable("HEADROOM_PICTURES"); !pictures.isEmpty())
            QVERIFY(m_window->grab().save(QDir(pictures).filePath(QStringLiteral("compiled.png"))));
        add("slow.log");
        QVERIFY(!card->isVisible());
    }

private:
    RunsPage &page()
    {
        return *qobject_cast<RunsPage *>(m_window->pageWidget(QStringLiteral("runs")));
    }
    QTableView &table() { return *child<QTableView>("runTable"); }
    template <class Widget> Widget *child(const char *name)
    {
        return page().findChild<Widget *>(QLatin1String(name));
    }
    QString project() { return m_fixture->folder.filePath(QStringLiteral("mine.runs.csv")); }
    static QByteArray contentOf(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void add(const char *name)
    {
        m_fixture->dialogs.file = sample(name);
        auto *button = child<QPushButton>("addRuns");
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle(), patience);
        QApplication::processEvents();
    }
    /// Runs of three frameworks, from which leave-one-out lets constants move.
    void addEvidence()
    {
        for (const char *name :
            { "bimodal.log", "nemo2.log", "maxtext-2026-07.log", "megatron-2026.log",
                "torchtitan-2026.log", "megatron-2025.log", "megatron-bridge.log", "slow.log" })
            add(name);
    }
    void click(const char *name)
    {
        auto *button = child<QPushButton>(name);
        page().reveal(button);
        QApplication::processEvents();
        QVERIFY2(button->isVisible() && button->isEnabled(), name);
        QTest::mouseClick(button, Qt::LeftButton);
    }
    void drop(const QStringList &files)
    {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString &file : files)
            urls.append(QUrl::fromLocalFile(file));
        data.setUrls(urls);
        const QPoint middle = m_window->rect().center();
        QDragEnterEvent enter(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(middle, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &event);
        QVERIFY(event.isAccepted());
    }

    QString m_plan;
};

QTEST_MAIN(RunsPageTest)
#include "tst_runs_page.moc"
