// What the window says of plans that have no result, do not fit or have just changed.
#include "window_test.h"

#include "model/advice/verdict.h"
#include "model/plan/fields/plan_file.h"
#include "model/runs/project_file.h"
#include "widgets/charts/chart.h"
#include "widgets/fields/number_box.h"
#include "widgets/look/theme.h"
#include "widgets/search/candidate_model.h"
#include "widgets/search/suggest_page.h"

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QTableView>
#include <QTest>
#include <QToolButton>
#include <QUndoStack>

#include <algorithm>

using namespace headroom;

class WindowStatesTest : public WindowTest
{
    Q_OBJECT

private slots:
    void init() { openWindow(); }

    void cleanup()
    {
        closeWindow();
        applyAppearance(Appearance::Light);
    }

    void aNewPlanIsValidAndFits()
    {
        m_fixture->dialogs.unsaved = UnsavedAnswer::Discard;
        QTest::keyClick(m_window.get(), Qt::Key_N, Qt::ControlModifier);
        controller().flush();
        QVERIFY(controller().plan().name.empty());
        QVERIFY(!controller().isStale());
        QVERIFY(controller().estimate()->memory.fits);
        // Nothing is warned of: its releases go together, too.
        for (const Finding &finding : controller().estimate()->findings)
            QVERIFY2(finding.severity == Severity::Hint, finding.id.c_str());
        QVERIFY(!controller().history()->canUndo());
    }

    /// The values of the profile are those of the chip that is named, result or not.
    void anInvalidPlanShowsTheValuesOfItsChip()
    {
        m_window->showPage(QStringLiteral("hardware"));
        const auto shown = [this] {
            QStringList texts;
            for (const char *field : { "hardware.power_cap_w", "hardware.price_per_device_hour",
                     "hardware.nic_gbytes_per_s_per_device" })
                texts.append(child<NumberBox>(field)->findChild<QLineEdit *>()->placeholderText());
            return texts;
        };
        type(QStringLiteral("hardware.nodes"), QStringLiteral("3"));
        QVERIFY(controller().isStale());
        const QStringList before = shown();
        QVERIFY2(before.first().contains(QStringLiteral("700")), qPrintable(before.first()));
        controller().edit(QStringLiteral("hardware.accelerator"), QStringLiteral("a100-80-sxm"));
        controller().flush();
        QVERIFY(controller().isStale());
        QVERIFY2(shown().first().contains(QStringLiteral("400")), qPrintable(shown().first()));
        QVERIFY(shown() != before);
    }

    /// A plan that is called after its model does not keep the name of another one.
    void theNameFollowsTheModel()
    {
        QCOMPARE(controller().plan().name, std::string("Llama 3.1 8B on one H100 node"));
        controller().edit(QStringLiteral("model"), QStringLiteral("llama2-7b"));
        QCOMPARE(controller().plan().name, std::string("Llama 2 7B on one H100 node"));
        QCOMPARE(controller().history()->count(), 1); // one step
        controller().history()->undo();
        QCOMPARE(controller().plan().name, std::string("Llama 3.1 8B on one H100 node"));
        controller().edit(QStringLiteral("name"), QStringLiteral("mine"));
        controller().edit(QStringLiteral("model"), QStringLiteral("llama2-7b"));
        QCOMPARE(controller().plan().name, std::string("mine"));
    }

    /// What was undone is no change: no difference is left in the panel.
    void undoLeavesNoDifference()
    {
        controller().edit(QStringLiteral("workload.sequence_length"), QStringLiteral("4096"));
        controller().flush();
        QVERIFY(controller().estimateBefore());
        controller().history()->undo();
        controller().flush();
        QVERIFY(!controller().estimateBefore());
    }

