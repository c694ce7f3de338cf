#include "widgets/look/table_look.h"

#include "widgets/look/spacing.h"

#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QTableView>

#include <algorithm>
#include <vector>

namespace headroom {
namespace {

constexpr int rowHeight = 6; ///< in steps of gap()
constexpr int minRoom = 20; ///< characters of a column that takes what the others leave
constexpr int measuredRows
    = 100; ///< at the top and in view; all of a long table would take a frame

/// The table as spreadsheets take it: columns in sight, set apart by tabs, under their headings.
QString tabbedText(const QTableView &table)
{
    const QAbstractItemModel &model = *table.model();
    QStringList lines;
    for (int row = -1; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column)
            if (!table.isColumnHidden(column))
                cells.append((row < 0 ? model.headerData(column, Qt::Horizontal)
                                      : model.index(row, column).data())
                                 .toString());
        lines.append(cells.join(QLatin1Char('\t')));
    }
    return lines.join(QLatin1Char('\n'));
}

void addCopying(QTableView &table)
{
    auto *copy = new QAction(TableLook::tr("Copy the table"), &table);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    QObject::connect(copy, &QAction::triggered, &table,
        [&table] { QGuiApplication::clipboard()->setText(tabbedText(table)); });
    table.addAction(copy);
    table.setContextMenuPolicy(Qt::ActionsContextMenu);
}

} // namespace

TableLook *TableLook::apply(QTableView *table, Room room, int column)
{
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setAlternatingRowColors(true);
    table->setShowGrid(false);
    table->setTabKeyNavigation(false);
    table->setWordWrap(false);
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(gap(rowHeight));
    QHeaderView *header = table->horizontalHeader();
    header->setHighlightSections(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setTextElideMode(Qt::ElideRight);
    header->setResizeContentsPrecision(measuredRows);
    addCopying(*table);
    return new TableLook(table, room, column);
}

TableLook::TableLook(QTableView *table, Room room, int column)
    : QObject(table)
    , m_table(table)
    , m_room(room)
    , m_column(column)
{
    if (room == Room::Even) {
        table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
        return;
    }
    table->viewport()->installEventFilter(this);
    connect(table->model(), &QAbstractItemModel::modelReset, this, &TableLook::fit);
    connect(table->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, &TableLook::fit);
}

void TableLook::fit()
{
    // A hidden table is fitted when it is shown.
    if (m_room == Room::Even || !m_table->isVisible())
        return;
    const int columns = m_table->model()->columnCount();
    // Only the sorted column needs room for the mark of its order.
    QHeaderView *header = m_table->horizontalHeader();
    const bool isSortable = header->isSortIndicatorShown();
    header->setSortIndicatorShown(false);
    int shown = 0, used = 0;
    std::vector<int> widths;
    for (int column = 0; column < columns; ++column) {
        widths.push_back(0);
        if (m_table->isColumnHidden(column))
            continue;
        ++shown;
        m_table->resizeColumnToContents(column);
        widths.back() = m_table->columnWidth(column) + gap(1);
        if (m_room == Room::ToColumn && column == m_column)
            widths.back() = textWidth(minRoom);
        used += widths.back();
    }
    header->setSortIndicatorShown(isSortable);
    if (const int sorted = header->sortIndicatorSection();
        isSortable && sorted >= 0 && sorted < columns && !m_table->isColumnHidden(sorted)) {
        int &width = widths[static_cast<std::size_t>(sorted)];
        const int marked = std::max(width, header->sectionSizeHint(sorted) + gap(1));
        used += marked - width;
        width = marked;
    }
    if (shown == 0)
        return;
    int left = m_table->viewport()->width() - used;
    if (left < 0) { // first of all the air goes
        for (int &width : widths)
            width -= width > 0 ? gap(1) : 0;
        left += shown * gap(1);
    }
    if (left < 0) { // then the widest column, as far as its heading stays whole
        const auto widest = std::ranges::max_element(widths);
        const int column = static_cast<int>(widest - widths.begin());
        const int least = std::max(textWidth(minRoom), header->sectionSizeHint(column));
        *widest = std::clamp(*widest + left, std::min(least, *widest), *widest);
        left = 0;
    }
    for (int column = 0; column < columns; ++column) {
        auto &width = widths[static_cast<std::size_t>(column)];
        if (width == 0)
            continue;
        if (m_room == Room::ToColumn) {
            width += column == m_column ? left : 0;
        } else {
            const int share = left / shown--;
            width += share;
            left -= share;
        }
        m_table->setColumnWidth(column, width);
    }
}

bool TableLook::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::Show)
        fit();
    return QObject::eventFilter(watched, event);
}

} // namespace headroom
