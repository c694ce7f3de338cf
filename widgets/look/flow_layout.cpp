#include "widgets/look/flow_layout.h"

#include <QWidget>

#include <algorithm>

namespace headroom {

FlowLayout::FlowLayout(QWidget *parent, int spacing)
    : QLayout(parent)
{
    setContentsMargins(0, 0, 0, 0);
    setSpacing(spacing);
}

FlowLayout::~FlowLayout()
{
    qDeleteAll(m_items);
}

void FlowLayout::addItem(QLayoutItem *item)
{
    m_items.append(item);
}

QLayoutItem *FlowLayout::itemAt(int index) const
{
    return m_items.value(index);
}

QLayoutItem *FlowLayout::takeAt(int index)
{
    return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

int FlowLayout::heightForWidth(int width) const
{
    return place(QRect(0, 0, width, 0), false);
}

QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (const QLayoutItem *item : m_items)
        size = size.expandedTo(item->minimumSize());
    return size;
}

void FlowLayout::setGeometry(const QRect &rect)
{
    QLayout::setGeometry(rect);
    place(rect, true);
}

void FlowLayout::setEven(bool even, int maxColumns)
{
    m_even = even;
    m_maxColumns = maxColumns;
}

/// Of each item in `most` pixels; 0 where every item has a width of its own.
int FlowLayout::evenWidth(int most) const
{
    int widest = 0, count = 0;
    for (const QLayoutItem *item : m_items) {
        if (item->isEmpty())
            continue;
        widest = std::max(widest, item->sizeHint().width());
        ++count;
    }
    if (!m_even || count == 0)
        return 0;
    widest = std::clamp(widest, 1, most);
    int columns = std::max(1, (most + spacing()) / (widest + spacing()));
    if (m_maxColumns > 0)
        columns = std::min(columns, m_maxColumns);
    // Lines of equal length, not a full one and a rest: four items are two and two.
    const int lines = (count + columns - 1) / columns;
    columns = (count + lines - 1) / lines;
    return (most + spacing()) / columns - spacing();
}

int FlowLayout::place(const QRect &rect, bool apply) const
{
    int x = rect.x();
    int y = rect.y();
    int lineHeight = 0;
    const int most = std::max(rect.width(), 1);
    const int even = evenWidth(most);
    for (QLayoutItem *item : m_items) {
        if (item->isEmpty())
            continue;
        QSize size = item->sizeHint().boundedTo(QSize(most, QWIDGETSIZE_MAX));
        if (even > 0)
            size.setWidth(even);
        if (item->hasHeightForWidth())
            size.setHeight(item->heightForWidth(size.width()));
        if (x + size.width() > rect.right() + 1 && x > rect.x()) {
            x = rect.x();
            y += lineHeight + spacing();
            lineHeight = 0;
        }
        if (apply)
            item->setGeometry(QRect(QPoint(x, y), size));
        x += size.width() + spacing();
        lineHeight = std::max(lineHeight, size.height());
    }
    return y + lineHeight - rect.y();
}

} // namespace headroom
