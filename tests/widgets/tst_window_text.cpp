#include "chinese_texts.h"
#include "window_fixture.h"

#include "widgets/charts/chart.h"
#include "widgets/flags/flag_model.h"
#include "widgets/frame/workers.h"
#include "widgets/planning/pin_board.h"
#include "widgets/runs/runs_page.h"
#include "widgets/search/search_worker.h"

#include <qcustomplot.h>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QTabWidget>
#include <QTest>
#include <QTextDocument>
#include <QTextDocumentFragment>
#include <QTextEdit>
#include <QTimer>

using namespace headroom;

namespace {

constexpr int shownRows = 40; ///< of a table
constexpr int shownNumbers = 8; ///< of a chart
constexpr int searchPatience = 240000; ///< ms; a sanitizer or a busy machine needs it
constexpr int figures = 6; ///< of a chart's number

/// One line of plain text.
QString lineOf(const QString &text)
{
    const bool isRich = Qt::mightBeRichText(text);
    return (isRich ? QTextDocumentFragment::fromHtml(text).toPlainText() : text).simplified();
}

QString rowOf(const QAbstractItemModel &model, const QModelIndex &parent, int row)
{
    QStringList cells;
    for (int column = 0; column < model.columnCount(parent); ++column)
        cells << lineOf(model.index(row, column, parent).data().toString());
    return cells.join(QStringLiteral(" | "));
}

QStringList tableOf(const QAbstractItemModel &model)
{
    QStringList rows;
    QStringList headings;
    for (int column = 0; column < model.columnCount(); ++column)
        headings << lineOf(model.headerData(column, Qt::Horizontal).toString());
    rows << QStringLiteral("# ") + headings.join(QStringLiteral(" | "));
    for (int row = 0; row < std::min(model.rowCount(), shownRows); ++row)
        rows << QStringLiteral("- ") + rowOf(model, {}, row);
    return rows;
}

/// The numbers of a chart.
QStringList numbersOf(const Chart &chart)
{
    QStringList rows { QStringLiteral("== ") + chart.title(),
        QStringLiteral("# ") + chart.table().headers.join(QStringLiteral(" | ")) };
    for (const QVariantList &row : chart.table().rows.mid(0, shownNumbers)) {
        QStringList cells;
        for (const QVariant &cell : row)
            cells << (cell.userType() == QMetaType::Double
                    ? QString::number(cell.toDouble(), 'g', figures)
                    : lineOf(cell.toString()));
        rows << QStringLiteral("- ") + cells.join(QStringLiteral(" | "));
    }
    return rows;
}

/// Axes and names of a plot.
QStringList partsOf(QCustomPlot &plot)
{
    QStringList parts;
    for (const QCPAxis *axis : { plot.xAxis, plot.yAxis })
        if (!axis->label().isEmpty())
            parts << QStringLiteral("axis %1: %2 to %3")
                         .arg(axis->label(), QString::number(axis->range().lower, 'g', figures),
                             QString::number(axis->range().upper, 'g', figures));
    for (int i = 0; i < plot.plottableCount(); ++i)
        if (!plot.plottable(i)->name().isEmpty())
            parts << QStringLiteral("drawn: ") + plot.plottable(i)->name();
    return parts;
}

/// What one widget shows by itself, a line for each thing.
QStringList shownBy(const QWidget &widget)
{
    if (const auto *chart = qobject_cast<const Chart *>(&widget))
        return numbersOf(*chart);
    if (const auto *plot = qobject_cast<const QCustomPlot *>(&widget))
        return partsOf(const_cast<QCustomPlot &>(*plot)); // asking it changes nothing
    if (const auto *tabs = qobject_cast<const QTabWidget *>(&widget)) {
        QStringList names;
        for (int i = 0; i < tabs->count(); ++i)
            names << QStringLiteral("tab: ") + tabs->tabText(i);
        return names;
    }
    if (const auto *label = qobject_cast<const QLabel *>(&widget)) {
        // How fast this machine is, and how much it looked at meanwhile, does not belong to the
        // text.
        static const QRegularExpression measured(QStringLiteral("[\\d.,]+( (ms|s|µs)(?=[:：]))?"));
        return { label->objectName() == QLatin1String("searchStatus")
                ? lineOf(label->text()).replace(measured, QStringLiteral("<n>"))
                : lineOf(label->text()) };
    }
    if (const auto *button = qobject_cast<const QAbstractButton *>(&widget)) {
        const QString text = lineOf(button->text());
        if (!button->isCheckable())
            return { text.isEmpty() ? text : '[' + text + ']' };
        return { (button->isChecked() ? QStringLiteral("[x] ") : QStringLiteral("[ ] ")) + text };
    }
    if (const auto *box = qobject_cast<const QGroupBox *>(&widget))
        return { box->title().isEmpty() ? QString() : QStringLiteral("== ") + box->title() };
    if (const auto *line = qobject_cast<const QLineEdit *>(&widget))
        return { line->objectName() + QStringLiteral(": ")
            + (line->text().isEmpty() ? '(' + line->placeholderText() + ')' : line->text()) };
    if (const auto *combo = qobject_cast<const QComboBox *>(&widget))
        return { combo->objectName() + QStringLiteral(": ") + combo->currentText() };
    if (const auto *edit = qobject_cast<const QTextEdit *>(&widget))
        return edit->toPlainText().split('\n');
    if (const auto *view = qobject_cast<const QAbstractItemView *>(&widget); view && view->model())
        return tableOf(*view->model());
    return {};
}

/// Fields and lists whose parts say nothing more.
bool isWhole(const QWidget &widget)
{
    return qobject_cast<const QComboBox *>(&widget) || qobject_cast<const QTextEdit *>(&widget)
        || qobject_cast<const QAbstractItemView *>(&widget);
}

/// Everything that is shown below a widget, in the order in which it was made.
void walk(const QWidget &widget, QStringList &lines)
{
    for (const QString &line : shownBy(widget))
        if (!line.isEmpty())
            lines << line;
    if (isWhole(widget))
        return;
    for (const QObject *child : widget.children())
        if (const auto *part = qobject_cast<const QWidget *>(child);
            part && !part->isWindow() && part->isVisibleTo(&widget))
            walk(*part, lines);
}

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

/// Whether everything that is worked out aside has been shown.
bool isQuiet(const MainWindow &window)
{
    const auto isIdle = [](const auto *part) { return part->isIdle(); };
    const auto waits
        = [](const QTimer *timer) { return timer->isActive() && timer->isSingleShot(); };
    return std::ranges::all_of(window.findChildren<Workers *>(), isIdle)
        && std::ranges::none_of(window.findChildren<SearchWorker *>(), &SearchWorker::isRunning)
        && std::ranges::none_of(window.findChildren<QTimer *>(), waits);
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
        compare(lines, QStringLiteral("tools-%1.txt").arg(QTest::currentDataTag()));
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
            walk(*window.centralWidget(), lines);
        }
        compare(lines, QString::fromLatin1(QTest::currentDataTag()) + QStringLiteral(".txt"));
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
        walk(shown, lines);
    }

    static void compare(const QStringList &lines, const QString &name)
    {
        const QDir folder(QStringLiteral(HEADROOM_TEST_DATA "/../golden/window"));
        QFile file(folder.filePath(name));
        if (qEnvironmentVariableIsSet("HEADROOM_REGENERATE")) {
            QVERIFY(QDir().mkpath(folder.path()) && file.open(QIODevice::WriteOnly));
            file.write((lines.join('\n') + '\n').toUtf8());
            return;
        }
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
        const QStringList recorded = QString::fromUtf8(file.readAll()).trimmed().split('\n');
        for (int i = 0; i < std::max(lines.size(), recorded.size()); ++i)
            QVERIFY2(lines.value(i) == recorded.value(i),
                qPrintable(QStringLiteral("line %1 of %2 was:\n%3\nand is:\n%4")
                               .arg(i + 1)
                               .arg(name, recorded.value(i), lines.value(i))));
    }

    QTranslator m_translator;
    bool m_hasChinese = false;
};

QTEST_MAIN(WindowTextTest)
#include "tst_window_text.moc"