    void aPlanWithoutResultShowsNoFigures_data()
    {
        QTest::addColumn<QString>("pageId");
        for (const char *id : { "result", "timeline", "levers", "export" })
            QTest::newRow(id) << QString::fromLatin1(id);
    }
    void aPlanWithoutResultShowsNoFigures()
    {
        QFETCH(QString, pageId);
        openBroken();
        m_window->showPage(pageId);
        QWidget *page = m_window->pageWidget(pageId);
        auto *none = page->findChild<QWidget *>(QStringLiteral("noResult"));
        QVERIFY(none && none->isVisible());
        QVERIFY(!none->findChildren<QPushButton *>().isEmpty());
        for (const Chart *chart : page->findChildren<Chart *>())
            QVERIFY2(!chart->isVisible(), qPrintable(chart->objectName()));
        for (const QTableView *table : page->findChildren<QTableView *>())
            QVERIFY2(!table->isVisible(), qPrintable(table->objectName()));
        if (auto *save = m_window->findChild<QPushButton *>(QStringLiteral("exportSave")))
            QVERIFY(!save->isVisible());
        // The first remedy brings the result.
        auto *remedy = none->findChild<QPushButton *>();
        remedy->setFocus();
        QTest::keyClick(remedy, Qt::Key_Space);
        QTRY_VERIFY(!controller().isStale() && controller().estimate());
        QVERIFY(!none->isVisible());
    }

    /// At the field that was edited, with at most three offers; the first keeps it and changes one
    /// other. The panel tells it where the page does not.
    void aBrokenProductIsToldOnce()
    {
        open("llama3-70b-h100-32-nodes", "parallelism");
        type(QStringLiteral("parallelism.tensor"), QStringLiteral("8"));
        controller().flush();
        const auto offersIn = [](const QWidget *place) {
            QStringList offers;
            for (const QPushButton *button : place->findChildren<QPushButton *>())
                if (button->accessibleName().startsWith(QStringLiteral("Repair: ")))
                    offers.append(button->text());
            return offers;
        };
        const QWidget *page = m_window->pageWidget(QStringLiteral("parallelism"));
        const QStringList offers = offersIn(page);
        QVERIFY(!offers.isEmpty() && offers.size() <= 3);
        QCOMPARE(offers.first(), QStringLiteral("FSDP → 32"));
        for (const QString &offer : offers)
            QVERIFY2(!offer.contains(QStringLiteral("Tensor")), qPrintable(offer));
        auto *none = panel()->findChild<QWidget *>(QStringLiteral("noResult"));
        const auto tells = [none] {
            const auto labels = none->findChildren<QLabel *>();
            return std::ranges::any_of(labels,
                [](const QLabel *label) { return label->text().contains(QStringLiteral("2048")); });
        };
        QVERIFY(none->isVisible() && offersIn(none).isEmpty() && !tells());
        m_window->showPage(QStringLiteral("model"));
        QCOMPARE(offersIn(none), offers);
        QVERIFY(tells());
        m_window->showPage(QStringLiteral("result")); // which has a card of its own
        QVERIFY(offersIn(none).isEmpty() && !tells());
    }

    void thePanelShowsNoFiguresOfAnotherPlan()
    {
        openBroken();
        QWidget *box = panel();
        for (const char *name : { "figure_peak_bytes", "figure_mfu", "memoryBar", "verdict" })
            QVERIFY2(!box->findChild<QWidget *>(QLatin1String(name))->isVisible(), name);
        QVERIFY(box->findChild<QWidget *>(QStringLiteral("noResult"))->isVisible());
        // After an edit the figures of before stay, named as such; the verdict and findings go.
        m_window->files().openExample(QString::fromStdString(m_fixture->library.planIds().front()));
        controller().flush();
        type(QStringLiteral("parallelism.tensor"), QStringLiteral("3"));
        QVERIFY(box->findChild<QWidget *>(QStringLiteral("figure_mfu"))->isVisible());
        QVERIFY(box->findChild<QWidget *>(QStringLiteral("figuresOfBefore"))->isVisible());
        QVERIFY(!box->findChild<QWidget *>(QStringLiteral("verdict"))->isVisible());
        for (const QLabel *label : box->findChildren<QLabel *>()) // nothing is praised
            QVERIFY(!label->isVisible() || !label->text().startsWith(QLatin1String("Nothing to")));
    }

    void comparisonLeavesOutAPlanWithoutResult()
    {
        QTest::keyClick(m_window.get(), Qt::Key_D, Qt::ControlModifier);
        m_window->showPage(QStringLiteral("compare"));
        auto *table = m_window->findChild<QTableView *>(QStringLiteral("compareTable"));
        const int both = table->model()->columnCount();
        type(QStringLiteral("parallelism.fsdp"), QStringLiteral("3"));
        m_window->showPage(QStringLiteral("compare"));
        QCOMPARE(table->model()->columnCount(), both - 1);
    }

