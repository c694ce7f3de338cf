#include "window_test.h"

#include "widgets/planning/pin_board.h"
#include "widgets/search/front_chart.h"
#include "widgets/search/search_details.h"
#include "widgets/search/suggest_page.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QUndoStack>

using namespace headroom;

namespace {

constexpr int patience = 240000; ///< ms; a sanitizer or a busy machine needs it

} // namespace

class SuggestPageTest : public WindowTest
{
    Q_OBJECT

private slots:
    void init()
    {
        openWindow();
        open("llama3.1-8b-h100-node", "suggest");
    }

    void cleanup() { closeWindow(); }

    void theParallelismPageLeadsHere()
    {
        m_window->showPage(QStringLiteral("parallelism"));
        auto *button = child<QPushButton>("suggest");
        button->setFocus();
        QTest::keyClick(button, Qt::Key_Space);
        QCOMPARE(m_window->currentPage(), QStringLiteral("suggest"));
        // Who asks for suggestions need not ask twice.
        QTRY_VERIFY_WITH_TIMEOUT(
            !page().isSearching() && table().model()->rowCount() > 0, patience);
        // Coming back to the same plan shows the same results.
        m_window->showPage(QStringLiteral("parallelism"));
        QTest::keyClick(button, Qt::Key_Space);
        QVERIFY(!page().isSearching());
    }

    /// Nobody has to press a button, and an edit brings a new answer.
    void itSearchesWhenItOpensAndWhenThePlanChanges()
    {
        QTRY_VERIFY_WITH_TIMEOUT(isAnswered(), patience);
        m_window->controller().edit(
            QStringLiteral("workload.global_batch_sequences"), QStringLiteral("256"));
        QCOMPARE(page().candidates().rowCount(), 0); // of another plan
        QTRY_VERIFY_WITH_TIMEOUT(isAnswered(), patience);
        QVERIFY(!answer().isEmpty());
    }

    /// The first line says what to do; the list below keeps what is no faster out of the way.
    void theAnswerIsOneSentenceAndEqualsAreFolded()
    {
        search();
        QVERIFY(answer().endsWith(u'.'));
        const bool keeps = answer().startsWith(QStringLiteral("Keep your plan: "));
        QVERIFY2(keeps || answer().contains(QStringLiteral("fits with")), qPrintable(answer()));
        const auto &items = page().candidates().items();
        const auto equals = std::ranges::count_if(items, &CandidateItem::isEqualToBest);
        QVERIFY(equals > 0);
        auto *button = child<QToolButton>("searchEquals");
        QCOMPARE(button->text(), QStringLiteral("Show %1 equals").arg(equals));
        QCOMPARE(table().model()->rowCount(), page().candidates().rowCount() - int(equals));
        button->click();
        QCOMPARE(table().model()->rowCount(), page().candidates().rowCount());
        QCOMPARE(button->text(), QStringLiteral("Hide %1 equals").arg(equals));
    }

    /// A slow plan is told what to change and what it brings, in the numbers that people say.
    void aSlowPlanIsToldWhatToChange()
    {
        m_window->controller().apply(
            { { "parallelism.fsdp", "1" }, { "parallelism.tensor", "8" } }, QStringLiteral("slow"));
        m_window->controller().flush();
        search();
        QVERIFY2(answer().contains(QStringLiteral("FSDP 8")), qPrintable(answer()));
        QVERIFY2(answer().contains(QRegularExpression(QStringLiteral("faster|as fast"))),
            qPrintable(answer()));
        press("searchApply");
        m_window->controller().flush();
        QVERIFY2(answer().startsWith(QStringLiteral("Keep your plan: ")), qPrintable(answer()));
    }

    void theFirstRowsAreInSightOnASmallScreen()
    {
        m_window->resize(1366, 740);
        search();
        const QRect row = table().visualRect(table().model()->index(1, 0));
        QVERIFY(row.isValid());
        QVERIFY(table().viewport()->rect().contains(row));
        QVERIFY(!table().viewport()->visibleRegion().intersected(row).isEmpty());
        QCOMPARE(table().viewport()->visibleRegion().intersected(row).boundingRect().height(),
            row.height());
        // What a configuration changes is wrapped, not cut.
        QVERIFY(table().wordWrap());
    }

    void noHeadingIsCut()
    {
        search();
        auto *header = table().horizontalHeader();
        const int sorted = header->sortIndicatorSection();
        QVERIFY(header->isSortIndicatorShown());
        QVERIFY(header->sectionSize(sorted) >= header->sectionSizeHint(sorted));
        header->setSortIndicatorShown(false); // else every hint has room for its mark
        for (int column = 0; column < table().model()->columnCount(); ++column) {
            if (table().isColumnHidden(column))
                continue;
            QVERIFY2(header->sectionSize(column) >= header->sectionSizeHint(column),
                qPrintable(table().model()->headerData(column, Qt::Horizontal).toString()));
        }
    }

