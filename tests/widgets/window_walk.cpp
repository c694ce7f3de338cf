#include "window_walk.h"

#include "widgets/charts/chart.h"
#include "widgets/frame/workers.h"
#include "widgets/search/search_worker.h"
#include "widgets/window/main_window.h"

#include <qcustomplot.h>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QGroupBox>
#include <QHash>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTabWidget>
#include <QTableView>
#include <QTest>
#include <QTextDocument>
#include <QTextDocumentFragment>
#include <QTextEdit>
#include <QTimer>

namespace headroom {
namespace {

constexpr int shownRows = 40; ///< of a table
constexpr int detailedRows = 12; ///< of a table
constexpr int shownNumbers = 8; ///< of a chart
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

QString textOf(const QWidget &widget)
{
    if (const auto *label = qobject_cast<const QLabel *>(&widget))
        return label->text();
    if (const auto *button = qobject_cast<const QAbstractButton *>(&widget))
        return button->text();
    return QString::fromLatin1(widget.metaObject()->className())
        .remove(QStringLiteral("headroom::"));
}

/// Tooltips and marks of cells, and the rows that are selected.
QStringList detailsOf(const QAbstractItemView &view, const QString &name)
{
    const QAbstractItemModel &model = *view.model();
    QStringList lines;
    for (int column = 0; column < model.columnCount(); ++column)
        if (const QString tip
            = lineOf(model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString());
            !tip.isEmpty())
            lines << QStringLiteral("tip of column %1 of %2: %3").arg(column + 1).arg(name, tip);
    for (int row = 0; row < std::min(model.rowCount(), detailedRows); ++row)
        for (int column = 0; column < model.columnCount(); ++column) {
            const QModelIndex cell = model.index(row, column);
            QStringList marks;
            if (const QString tip = lineOf(cell.data(Qt::ToolTipRole).toString()); !tip.isEmpty())
                marks << tip;
            if (cell.data(Qt::FontRole).value<QFont>().bold())
                marks << QStringLiteral("bold");
            if (const QVariant ink = cell.data(Qt::ForegroundRole); ink.isValid())
                marks << ink.value<QBrush>().color().name();
            if (const QVariant tick = cell.data(Qt::CheckStateRole); tick.isValid())
                marks << (tick.toInt() == Qt::Checked ? QStringLiteral("[x]")
                                                      : QStringLiteral("[ ]"));
            if (!(cell.flags() & Qt::ItemIsEnabled))
                marks << QStringLiteral("off");
            if (!marks.isEmpty())
                lines << QStringLiteral("cell %1,%2 of %3: %4")
                             .arg(row + 1)
                             .arg(column + 1)
                             .arg(name, marks.join(QStringLiteral("; ")));
        }
    if (view.selectionModel())
        for (const QModelIndex &row : view.selectionModel()->selectedRows())
            lines << QStringLiteral("selected in %1: %2")
                         .arg(name, rowOf(model, row.parent(), row.row()));
    for (int column = 0; column < model.columnCount(); ++column)
        if (const auto *table = qobject_cast<const QTableView *>(&view);
            table && table->isColumnHidden(column))
            lines << QStringLiteral("column %1 of %2 is hidden").arg(column + 1).arg(name);
    return lines;
}

} // namespace

void addShown(const QWidget &widget, QStringList &lines)
{
    for (const QString &line : shownBy(widget))
        if (!line.isEmpty())
            lines << line;
    if (isWhole(widget))
        return;
    for (const QObject *child : widget.children())
        if (const auto *part = qobject_cast<const QWidget *>(child);
            part && !part->isWindow() && part->isVisibleTo(&widget))
            addShown(*part, lines);
}

void addDetails(const QWidget &widget, QStringList &lines)
{
    const QString name
        = widget.objectName().isEmpty() ? lineOf(textOf(widget)) : widget.objectName();
    if (!widget.toolTip().isEmpty())
        lines << QStringLiteral("tip of %1: %2").arg(name, lineOf(widget.toolTip()));
    if (!widget.isEnabled() && (!widget.parentWidget() || widget.parentWidget()->isEnabled()))
        lines << QStringLiteral("off: ") + name;
    if (!widget.accessibleDescription().isEmpty())
        lines << QStringLiteral("description of %1: %2")
                     .arg(name, lineOf(widget.accessibleDescription()));
    if (const auto *edit = qobject_cast<const QPlainTextEdit *>(&widget))
        lines += edit->toPlainText().split('\n').mid(0, shownRows);
    if (const auto *view = qobject_cast<const QAbstractItemView *>(&widget); view && view->model())
        lines += detailsOf(*view, name);
    if (const auto *combo = qobject_cast<const QComboBox *>(&widget))
        for (int i = 0; i < std::min(combo->count(), detailedRows); ++i)
            lines << QStringLiteral("%1 offers %2").arg(name, combo->itemText(i));
    if (isWhole(widget))
        return;
    for (const QObject *child : widget.children())
        if (const auto *part = qobject_cast<const QWidget *>(child);
            part && !part->isWindow() && part->isVisibleTo(&widget))
            addDetails(*part, lines);
}

QStringList differences(const QStringList &before, const QStringList &after)
{
    QHash<QString, int> left;
    for (const QString &line : before)
        ++left[line];
    QStringList more;
    for (const QString &line : after)
        if (--left[line] < 0)
            more << QStringLiteral("+ ") + line;
    QHash<QString, int> gone;
    for (const QString &line : after)
        ++gone[line];
    QStringList lines;
    for (const QString &line : before)
        if (--gone[line] < 0)
            lines << QStringLiteral("- ") + line;
    return lines + more;
}

bool isQuiet(const MainWindow &window)
{
    const auto isIdle = [](const auto *part) { return part->isIdle(); };
    const auto waits = [](const QTimer *timer) {
        return timer->isActive() && (timer->isSingleShot() || timer->interval() == 0);
    };
    return std::ranges::all_of(window.findChildren<Workers *>(), isIdle)
        && std::ranges::none_of(window.findChildren<SearchWorker *>(), &SearchWorker::isRunning)
        && std::ranges::none_of(window.findChildren<QTimer *>(), waits);
}

void compareWithRecorded(const QStringList &lines, const QString &name,
    bool (*isSame)(const QString &was, const QString &is))
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
        QVERIFY2(lines.value(i) == recorded.value(i)
                || (isSame && isSame(recorded.value(i), lines.value(i))),
            qPrintable(QStringLiteral("line %1 of %2 was:\n%3\nand is:\n%4")
                           .arg(i + 1)
                           .arg(name, recorded.value(i), lines.value(i))));
}

} // namespace headroom
