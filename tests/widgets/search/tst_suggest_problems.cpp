// What Suggest says where it finds nothing, and what mends it.
#include "window_test.h"

#include "widgets/search/search_details.h"
#include "widgets/search/suggest_page.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>
#include <QTest>

using namespace headroom;

namespace {

constexpr int patience = 240000; ///< ms; a sanitizer or a busy machine needs it

} // namespace

class SuggestProblemsTest : public WindowTest
{
    Q_OBJECT

private slots:
    void init()
    {
        openWindow();
        open("llama3.1-8b-h100-node", "suggest");
    }

    void cleanup() { closeWindow(); }

    void whatCannotFitIsAnswered()
    {
        m_window->controller().apply(
            { { "hardware.devices_per_node", "1" }, { "parallelism.fsdp", "1" } },
            QStringLiteral("one device"));
        m_window->controller().flush();
        press("searchStart");
        QTRY_VERIFY_WITH_TIMEOUT(!page().isSearching(), patience);
        auto *problem = child<QLabel>("searchProblem");
        QVERIFY(problem->isVisibleTo(&page()));
        QVERIFY2(problem->text().contains(QStringLiteral("too much")), qPrintable(problem->text()));
        // What would make it fit is what every other door offers.
        auto *offers = child<QWidget>("searchRemedies");
        QTRY_VERIFY_WITH_TIMEOUT(offers->findChild<QPushButton *>(), patience);
        QVERIFY(offers->findChildren<QPushButton *>().size() <= 3);
        auto *first = offers->findChild<QPushButton *>();
        const Plan before = m_window->controller().plan();
        first->setFocus();
        QTest::keyClick(first, Qt::Key_Space);
        QTRY_VERIFY(!(m_window->controller().plan() == before));
        QTRY_VERIFY_WITH_TIMEOUT(!page().isSearching(), patience);
        QVERIFY(page().candidates().rowCount() > 0);
        QVERIFY(!problem->isVisibleTo(&page()));
    }

    void heldSettingsThatContradictAreExplained()
    {
        m_window->controller().apply(
            { { "parallelism.tensor", "3" } }, QStringLiteral("three of eight"));
        m_window->controller().flush();
        child<QCheckBox>("free:parallelism.tensor")->setChecked(false);
        press("searchStart");
        QTRY_VERIFY_WITH_TIMEOUT(!page().isSearching(), patience);
        auto *problem = child<QLabel>("searchProblem");
        QVERIFY(problem->isVisibleTo(&page()));
        QVERIFY(!problem->text().isEmpty());
        QCOMPARE(table().model()->rowCount(), 0);
    }

    /// Eleven nodes do not share the batch evenly: the search says so and offers one that they do.
    void aBatchThatDoesNotSplitIsCured()
    {
        m_window->controller().edit(QStringLiteral("hardware.nodes"), QStringLiteral("11"));
        m_window->controller().flush();
        press("searchStart");
        QTRY_VERIFY_WITH_TIMEOUT(!page().isSearching(), patience);
        auto *problem = child<QLabel>("searchProblem");
        QVERIFY(problem->isVisibleTo(&page()));
        QVERIFY2(problem->text().contains(QStringLiteral("batch")), qPrintable(problem->text()));
        press("remedy:parallelism.fsdp");
        QTRY_VERIFY_WITH_TIMEOUT(
            page().candidates().rowCount() > 0 && !page().isSearching(), patience);
        const Plan &plan = m_window->controller().plan();
        QCOMPARE(plan.hardware.nodes, 11);
        QCOMPARE(plan.workload.globalBatchSequences % 88, 0);
        QVERIFY(!problem->isVisibleTo(&page()));
    }

    void aNumberThatIsNoneIsExplained()
    {
        auto *top = child<QWidget>("searchTop");
        auto *line = top->findChild<QLineEdit *>();
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, QStringLiteral("many"));
        press("searchStart");
        QVERIFY(!page().isSearching());
        QVERIFY(child<QLabel>("searchProblem")->text().contains(QStringLiteral("whole number")));
    }

private:
    SuggestPage &page()
    {
        return *qobject_cast<SuggestPage *>(m_window->pageWidget(QStringLiteral("suggest")));
    }
    QTableView &table() { return *child<QTableView>("searchTable"); }
};

QTEST_MAIN(SuggestProblemsTest)
#include "tst_suggest_problems.moc"