    void aSearchByKeyboardFillsTheTable()
    {
        const QAbstractItemModelTester tester(table().model());
        search();
        QVERIFY(page().candidates().rowCount() >= 20);
        const auto &items = page().candidates().items();
        for (std::size_t i = 1; i < items.size() && items[i].rank; ++i)
            QVERIFY(items[i].row.estimate.time.step >= items[i - 1].row.estimate.time.step);
        QCOMPARE(std::ranges::count_if(items, &CandidateItem::isRecommended), 1);
        QVERIFY(status().contains(QStringLiteral("valid configurations")));
        // Every row answers as the plan itself would.
        for (const CandidateItem &item : items) {
            const auto plan = m_window->controller().planWith(item.row.settings);
            QVERIFY(plan);
            const auto estimate = m_window->controller().estimateOf(*plan);
            QVERIFY(estimate);
            QCOMPARE(estimate->time.step.value(), item.row.estimate.time.step.value());
        }
    }

    void theTableSorts()
    {
        search();
        const auto text = [this](int row) {
            return table()
                .model()
                ->index(row, CandidateModel::Peak)
                .data(CandidateModel::SortRole)
                .toDouble();
        };
        table().sortByColumn(CandidateModel::Peak, Qt::AscendingOrder);
        for (int row = 1; row < table().model()->rowCount(); ++row)
            QVERIFY(text(row) >= text(row - 1));
        table().sortByColumn(CandidateModel::Peak, Qt::DescendingOrder);
        for (int row = 1; row < table().model()->rowCount(); ++row)
            QVERIFY(text(row) <= text(row - 1));
    }

    void selectionIsLinkedBothWays()
    {
        search();
        auto *chart = page().findChild<FrontChart *>();
        child<QToolButton>("searchEquals")->click(); // unfolds them
        table().setFocus();
        QTest::keyClick(&table(), Qt::Key_Home, Qt::ControlModifier);
        QCOMPARE(chart->selected(), 0);
        QTest::keyClick(&table(), Qt::Key_Down);
        QCOMPARE(chart->selected(), 1);
        emit chart->pointClicked(3);
        QCOMPARE(chart->selected(), 3);
        QCOMPARE(table().currentIndex().row(), 3);
        QCOMPARE(chart->table().rows.size(), table().model()->rowCount());
    }

    void applyIsOneUndoableEdit()
    {
        const Plan before = m_window->controller().plan();
        search();
        const int steps = m_window->controller().history()->index();
        emit page().findChild<FrontChart *>()->pointClicked(0);
        auto *apply = child<QPushButton>("searchApply");
        apply->setFocus();
        QTest::keyClick(apply, Qt::Key_Space);
        m_window->controller().flush();
        QCOMPARE(m_window->controller().history()->index(), steps + 1);
        const CandidateItem &first = page().candidates().items().front();
        QVERIFY(first.isPresent);
        // What is the plan is not offered, by button or by key; undo offers it again.
        QVERIFY(!apply->isEnabled());
        QCOMPARE(apply->text(), QStringLiteral("This is the plan now"));
        QCOMPARE(child<QPushButton>("searchExport")->text(), QStringLiteral("Expo&rt…"));
        table().setFocus();
        QTest::keyClick(&table(), Qt::Key_Return);
        QCOMPARE(m_window->controller().history()->index(), steps + 1);
        QCOMPARE(m_window->controller().estimate()->time.step.value(),
            first.row.estimate.time.step.value());
        m_window->controller().history()->undo();
        QVERIFY(m_window->controller().plan() == before);
        QVERIFY(apply->isEnabled());
        QCOMPARE(apply->text(), QStringLiteral("&Apply"));
    }

    void aCandidateIsPinned()
    {
        search();
        emit page().findChild<FrontChart *>()->pointClicked(1);
        auto *pin = child<QPushButton>("searchPin");
        pin->setFocus();
        QTest::keyClick(pin, Qt::Key_Space);
        QCOMPARE(m_window->pins().pins().size(), std::size_t(1));
        QCOMPARE(m_window->pins().pins().front().estimate.time.step.value(),
            page().candidates().items()[1].row.estimate.time.step.value());
    }

    void theReasonsFollowTheSelection()
    {
        search();
        auto *why = child<QTableView>("searchWhy");
        auto *text = child<QLabel>("searchWhyText");
        emit page().findChild<FrontChart *>()->pointClicked(0);
        QVERIFY(why->model()->rowCount() > 0);
        QVERIFY(text->text().contains(QStringLiteral("Against the plan")));
        QVERIFY(!text->text().contains(QStringLiteral("Against the first")));
        emit page().findChild<FrontChart *>()->pointClicked(2);
        QVERIFY(text->text().contains(QStringLiteral("Against the first")));
        QTRY_VERIFY_WITH_TIMEOUT(
            child<QTableView>("searchSteps")->model()->rowCount() > 4, patience);
        QTRY_VERIFY_WITH_TIMEOUT(child<QTableView>("searchPrices")->model()->rowCount() > 0
                || child<QLabel>("searchPricesText")
                       ->text()
                       .startsWith(QStringLiteral("No fixed setting")),
            patience);
    }