    void comparisonShowsWhatRunsTook()
    {
        const QString plan = m_fixture->folder.filePath(QStringLiteral("mine.headroom.yaml"));
        QVERIFY(savePlan(controller().plan(), plan.toStdString()).empty());
        RunRecord run;
        run.id = "night";
        run.plan = controller().plan();
        run.sources = { { "night.log", "00112233", true } };
        run.stepSeconds = 12.5;
        QVERIFY(addToProject(projectFileBeside(plan.toStdString()), { run }, controller().library())
                    .hasValue());
        QVERIFY(m_window->files().open(plan.toStdString()));
        controller().flush();
        QTest::keyClick(m_window.get(), Qt::Key_D, Qt::ControlModifier);
        type(QStringLiteral("optimizer"), QStringLiteral("lion"));
        m_window->showPage(QStringLiteral("compare"));
        const auto *model
            = m_window->findChild<QTableView *>(QStringLiteral("compareTable"))->model();
        const auto cell = [model](int column) {
            return model->index(model->rowCount() - 1, column).data().toString();
        };
        QTRY_COMPARE(cell(0), QStringLiteral("Measured step"));
        QVERIFY2(cell(1).startsWith(QStringLiteral("12.5")), qPrintable(cell(1)));
        QVERIFY(cell(1).contains(QStringLiteral("night")));
        QCOMPARE(cell(2), QStringLiteral("–")); // another optimizer ran nowhere
    }

    void aRefusedConfigurationHidesTheFormerShape()
    {
        m_window->showPage(QStringLiteral("model"));
        const auto shows = [this](const QString &text) {
            const auto labels
                = m_window->pageWidget(QStringLiteral("model"))->findChildren<QLabel *>();
            return std::ranges::any_of(labels, [&text](const QLabel *label) {
                return label->isVisible() && label->text() == text;
            });
        };
        QVERIFY(shows(QStringLiteral("128,256")));
        m_fixture->dialogs.file = QStringLiteral("/nowhere/config.json");
        press("chooseConfig");
        QTRY_VERIFY(controller().isStale());
        QVERIFY(!shows(QStringLiteral("128,256")));
    }

    void suggestionsOfAnotherModelAreGone()
    {
        m_window->suggest();
        auto *page = qobject_cast<SuggestPage *>(m_window->pageWidget(QStringLiteral("suggest")));
        QTRY_VERIFY_WITH_TIMEOUT(!page->isSearching(), 60000);
        const auto count = page->candidates().rowCount();
        QVERIFY(count > 0);
        // A result that is applied leaves the others as good as they were.
        child<QTableView>("searchTable")->selectRow(0); // not the plan itself, which may be kept
        auto *apply = page->findChild<QPushButton *>(QStringLiteral("searchApply"));
        QVERIFY(apply->isEnabled());
        const int row = child<QTableView>("searchTable")->currentIndex().row();
        const auto against = [&] {
            return page->candidates().index(row, CandidateModel::Configuration).data().toString();
        };
        QVERIFY(against() != QStringLiteral("no change"));
        press("searchApply");
        controller().flush();
        QCOMPARE(page->candidates().rowCount(), count);
        QVERIFY(!apply->isEnabled()); // it is the plan now
        QCOMPARE(against(), QStringLiteral("no change"));
        const QString undo = controller().history()->undoText();
        QVERIFY2(undo.startsWith(QStringLiteral("Apply a suggestion: ")) && undo.contains(u'→'),
            qPrintable(undo));
        type(QStringLiteral("model"), QStringLiteral("llama2-7b"));
        QVERIFY(!apply->isEnabled());
        QCOMPARE(page->candidates().rowCount(), 0);
        m_window->showPage(QStringLiteral("suggest"));
        // By itself; the search may begin and end between two looks at it.
        QTRY_VERIFY_WITH_TIMEOUT(!page->isSearching() && page->candidates().rowCount() > 0, 60000);
        // The plan of the new model may be the one to keep; another one can be applied.
        for (int next = 0; next < page->candidates().rowCount() && !apply->isEnabled(); ++next)
            child<QTableView>("searchTable")->selectRow(next);
        QVERIFY(apply->isEnabled());
    }

