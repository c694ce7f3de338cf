#include "chinese_texts.h"
#include "window_fixture.h"
#include "window_walk.h"

#include "widgets/flags/flag_model.h"
#include "widgets/frame/page.h"
#include "widgets/planning/pin_board.h"
#include "widgets/runs/runs_page.h"

#include <QTableView>
#include <QTest>

using namespace headroom;

namespace {

constexpr int searchPatience = 240000; ///< ms; a sanitizer or a busy machine needs it

/// Whether the table of that name, if there is one, has at least so many rows, with this column
/// filled.
bool isFilled(const QWidget &page, const QString &name, int column, int rows)
{
    const auto *table = page.findChild<QTableView *>(name);
    if (!table)
        return true;
    const QAbstractItemModel &model = *table->model();
    for (int row = 0; row < model.rowCount(); ++row)
        if (model.index(row, column).data().toString().isEmpty())
            return false;
    return model.rowCount() >= rows;
}

} // namespace

/// The pages of the window as text, for three plans in two languages: a changed sentence is a
/// changed line of tests/golden/window. HEADROOM_REGENERATE=1 writes them anew.
class WindowTextTest : public QObject
{
    Q_OBJECT

private slots:
    void pages_data()
    {
        rowsOfPlans(
            { "llama3.1-8b-h100-node", "llama3-70b-h100-32-nodes", "mixtral-8x7b-h100-8-nodes" });
    }
    void tools_data() // plans whose search is short
    {
        rowsOfPlans({ "llama3.1-8b-h100-node", "llama3.1-8b-lora-one-gpu", "llama3.1-8b-v6e-16" });
    }

    /// The steps that ask for an answer, and the tools; with a plan pinned and a log read.
    void tools()
    {
        const auto fixture = opened();
        MainWindow &window = *fixture->window;
        QStringList lines;
        for (const char *id : { "suggest", "flags", "timeline", "levers", "cluster", "validation" })
            add(window, id, lines);
        QTest::keyClick(&window, Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(window.pins().pins().size(), std::size_t(1));
        window.controller().edit(QStringLiteral("remat.policy"), QStringLiteral("full"));
        window.controller().flush();
        add(window, "compare", lines);
        window.showPage(QStringLiteral("runs"));
        auto *runs = window.findChild<RunsPage *>();
        QVERIFY(runs);
        runs->addFiles({ QStringLiteral(HEADROOM_TEST_DATA "/runs/slow.log") });
        QTRY_VERIFY_WITH_TIMEOUT(runs->isIdle(), windowPatience);
        add(window, "runs", lines);
        add(window, "your_file", lines);
        add(window, "learn", lines);
        compareWithRecorded(lines, QStringLiteral("tools-%1.txt").arg(QTest::currentDataTag()));
    }

    void pages()
    {
        const auto fixture = opened();
        MainWindow &window = *fixture->window;
        // What is worked out aside, the place among measured runs and the remedies, comes later.
        const auto *place = window.findChild<QLabel *>(QStringLiteral("mfuPlace"));
        QVERIFY(place);
        QTRY_VERIFY_WITH_TIMEOUT(!place->text().isEmpty(), windowPatience);
        QStringList lines;
        for (const char *id :
            { "model", "hardware", "workload", "parallelism", "result", "export" }) {
            const QString page = QString::fromLatin1(id);
            QVERIFY2(window.pageIds().contains(page), id);
            window.showPage(page);
            QApplication::processEvents();
            lines << QStringLiteral("=== ") + page;
            addShown(*window.centralWidget(), lines);
        }
        compareWithRecorded(
            lines, QString::fromLatin1(QTest::currentDataTag()) + QStringLiteral(".txt"));
    }

private:
    struct OpenWindow : WindowFixture
    {
        std::unique_ptr<MainWindow> window;
    };

    static void rowsOfPlans(std::initializer_list<const char *> plans)
    {
        QTest::addColumn<QString>("plan");
        QTest::addColumn<bool>("isChinese");
        for (const bool isChinese : { false, true })
            for (const char *plan : plans)
                QTest::addRow("%s-%s", plan, isChinese ? "zh" : "en")
                    << QString::fromLatin1(plan) << isChinese;
    }

    /// The window on the plan and in the language of the row.
    std::unique_ptr<OpenWindow> opened()
    {
        QFETCH(QString, plan);
        QFETCH(bool, isChinese);
        QLocale::setDefault(isChinese ? QLocale(QLocale::Chinese, QLocale::China) : QLocale::c());
        if (isChinese && !m_hasChinese)
            m_hasChinese = installChinese(m_translator);
        else if (!isChinese && m_hasChinese)
            m_hasChinese = !QCoreApplication::removeTranslator(&m_translator);
        auto fixture = std::make_unique<OpenWindow>();
        fixture->dialogs.unsaved = UnsavedAnswer::Discard;
        fixture->window = fixture->makeWindow();
        fixture->window->files().openExample(plan);
        fixture->window->controller().flush();
        fixture->window->resize(1280, 720);
        fixture->window->show();
        if (!QTest::qWaitForWindowExposed(fixture->window.get(), windowPatience))
            QTest::qFail("the window is not on the screen", __FILE__, __LINE__);
        return fixture;
    }

    /// The texts of a page by itself.
    static void add(MainWindow &window, const char *id, QStringList &lines)
    {
        const QString page = QString::fromLatin1(id);
        QVERIFY2(window.pageIds().contains(page), id);
        window.showPage(page);
        QApplication::processEvents();
        const QWidget &shown = *window.pageWidget(page);
        QTRY_VERIFY2_WITH_TIMEOUT(
            isFilled(shown, QStringLiteral("searchTable"), 0, 1), id, searchPatience);
        QTRY_VERIFY2_WITH_TIMEOUT(
            isFilled(shown, QStringLiteral("flagTable"), FlagModel::EffectColumn, 0), id,
            searchPatience);
        QTRY_VERIFY2_WITH_TIMEOUT(isQuiet(window), id, searchPatience);
        QApplication::processEvents();
        lines << QStringLiteral("=== ") + page;
        addShown(shown, lines);
        if (const auto *whole = qobject_cast<const Page *>(&shown); whole && whole->mainAction()) {
            addShown(*whole->otherActions(), lines);
            addShown(*whole->mainAction(), lines);
        }
    }

    QTranslator m_translator;
    bool m_hasChinese = false;
};

QTEST_MAIN(WindowTextTest)
#include "tst_window_text.moc"
