// What is in the menus next to the steps: keys, help, search, validation, glossary.
#include "window_test.h"

#include "widgets/charts/chart.h"
#include "widgets/planning/pin_board.h"
#include "widgets/results/formula_text.h"
#include "widgets/window/command_palette.h"
#include "widgets/window/help.h"

#include <QAction>
#include <QApplication>
#include <QCollator>
#include <QComboBox>
#include <QDialog>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTextBrowser>

using namespace headroom;

namespace {

constexpr int patience = 60000; ///< ms; a sanitizer or a busy machine needs it

/// Whether the lower half of a picture is of one colour.
bool isBlankBelow(const QImage &image)
{
    for (int y = image.height() / 2; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixel(x, y) != image.pixel(0, image.height() - 1))
                return false;
    return true;
}

} // namespace

class WindowToolsTest : public WindowTest
{
    Q_OBJECT

private slots:
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }

    /// Steps by Ctrl, tools by Alt and a digit.
    void everyPageHasAKey()
    {
        m_window->activateWindow();
        TRY_ACTIVE(m_window.get());
        QTest::keyClick(m_window.get(), Qt::Key_4, Qt::AltModifier);
        const QString fourth = m_window->currentPage();
        QTest::keyClick(m_window.get(), Qt::Key_4, Qt::ControlModifier);
        QCOMPARE(m_window->currentPage(), QStringLiteral("parallelism"));
        QCOMPARE(fourth, QStringLiteral("compare"));
        QSet<QString> keys;
        const QMenu *go = nullptr;
        for (const QAction *menu : m_window->menuBar()->actions())
            if (menu->text() == QStringLiteral("&Go"))
                go = menu->menu();
        QVERIFY(go);
        for (const QAction *page : go->actions()) {
            if (page->isSeparator())
                continue;
            QVERIFY2(!page->shortcut().isEmpty(), qPrintable(page->text()));
            keys.insert(page->shortcut().toString());
        }
        QCOMPARE(keys.size(), m_window->pageIds().size() + 2); // Back and Next
    }

    /// A source that cites the collection of formulas is read where it is cited.
    void aCitedFormulaOpens()
    {
        const QString section
            = formulaSection(m_fixture->library.directories(), QStringLiteral("FORMULAS §5.6"));
        QVERIFY2(section.startsWith(QStringLiteral("### 5.6 Peak")), qPrintable(section.left(80)));
        QVERIFY(!section.contains(QStringLiteral("## 6. Time")));
        QVERIFY(formulaSection(m_fixture->library.directories(), QStringLiteral("FORMULAS §6"))
                    .contains(QStringLiteral("### 6.5")));
        QVERIFY(
            formulaSection(m_fixture->library.directories(), QStringLiteral("a paper")).isEmpty());
        QVERIFY(showFormulaSection(
            m_fixture->library.directories(), QStringLiteral("FORMULAS §5.6"), m_window.get()));
        auto *shown = m_window->findChild<QDialog *>(QStringLiteral("formulaSection"));
        QVERIFY(shown && shown->isVisible());
        QTest::keyClick(shown, Qt::Key_Escape);
        QTRY_VERIFY(!m_window->findChild<QDialog *>(QStringLiteral("formulaSection")));
    }

    void helpSaysKeysDatesAndWhereToReport()
    {
        QTest::keyClick(m_window.get(), Qt::Key_F1);
        auto *keys = m_window->findChild<QWidget *>(QStringLiteral("shortcuts"));
        QVERIFY(keys && keys->isVisible());
        const QString text = keys->findChild<QTextBrowser *>()->toPlainText();
        for (const char *key : { "Ctrl+K", "Ctrl+D", "Ctrl+S", "Alt+Right", "F1", "F5" })
            QVERIFY2(text.contains(QLatin1String(key)), key);
        const QString about = aboutText(*m_window);
        static const QRegularExpression month(QStringLiteral("prices of 20\\d\\d-\\d\\d"));
        QVERIFY2(about.contains(month), qPrintable(about));
        QVERIFY(about.contains(QStringLiteral("General Public License")));
        QVERIFY(about.contains(QLatin1String(qVersion())));
        QVERIFY2(about.contains(QStringLiteral("Report problems to ")), qPrintable(about));
        QVERIFY2(!about.contains(QStringLiteral("example.org")), qPrintable(about)); // no mailbox
        QVERIFY(systemText().contains(QLatin1String(qVersion())));
    }

    void theSearchFindsModelsChipsAndCommands()
    {
        choose(QStringLiteral("mixtral-8x7b"));
        QCOMPARE(controller().plan().model.id, std::string("mixtral-8x7b"));
        QCOMPARE(m_window->currentPage(), QStringLiteral("model"));
        choose(QStringLiteral("mi300x chip"));
        controller().flush();
        QVERIFY(controller().plan().hardware.accelerator.find("mi300x") != std::string::npos);
        choose(QStringLiteral("pin this plan"));
        const bool isPinned = !m_window->pins().pins().empty();
        QVERIFY(isPinned || controller().isStale());
        choose(QStringLiteral("keyboard shortcuts"));
        QVERIFY(m_window->findChild<QWidget *>(QStringLiteral("shortcuts")));
    }

    void aNewVerdictIsAnnouncedOnce()
    {
        QSignalSpy announced(child<QWidget>("resultPanel"), SIGNAL(verdictAnnounced(QString)));
        type(QStringLiteral("parallelism.micro_batch_sequences"), QStringLiteral("16"));
        QVERIFY(!controller().estimate()->memory.fits);
        QVERIFY(!announced.isEmpty());
        QCOMPARE(announced.last().first().toString(), child<QLabel>("verdict")->text());
        // What changes no word of the verdict is not read out.
        announced.clear();
        type(QStringLiteral("name"), QStringLiteral("another"));
        QCOMPARE(announced.size(), 0);
    }

    void validationMarksThePlanAndSortsByHardware()
    {
        m_window->showPage(QStringLiteral("validation"));
        auto *hardware = child<QComboBox>("validationHardware");
        QVERIFY(!hardware->isVisible()); // bare axes say nothing
        QTRY_VERIFY_WITH_TIMEOUT(hardware->count() > 3, patience);
        auto *chart = m_window->pageWidget(QStringLiteral("validation"))->findChild<Chart *>();
        const auto all = chart->table().rows.size();
        QTest::keyClick(hardware, Qt::Key_Down);
        QVERIFY(chart->table().rows.size() < all);
        QTRY_VERIFY(
            hardware->width() >= hardware->sizeHint().width()); // "a100-80-pcie (18)" is whole
        // Where no memory was measured the chart says so, and shows no bare axes.
        hardware->setCurrentText(QStringLiteral("a100-80-pcie (18)"));
        auto *memory
            = m_window->pageWidget(QStringLiteral("validation"))->findChildren<Chart *>()[1];
        QVERIFY(memory->table().rows.isEmpty());
        QVERIFY(isBlankBelow(memory->image({ 500, 400 }, 1)));
        QVERIFY(!isBlankBelow(chart->image({ 500, 400 }, 1)));
        QTest::keyClick(hardware, Qt::Key_Home);
        QCOMPARE(chart->table().rows.size(), all);
        // The plan at hand is a mark of its own in the picture.
        QTRY_VERIFY2(
            controller().estimate() && !controller().isStale(), "the plan has no mark yet");
        const QImage with = chart->image({ 500, 400 }, 1);
        controller().edit(QStringLiteral("parallelism.tensor"), QStringLiteral("3"));
        controller().flush();
        QVERIFY(controller().isStale());
        QVERIFY(chart->image({ 500, 400 }, 1) != with);
    }

    void theGlossaryIsSortedInThemes()
    {
        m_window->showPage(QStringLiteral("learn"));
        auto *words = child<QListWidget>("glossaryWords");
        QVERIFY(words);
        for (auto *tabs :
            m_window->pageWidget(QStringLiteral("learn"))->findChildren<QTabWidget *>())
            for (int tab = 0; tab < tabs->count(); ++tab)
                if (tabs->widget(tab)->isAncestorOf(words))
                    tabs->setCurrentIndex(tab);
        QTRY_VERIFY(words->count() > 100);
        int themes = 0;
        QString before;
        QCollator alphabet;
        alphabet.setCaseSensitivity(Qt::CaseInsensitive);
        for (int row = 0; row < words->count(); ++row) {
            const QListWidgetItem *item = words->item(row);
            if (!item->flags().testFlag(Qt::ItemIsSelectable)) {
                ++themes;
                before.clear();
                continue;
            }
            QVERIFY2(before.isEmpty() || alphabet.compare(before, item->text()) <= 0,
                qPrintable(before + QLatin1Char(' ') + item->text()));
            before = item->text();
        }
        QVERIFY(themes >= 10);
        QVERIFY(!words->item(0)->flags().testFlag(Qt::ItemIsSelectable));
        // A search hides the headings of themes without a hit.
        QTest::keyClicks(child<QLineEdit>("glossarySearch"), QStringLiteral("all_reduce_bench"));
        int shown = 0;
        for (int row = 0; row < words->count(); ++row)
            shown += !words->item(row)->isHidden();
        QVERIFY2(shown >= 2 && shown < 10, qPrintable(QString::number(shown)));
    }

private:
    /// The first thing that the search finds.
    void choose(const QString &words)
    {
        m_window->activateWindow();
        TRY_ACTIVE(m_window.get());
        QTest::keyClick(m_window.get(), Qt::Key_K, Qt::ControlModifier);
        auto *palette = m_window->findChild<CommandPalette *>();
        QVERIFY(palette);
        auto *line = palette->findChild<QLineEdit *>();
        QTest::keyClicks(line, words);
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_VERIFY(!m_window->findChild<CommandPalette *>());
    }
};

QTEST_MAIN(WindowToolsTest)
#include "tst_window_tools.moc"
