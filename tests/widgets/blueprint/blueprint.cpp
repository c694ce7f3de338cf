#include "blueprint.h"

#include "changed_properties.h"
#include "paint_recorder.h"
#include "written_text.h"

#include <qcustomplot.h>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QGraphicsEffect>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QShortcut>
#include <QSlider>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTableView>
#include <QTextEdit>

namespace headroom {
namespace {

constexpr int shownRows = 12; ///< of a table
constexpr int shownPainted = 160; ///< lines of what one widget paints

QString kindOf(const QObject &object)
{
    return QString::fromLatin1(object.metaObject()->className())
        .remove(QStringLiteral("headroom::"));
}

bool isOurs(const QObject &object)
{
    return QByteArray(object.metaObject()->className()).startsWith("headroom::");
}

/// What it is called in a layout.
QString nameOf(const QWidget &widget)
{
    return widget.objectName().isEmpty() ? kindOf(widget) : '#' + widget.objectName();
}

QString quoted(const QString &text)
{
    return text.isEmpty() ? QString() : QStringLiteral(" \"") + text.simplified() + '"';
}

QString placeOf(const QRect &rect)
{
    return QStringLiteral("%1,%2 %3x%4")
        .arg(rect.x())
        .arg(rect.y())
        .arg(rect.width())
        .arg(rect.height());
}

QString textOf(const QWidget &widget)
{
    if (const auto *label = qobject_cast<const QLabel *>(&widget))
        return label->text();
    if (const auto *button = qobject_cast<const QAbstractButton *>(&widget))
        return button->text();
    if (const auto *line = qobject_cast<const QLineEdit *>(&widget))
        return line->text();
    if (const auto *combo = qobject_cast<const QComboBox *>(&widget))
        return combo->currentText();
    if (const auto *spin = qobject_cast<const QAbstractSpinBox *>(&widget))
        return spin->text();
    return {};
}

/// What differs from the window around it.
QStringList lookOf(const QWidget &widget)
{
    QStringList look;
    const QFont plain = QApplication::font();
    if (const int height = QFontMetrics(widget.font()).height();
        height != QFontMetrics(plain).height())
        look << QStringLiteral("letters=%1").arg(height);
    if (widget.font().weight() != plain.weight())
        look << QStringLiteral("weight=%1").arg(widget.font().weight());
    if (widget.font().family() != plain.family())
        look << QStringLiteral("family=") + widget.font().family();
    for (const auto &[role, name] :
        { std::pair { QPalette::WindowText, "ink" }, { QPalette::Text, "text" },
            { QPalette::Window, "ground" }, { QPalette::Base, "base" } })
        if (const QColor colour = widget.palette().color(QPalette::Active, role);
            colour != QApplication::palette().color(QPalette::Active, role))
            look << QLatin1String(name) + '=' + colour.name(QColor::HexArgb);
    if (const auto *effect = qobject_cast<const QGraphicsOpacityEffect *>(widget.graphicsEffect()))
        look << QStringLiteral("opacity=%1").arg(effect->opacity());
    if (widget.layoutDirection() != QApplication::layoutDirection())
        look << QStringLiteral("mirrored");
    if (widget.cursor().shape() != Qt::ArrowCursor && widget.testAttribute(Qt::WA_SetCursor))
        look << QStringLiteral("cursor=%1").arg(widget.cursor().shape());
    return look;
}

QStringList stateOf(const QWidget &widget)
{
    QStringList state;
    if (!widget.isEnabled() && (!widget.parentWidget() || widget.parentWidget()->isEnabled()))
        state << QStringLiteral("off");
    if (const auto *button = qobject_cast<const QAbstractButton *>(&widget);
        button && button->isCheckable())
        state << (button->isChecked() ? QStringLiteral("[x]") : QStringLiteral("[ ]"));
    if (const auto *stack = qobject_cast<const QStackedWidget *>(&widget))
        state << QStringLiteral("shows %1 of %2").arg(stack->currentIndex()).arg(stack->count());
    if (const auto *slider = qobject_cast<const QAbstractSlider *>(&widget))
        state << QStringLiteral("at %1").arg(slider->value());
    if (const auto *combo = qobject_cast<const QComboBox *>(&widget)) {
        QStringList entries;
        for (int i = 0; i < std::min(combo->count(), shownRows); ++i)
            entries << combo->itemText(i)
                    + (combo->itemData(i, Qt::ToolTipRole).toString().isEmpty()
                            ? QString()
                            : '(' + combo->itemData(i, Qt::ToolTipRole).toString() + ')')
                    + (combo->model()->flags(combo->model()->index(i, 0)) & Qt::ItemIsEnabled
                            ? QString()
                            : QStringLiteral("(off)"));
        state << QStringLiteral("{%1}").arg(entries.join(QStringLiteral("; ")));
    }
    if (const auto *label = qobject_cast<const QLabel *>(&widget); label && label->buddy())
        state << QStringLiteral("for ") + nameOf(*label->buddy());
    if (widget.focusProxy())
        state << QStringLiteral("focus to ") + nameOf(*widget.focusProxy());
    if (widget.hasFocus())
        state << QStringLiteral("has focus");
    return state;
}

QString alignmentText(Qt::Alignment alignment)
{
    return alignment ? QStringLiteral(" at %1").arg(int(alignment), 0, 16) : QString();
}

QString layoutText(const QLayout &layout);

QString itemText(QLayoutItem &item)
{
    if (const QWidget *widget = item.widget())
        return nameOf(*widget) + (widget->isHidden() ? QStringLiteral("(hidden)") : QString())
            + alignmentText(item.alignment());
    if (const QLayout *inner = item.layout())
        return layoutText(*inner) + alignmentText(item.alignment());
    const QSize hint = item.sizeHint();
    return item.expandingDirections()
        ? QStringLiteral("stretch")
        : QStringLiteral("space %1x%2").arg(hint.width()).arg(hint.height());
}

/// Margins, distances and what is in it, with its share of the room.
QString layoutText(const QLayout &layout)
{
    const QMargins margins = layout.contentsMargins();
    QStringList parts;
    const auto *box = qobject_cast<const QBoxLayout *>(&layout);
    const auto *grid = qobject_cast<const QGridLayout *>(&layout);
    for (int i = 0; i < layout.count(); ++i) {
        QString part = itemText(*layout.itemAt(i));
        if (box && box->stretch(i))
            part += QStringLiteral(" *%1").arg(box->stretch(i));
        if (grid) {
            int row = 0, column = 0, rows = 0, columns = 0;
            grid->getItemPosition(i, &row, &column, &rows, &columns);
            part.prepend(QStringLiteral("%1,%2: ").arg(row).arg(column));
            if (rows > 1 || columns > 1)
                part += QStringLiteral(" over %1x%2").arg(rows).arg(columns);
        }
        parts << part;
    }
    QString shares;
    for (int i = 0; grid && i < grid->columnCount(); ++i)
        if (grid->columnStretch(i) || grid->columnMinimumWidth(i))
            shares += QStringLiteral(" column %1 *%2 >%3")
                          .arg(i)
                          .arg(grid->columnStretch(i))
                          .arg(grid->columnMinimumWidth(i));
    for (int i = 0; grid && i < grid->rowCount(); ++i)
        if (grid->rowStretch(i) || grid->rowMinimumHeight(i))
            shares += QStringLiteral(" row %1 *%2 >%3")
                          .arg(i)
                          .arg(grid->rowStretch(i))
                          .arg(grid->rowMinimumHeight(i));
    return QStringLiteral("%1 %2,%3,%4,%5 gap %6%7 (%8)")
        .arg(kindOf(layout))
        .arg(margins.left())
        .arg(margins.top())
        .arg(margins.right())
        .arg(margins.bottom())
        .arg(layout.spacing())
        .arg(shares, parts.join(QStringLiteral(" | ")));
}

/// What a cell or heading says beside its text.
QString marksOf(const std::function<QVariant(int)> &data)
{
    QString marks;
    if (const int at = data(Qt::TextAlignmentRole).toInt())
        marks += alignmentText(Qt::Alignment(at));
    if (data(Qt::FontRole).value<QFont>().bold())
        marks += QStringLiteral(" bold");
    if (const QVariant ink = data(Qt::ForegroundRole); ink.isValid())
        marks += QStringLiteral(" ink ") + ink.value<QBrush>().color().name();
    if (const QVariant ground = data(Qt::BackgroundRole); ground.isValid())
        marks += QStringLiteral(" ground ") + ground.value<QBrush>().color().name();
    if (data(Qt::DecorationRole).isValid())
        marks += QStringLiteral(" icon");
    if (const QVariant tick = data(Qt::CheckStateRole); tick.isValid())
        marks += tick.toInt() == Qt::Checked ? QStringLiteral(" [x]") : QStringLiteral(" [ ]");
    if (const QString tip = data(Qt::ToolTipRole).toString(); !tip.isEmpty())
        marks += QStringLiteral(" tip") + quoted(tip);
    if (const QString heard = data(Qt::AccessibleTextRole).toString(); !heard.isEmpty())
        marks += QStringLiteral(" heard") + quoted(heard);
    if (const QString more = data(Qt::AccessibleDescriptionRole).toString(); !more.isEmpty())
        marks += QStringLiteral(" described") + quoted(more);
    return marks;
}

void addRows(const QAbstractItemModel &model, const QModelIndex &parent, const QString &indent,
    QStringList &lines)
{
    for (int row = 0; row < std::min(model.rowCount(parent), shownRows); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(parent); ++column) {
            const QModelIndex cell = model.index(row, column, parent);
            const Qt::ItemFlags flags = cell.flags();
            cells << cell.data().toString().simplified()
                    + marksOf([&](int role) { return cell.data(role); })
                    + (flags & Qt::ItemIsEnabled ? QString() : QStringLiteral(" off"))
                    + (flags & Qt::ItemIsEditable ? QStringLiteral(" editable") : QString())
                    + (flags & Qt::ItemIsSelectable ? QString() : QStringLiteral(" fixed"));
        }
        lines << indent + QStringLiteral("- ") + cells.join(QStringLiteral(" | "));
        addRows(model, model.index(row, 0, parent), indent + QStringLiteral("  "), lines);
    }
}

void addView(QAbstractItemView &view, const QString &indent, QStringList &lines)
{
    const QAbstractItemModel &model = *view.model();
    if (const auto *table = qobject_cast<const QTableView *>(&view)) {
        const QHeaderView &header = *table->horizontalHeader();
        QStringList headings;
        for (int column = 0; column < model.columnCount(); ++column)
            headings << model.headerData(column, Qt::Horizontal).toString().simplified()
                    + marksOf(
                        [&](int role) { return model.headerData(column, Qt::Horizontal, role); })
                    + (header.isSectionHidden(column)
                            ? QStringLiteral(" hidden")
                            : QStringLiteral(" wide %1").arg(header.sectionSize(column)));
        lines << indent + QStringLiteral("# ") + headings.join(QStringLiteral(" | "))
                + (table->isSortingEnabled() ? QStringLiteral(" sorted by %1 %2")
                                                   .arg(header.sortIndicatorSection())
                                                   .arg(header.sortIndicatorOrder())
                                             : QString());
    }
    lines << indent + QStringLiteral("%1 rows").arg(model.rowCount(view.rootIndex()));
    addRows(model, view.rootIndex(), indent, lines);
    if (view.selectionModel())
        for (const QModelIndex &index : view.selectionModel()->selectedIndexes())
            lines << indent
                    + QStringLiteral("selected %1,%2").arg(index.row() + 1).arg(index.column() + 1);
    if (isOurs(*view.itemDelegate()))
        for (const QString &line : paintedBy(*view.viewport()))
            lines << indent + QStringLiteral("~ ") + line;
}

void addActions(const QList<QAction *> &actions, const QString &indent, QStringList &lines)
{
    for (const QAction *action : actions) {
        if (action->isSeparator()) {
            lines << indent + QStringLiteral("----");
            continue;
        }
        QString line = indent + QStringLiteral("entry") + quoted(action->text());
        for (const QKeySequence &keys : action->shortcuts())
            line += ' ' + keys.toString(QKeySequence::PortableText);
        if (action->isCheckable())
            line += action->isChecked() ? QStringLiteral(" [x]") : QStringLiteral(" [ ]");
        line += action->isEnabled() ? QString() : QStringLiteral(" off");
        line += action->isVisible() ? QString() : QStringLiteral(" hidden");
        line += action->icon().isNull() ? QString() : QStringLiteral(" icon");
        if (QString(action->text()).remove('&').remove(QStringLiteral("…")) != action->toolTip())
            line += QStringLiteral(" tip") + quoted(action->toolTip());
        if (!action->objectName().isEmpty())
            line += QStringLiteral(" #") + action->objectName();
        lines << line;
        if (QMenu *menu = action->menu()) {
            emit menu->aboutToShow();
            addActions(menu->actions(), indent + QStringLiteral("  "), lines);
        }
    }
}

/// Fields and views whose parts say nothing more.
bool isWhole(const QWidget &widget)
{
    return qobject_cast<const QComboBox *>(&widget)
        || qobject_cast<const QAbstractSpinBox *>(&widget)
        || qobject_cast<const QAbstractItemView *>(&widget)
        || qobject_cast<const QLineEdit *>(&widget) || qobject_cast<const QTextEdit *>(&widget)
        || qobject_cast<const QPlainTextEdit *>(&widget)
        || qobject_cast<const QCustomPlot *>(&widget);
}

/// What Qt makes for itself.
bool isInner(const QWidget &widget)
{
    return qobject_cast<const QScrollBar *>(&widget)
        || qobject_cast<const QSplitterHandle *>(&widget);
}

/// Whether it paints more than labels and buttons of Qt do.
bool isPainted(const QWidget &widget)
{
    return isOurs(widget) && kindOf(widget) != QLatin1String("TextLabel")
        && kindOf(widget) != QLatin1String("IconLabel") && !qobject_cast<const QComboBox *>(&widget)
        && !qobject_cast<const QAbstractSpinBox *>(&widget)
        && !qobject_cast<const QAbstractScrollArea *>(&widget);
}

void addOwn(QWidget &widget, const QString &indent, QStringList &lines)
{
    if (const QLayout *layout = widget.layout())
        lines << indent + layoutText(*layout);
    if (auto *view = qobject_cast<QAbstractItemView *>(&widget); view && view->model())
        addView(*view, indent, lines);
    addWritten(widget, indent, lines);
    if (const auto *tabs = qobject_cast<const QTabWidget *>(&widget))
        for (int i = 0; i < tabs->count(); ++i)
            lines << indent + QStringLiteral("tab") + quoted(tabs->tabText(i)) + ' '
                    + tabs->tabToolTip(i) + (i == tabs->currentIndex() ? " current" : "");
    for (const QObject *child : widget.children())
        if (const auto *keys = qobject_cast<const QShortcut *>(child))
            lines << indent
                    + QStringLiteral("keys %1 in %2")
                          .arg(keys->key().toString(QKeySequence::PortableText))
                          .arg(keys->context());
    if (const auto *bar = qobject_cast<const QMenuBar *>(&widget))
        addActions(bar->actions(), indent, lines);
    else
        addActions(widget.actions(), indent, lines);
    QStringList painted;
    if (auto *plot = qobject_cast<QCustomPlot *>(&widget))
        painted = paintedBy(*plot);
    else if (isPainted(widget))
        painted = paintedBy(widget);
    for (const QString &line : painted.mid(0, shownPainted))
        lines << indent + QStringLiteral("~ ") + line;
    if (painted.size() > shownPainted)
        lines << indent + QStringLiteral("~ … %1 more").arg(painted.size() - shownPainted);
}

void add(QWidget &widget, int depth, QStringList &lines)
{
    const QString indent(depth, ' ');
    QString line = indent + kindOf(widget);
    if (!widget.objectName().isEmpty() && !widget.objectName().startsWith(QLatin1String("qt_")))
        line += QStringLiteral(" #") + widget.objectName();
    line += ' ' + placeOf(widget.geometry()) + quoted(textOf(widget));
    const QStringList more = stateOf(widget) + changedProperties(widget) + lookOf(widget);
    if (!more.isEmpty())
        line += ' ' + more.join(' ');
    lines << line;
    addOwn(widget, indent + ' ', lines);
    if (isWhole(widget))
        return;
    for (QObject *child : widget.children())
        if (auto *part = qobject_cast<QWidget *>(child);
            part && !part->isWindow() && part->isVisibleTo(&widget) && !isInner(*part))
            add(*part, depth + 1, lines);
}

} // namespace

void addBlueprint(QWidget &widget, QStringList &lines)
{
    add(widget, 0, lines);
}

} // namespace headroom