    void aLessonKeepsTheHistoryOfThePlan()
    {
        type(QStringLiteral("workload.global_batch_sequences"), QStringLiteral("64"));
        const Plan own = controller().plan();
        m_window->showPage(QStringLiteral("learn"));
        press("startLesson");
        QVERIFY(controller().plan() != own);
        auto *leave = child<QToolButton>("leaveLesson");
        leave->setFocus();
        QTest::keyClick(leave, Qt::Key_Space);
        QVERIFY(controller().plan() == own);
        // The list has its whole width back, and each row its own place.
        m_window->showPage(QStringLiteral("learn"));
        auto *lessons = child<QListView>("lessonList");
        for (int row = 1; row < lessons->model()->rowCount(); ++row)
            QVERIFY(lessons->visualRect(lessons->model()->index(row, 0)).top()
                > lessons->visualRect(lessons->model()->index(row - 1, 0)).bottom());
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(controller().plan().workload.globalBatchSequences, 128);
    }

    void whatWasSavedIsSaidOnlyWhileItIsSo()
    {
        m_window->showPage(QStringLiteral("export"));
        m_fixture->dialogs.file = m_fixture->folder.filePath(QStringLiteral("scripts"));
        QWidget *page = m_window->pageWidget(QStringLiteral("export"));
        const auto says = [page](const QString &start) {
            const auto labels = page->findChildren<QLabel *>();
            return std::ranges::any_of(
                labels, [&start](const QLabel *label) { return label->text().startsWith(start); });
        };
        press("exportSave");
        QVERIFY(says(QStringLiteral("Written to ")));
        type(QStringLiteral("workload.global_batch_sequences"), QStringLiteral("64"));
        m_window->showPage(QStringLiteral("export"));
        auto *finish = page->findChild<QWidget *>(QStringLiteral("exportFinish"));
        QVERIFY(!finish->isVisibleTo(page));
    }

    /// Beside the figures: whether measured runs tell of such a plan, and whether its MFU is good.
    void figuresSayHowFarTheyCanBeTrusted()
    {
        auto *mark = m_window->findChild<QLabel *>(QStringLiteral("extrapolated"));
        auto *place = m_window->findChild<QLabel *>(QStringLiteral("mfuPlace"));
        QVERIFY(mark && place);
        m_window->files().openExample(QStringLiteral("llama3-70b-h100-32-nodes"));
        controller().flush();
        QVERIFY(mark->isHidden());
        QTRY_VERIFY(!place->isHidden());
        QVERIFY2(place->text().contains(QLatin1String("71B-class")), qPrintable(place->text()));
        QVERIFY(place->text().contains(QLatin1String("half of the peak")));
        m_window->files().openExample(QStringLiteral("mixtral-8x7b-h100-8-nodes"));
        controller().flush();
        QVERIFY(!mark->isHidden());
        QVERIFY(mark->toolTip().contains(QLatin1String("maxtext-gpu")));
        QTRY_VERIFY(place->text().contains(QLatin1String("mixture-of-experts models")));
        // A plan without a result has no MFU to be placed.
        controller().edit(QStringLiteral("parallelism.tensor"), QStringLiteral("3"));
        controller().flush();
        QVERIFY(controller().isStale());
        QVERIFY(place->isHidden());
    }

    void aDoubtfulPlanIsNotGreen()
    {
        auto *doubt = m_window->findChild<QLabel *>(QStringLiteral("doubt"));
        QVERIFY(!doubt->isVisible());
        type(QStringLiteral("workload.sequence_length"), QStringLiteral("64"));
        type(QStringLiteral("workload.global_batch_sequences"), QStringLiteral("8"));
        QVERIFY(controller().estimate()->throughput.mfu < minSoundMfu);
        QVERIFY(controller().estimate()->memory.fits);
        QVERIFY(doubt->isVisible() && !doubt->text().isEmpty());
    }

private:
    QWidget *panel() { return m_window->findChild<QWidget *>(QStringLiteral("resultPanel")); }
};

QTEST_MAIN(WindowStatesTest)
#include "tst_window_states.moc"