    /// Full training, LoRA and QLoRA side by side where the method is free, and no tab elsewhere.
    void methodsStandSideBySide()
    {
        auto *details = page().findChild<SearchDetails *>();
        auto *methods = child<QTableView>("searchMethods");
        const int tab = details->indexOf(methods->parentWidget());
        // What MaxText's adapters ask for: the release that has them, frozen weights in 16 bits.
        m_window->controller().edit(QStringLiteral("software.maxtext"), QStringLiteral("0.2.4"));
        m_window->controller().edit(QStringLiteral("precision.weights"), QStringLiteral("bf16"));
        search();
        QVERIFY(!details->isTabVisible(tab));
        auto *toggle = child<QToolButton>("searchKnobs");
        toggle->setFocus();
        QTest::keyClick(toggle, Qt::Key_Space);
        auto *box = child<QCheckBox>("free:tuning.method");
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Space);
        search();
        QVERIFY(details->isTabVisible(tab));
        QCOMPARE(methods->model()->rowCount(), 3);
        const auto text = [methods](int row, int column) {
            return methods->model()->index(row, column).data().toString();
        };
        QCOMPARE(text(0, 0), QStringLiteral("full"));
        QCOMPARE(text(2, 0), QStringLiteral("qlora"));
        QVERIFY(text(0, 3) != text(1, 3)); // trained parameters
        emit methods->activated(methods->model()->index(1, 0));
        QCOMPARE(tuningMethod(m_window->controller().plan()), TuningMethod::Lora);
    }

    void freedSettingsAreSearched()
    {
        auto *toggle = child<QToolButton>("searchKnobs");
        toggle->setFocus();
        QTest::keyClick(toggle, Qt::Key_Space);
        auto *box = child<QCheckBox>("free:optimizer");
        QVERIFY(box->isVisibleTo(&page()));
        QVERIFY(!box->isChecked());
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Space);
        QVERIFY(box->isChecked());
        search();
        const auto &settings = page().candidates().items().front().row.settings;
        QVERIFY(std::ranges::any_of(
            settings, [](const FieldChange &setting) { return setting.path == "optimizer"; }));
    }

    /// The window goes on while the search runs, and a cancelled one keeps what it has found.
    void theWindowNeverBlocksAndCancelWorks()
    {
        open("llama3.1-405b-h100-128-nodes", "suggest");
        int turns = 0;
        QTimer ticker;
        connect(&ticker, &QTimer::timeout, this, [&turns] { ++turns; });
        ticker.start(0);
        press("searchStart");
        QTRY_VERIFY_WITH_TIMEOUT(table().model()->rowCount() > 0, patience);
        QTRY_VERIFY_WITH_TIMEOUT(!page().isSearching(), patience);
        QVERIFY(turns > 3);
        press("searchStart");
        QVERIFY(page().isSearching());
        QVERIFY(child<QPushButton>("searchCancel")->isEnabled());
        press("searchCancel"); // before any turn of the loop can bring a result
        QTRY_VERIFY_WITH_TIMEOUT(!page().isSearching(), patience);
        QVERIFY(child<QPushButton>("searchStart")->isEnabled());
    }

    void anEditOfThePlanEndsTheSearch()
    {
        open("llama3.1-405b-h100-128-nodes", "suggest");
        press("searchStart");
        m_window->controller().apply(
            { { "workload.global_batch_sequences", "2048" } }, QStringLiteral("edit"));
        QTRY_VERIFY_WITH_TIMEOUT(!page().isSearching(), patience);
    }

    void closingDuringASearchIsSafe()
    {
        open("llama3.1-405b-h100-128-nodes", "suggest");
        press("searchStart");
        m_window.reset();
    }

    void theFrontIsExported()
    {
        search();
        auto *chart = page().findChild<FrontChart *>();
        m_fixture->dialogs.file = m_fixture->folder.filePath(QStringLiteral("front.csv"));
        emit chart->exportRequested(chart);
        QFile file(m_fixture->dialogs.file);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll().count('\n'), page().candidates().rowCount() + 1);
    }

private:
    SuggestPage &page()
    {
        return *qobject_cast<SuggestPage *>(m_window->pageWidget(QStringLiteral("suggest")));
    }
    QTableView &table() { return *child<QTableView>("searchTable"); }
    QString status() { return child<QLabel>("searchStatus")->text(); }
    QString answer() { return child<QLabel>("searchAnswer")->text(); }
    bool isAnswered() { return !page().isSearching() && page().candidates().rowCount() > 0; }
    void search()
    {
        QTRY_VERIFY_WITH_TIMEOUT(!page().isSearching(), patience); // it starts by itself
        press("searchStart");
        QTRY_VERIFY_WITH_TIMEOUT(!page().isSearching(), patience);
        QVERIFY(table().model()->rowCount() > 0);
    }
};

QTEST_MAIN(SuggestPageTest)
#include "tst_suggest_page.moc"
