#include "chinese_texts.h"
#include "runs_fixture.h"

#include "model/diagnosis/run_project.h"
#include "widgets/look/theme.h"
#include "widgets/runs/prediction_chart.h"
#include "widgets/runs/run_table_model.h"
#include "widgets/runs/step_chart.h"
#include "widgets/text/quantity_text.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>
#include <QTest>

using namespace headroom;

class RunsPageTest : public RunsTest
{
    Q_OBJECT

private slots:
    void init() { openRuns(); }
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
        QVERIFY(child<QLabel>("runVerdict")->text().contains(QChar(u'×')));
        for (const char *name : { "cause_regular-stalls", "cause_network-slow" }) {
            auto *card = page().findChild<QWidget *>(QLatin1String(name));
            QVERIFY2(card && card->isVisible(), name);
            QVERIFY(!card->accessibleName().isEmpty());
        }
    }

    /// A run that was added without a plan, whose log names no chip.
    void aRunOfAnUnknownChipIsNotJudged()
    {
        QVERIFY(addToRunProject(project().toStdString(), { sample("slow.log").toStdString() },
            nullptr, m_fixture->library)
                    .hasValue());
        QVERIFY(m_window->files().open(m_plan.toStdString()));
        QTRY_COMPARE_WITH_TIMEOUT(table().model()->rowCount(), 1, patience);
        const QString verdict = table().model()->index(0, RunTableModel::Verdict).data().toString();
        QVERIFY2(verdict.contains(QStringLiteral("nothing says the chip")), qPrintable(verdict));
        QCOMPARE(child<QLabel>("runVerdict")->text(), verdict);
        QVERIFY(!page().findChild<QWidget *>(QStringLiteral("cause_regular-stalls")));
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
        QCOMPARE(text(0, 0), QStringLiteral("GEMMs, including the output head"));
        QCOMPARE(text(0, 1), secondsText(Seconds { 0.002 }));
        const int unknown = rowOf(QStringLiteral("Unrecognised kernels"));
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

    /// Runs of a plan without a file are shown at once and go with the plan when it is saved, into
    /// a file that has runs already, too; another plan has none of them.
    void aPlanWithoutAFileKeepsItsRunsWhenItIsSaved()
    {
        const QString kept = m_fixture->folder.filePath(QStringLiteral("kept.runs.csv"));
        const auto example = [this] {
            m_window->files().openExample(
                QString::fromStdString(m_fixture->library.planIds().front()));
            m_window->showPage(QStringLiteral("runs"));
        };
        const auto saveAs = [this](const char *name) {
            m_fixture->dialogs.file = m_fixture->folder.filePath(QLatin1String(name));
            return m_window->files().saveAs();
        };
        example();
        page().addFiles({ sample("slow.log") });
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle() && table().model()->rowCount() == 1, patience);
        QVERIFY(controller().isModified());
        QVERIFY(saveAs("kept.headroom.yaml"));
        QVERIFY(QFile::exists(kept));
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle() && table().model()->rowCount() == 1, patience);
        example();
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle() && table().model()->rowCount() == 0, patience);
        page().addFiles({ sample("nemo2.log") });
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle() && table().model()->rowCount() == 1, patience);
        QVERIFY(saveAs("kept.headroom.yaml"));
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle() && table().model()->rowCount() == 2, patience);
        QCOMPARE(listProject(kept.toStdString())->size(), std::size_t { 2 });
    }

    /// From three pasted lines to the cause: what they leave open is asked in order, the run is
    /// there at once and judged when the last answer that matters is given.
    void aPastedLogIsAskedAboutAndThenJudged()
    {
        m_window->showPage(QStringLiteral("start"));
        m_window->activateWindow();
        QApplication::clipboard()->setText(QString::fromUtf8(contentOf(sample("slow.log"))));
        QTest::keyClick(m_window.get(), Qt::Key_V, Qt::ControlModifier);
        QTRY_COMPARE(m_window->currentPage(), QStringLiteral("runs"));
        QTRY_VERIFY_WITH_TIMEOUT(page().isIdle() && table().model()->rowCount() == 1, patience);
        auto *verdict = child<QLabel>("runVerdict");
        QVERIFY2(verdict->text().contains(QStringLiteral("the chip is unknown")),
            qPrintable(verdict->text()));
        QTRY_VERIFY_WITH_TIMEOUT(child<QWidget>("missing")->isVisible(), patience);
        auto *chip = child<QComboBox>("editor_device_name");
        QVERIFY(chip);
        QTRY_VERIFY_WITH_TIMEOUT(chip->isVisible(), patience);
        chip->setCurrentText(QStringLiteral("h200"));
        QTest::mouseClick(child<QPushButton>("answer_device_name"), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(
            page().isIdle() && verdict->text().contains(QStringLiteral("as long as predicted")),
            patience);
        QCOMPARE(controller().plan().hardware.accelerator, std::string("h200"));
        QCOMPARE(table().model()->rowCount(), 1);
        // The causes are told apart behind the window, and their cards made anew.
        const auto isShown = [this] {
            const auto *bar = child<QWidget>("causeBar");
            return bar && bar->isVisible();
        };
        QTRY_VERIFY_WITH_TIMEOUT(isShown(), patience);
        const QString parts = child<QLabel>("causeLegend")->text();
        QVERIFY2(parts.contains(QStringLiteral("late with batches")), qPrintable(parts));
    }

    /// One line goes into the field that has the focus.
    void aFieldOfStartTakesAWord()
    {
        m_window->enterPage(QStringLiteral("start"));
        m_window->activateWindow();
        auto *line = m_window->pageWidget(QStringLiteral("start"))->findChild<QLineEdit *>();
        line->setFocus();
        line->clear();
        QApplication::clipboard()->setText(QStringLiteral("llama3.1-70b"));
        QTest::keyClick(line, Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(line->text(), QStringLiteral("llama3.1-70b"));
        QCOMPARE(m_window->currentPage(), QStringLiteral("start"));
    }

    /// A step that took far longer than the axis goes is marked and told.
    void stepsBeyondTheAxisAreMarked()
    {
        StepChart chart(nullptr);
        std::vector<StepPoint> points;
        for (int step = 1; step <= 20; ++step)
            points.push_back(
                { step, step == 7 ? 60.0 : 13.0, step == 7 ? StepUse::Outlier : StepUse::Counts });
        const auto imageOf = [&chart] { return chart.image({ 640, 360 }, 1); };
        chart.setSteps(points, 13.0, std::nullopt);
        QVERIFY2(chart.accessibleDescription().contains(QStringLiteral("60")),
            qPrintable(chart.accessibleDescription()));
        const QImage broken = imageOf();
        points[6].seconds = 20.0; // drawn where it is, at the same edge
        chart.setSteps(points, 13.0, std::nullopt);
        QVERIFY(!chart.accessibleDescription().contains(QStringLiteral("Beyond")));
        QVERIFY(imageOf() != broken);
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
            cleanup();
            QVERIFY(installChinese(translator));
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
};

QTEST_MAIN(RunsPageTest)
#include "tst_runs_page.moc"
