#include "widgets/window/step_rail.h"

#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"
#include "widgets/look/theme_icon.h"

#include <QEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>

namespace headroom {
namespace {

constexpr int roomBesideTitle = 20; ///< icon, margins and the problem mark, in steps of gap()
constexpr int compactWidth = 16; ///< icon, margins and the problem mark, in steps of gap()

class StepDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        if (isCompact(option))
            return { gap(compactWidth), gap(9) };
        // Room for the chosen row, whose text is heavier.
        QFont font = option.font;
        font.setWeight(QFont::Bold);
        const int width
            = QFontMetrics(font).horizontalAdvance(index.data(Qt::DisplayRole).toString());
        return { width + gap(16), gap(9) };
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override
    {
        const ThemeColours colours = themeColours(option.palette);
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        const bool hovered = option.state.testFlag(QStyle::State_MouseOver);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        const QRectF row = QRectF(option.rect).adjusted(gap(2), 1, -gap(2), -1);
        if (selected || hovered) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(selected ? colours.accentSoft : colours.grid);
            painter->drawRoundedRect(row, gap(1.5), gap(1.5));
        }
        if (selected) {
            painter->setBrush(colours.accent);
            painter->drawRoundedRect(
                QRectF(row.left(), row.top() + gap(2), 3, row.height() - 2 * gap(2)), 1.5, 1.5);
        }
        if (option.state.testFlag(QStyle::State_HasFocus)) {
            painter->setPen(QPen(colours.accent, 1.5));
            painter->setBrush(Qt::NoBrush);
            painter->drawRoundedRect(row.adjusted(0.75, 0.75, -0.75, -0.75), gap(1.5), gap(1.5));
        }
        const int side = gap(5);
        const QRect iconRect(static_cast<int>(row.left()) + gap(3),
            static_cast<int>(row.center().y()) - side / 2, side, side);
        themeIcon(index.data(Qt::DecorationRole).toString(),
            selected ? IconTint::Accent : IconTint::Muted)
            .paint(painter, iconRect);
        if (!isCompact(option)) {
            QFont font = option.font;
            font.setWeight(selected ? QFont::Bold : QFont::Normal);
            painter->setFont(font);
            painter->setPen(option.palette.color(QPalette::WindowText));
            const QRect textRect(iconRect.right() + gap(3), option.rect.top(),
                static_cast<int>(row.right()) - iconRect.right() - gap(3), option.rect.height());
            painter->drawText(
                textRect, Qt::AlignVCenter | Qt::AlignLeft, index.data(Qt::DisplayRole).toString());
        }
        if (index.data(PageListModel::ProblemRole).toBool()) {
            const int mark = gap(4);
            themeIcon(QStringLiteral("error"), IconTint::Bad)
                .paint(painter,
                    QRect(static_cast<int>(row.right()) - mark - gap(1),
                        static_cast<int>(row.center().y()) - mark / 2, mark, mark));
        }
        painter->restore();
    }

private:
    static bool isCompact(const QStyleOptionViewItem &option)
    {
        const auto *rail = qobject_cast<const StepRail *>(option.widget);
        return rail && rail->isCompact();
    }
    static double gap(double steps) { return headroom::gap(1) * steps; }
    static int gap(int steps) { return headroom::gap(steps); }
};

} // namespace

void PageListModel::add(const PageInfo &page)
{
    const int row = rowCount();
    beginInsertRows({}, row, row);
    m_pages.append(page);
    endInsertRows();
}

void PageListModel::setProblemPages(const QSet<QString> &pageIds)
{
    if (pageIds == m_problemPages)
        return;
    m_problemPages = pageIds;
    if (rowCount() > 0)
        emit dataChanged(index(0), index(rowCount() - 1), { ProblemRole, Qt::AccessibleTextRole });
}

int PageListModel::rowOf(const QString &pageId) const
{
    for (int row = 0; row < rowCount(); ++row) {
        if (m_pages.at(row).id == pageId)
            return row;
    }
    return -1;
}

int PageListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_pages.size());
}

QVariant PageListModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const PageInfo &page = m_pages.at(index.row());
    const bool hasProblem = m_problemPages.contains(page.id);
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole: // for the rail of icons
        return page.title;
    case Qt::DecorationRole:
        return page.icon;
    case Qt::AccessibleTextRole:
        return hasProblem ? tr("%1, has a problem").arg(page.title) : page.title;
    case IdRole:
        return page.id;
    case ProblemRole:
        return hasProblem;
    case StepRole:
        return page.isStep;
    default:
        return {};
    }
}

StepRail::StepRail(PageListModel &model, QWidget *parent)
    : QListView(parent)
{
    setModel(&model);
    setItemDelegate(new StepDelegate(this));
    setObjectName(QStringLiteral("stepRail"));
    setAccessibleName(tr("Steps"));
    setFrameShape(QFrame::NoFrame);
    setUniformItemSizes(false);
    setMouseTracking(true);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    viewport()->setAutoFillBackground(false);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
}

void StepRail::setCompact(bool compact)
{
    if (compact == m_compact)
        return;
    m_compact = compact;
    scheduleDelayedItemsLayout();
    updateGeometry();
}

int StepRail::fullWidth() const
{
    QFont selected = font(); // the selected step is set stronger and therefore wider
    selected.setWeight(QFont::Bold);
    int widest = 0;
    for (int row = 0; row < model()->rowCount(); ++row)
        widest = std::max(widest,
            QFontMetrics(selected).horizontalAdvance(
                model()->index(row, 0).data(Qt::DisplayRole).toString()));
    return widest + gap(roomBesideTitle);
}

QSize StepRail::sizeHint() const
{
    return { m_compact ? gap(compactWidth) : fullWidth(), gap(80) };
}

QSize StepRail::minimumSizeHint() const
{
    return { sizeHint().width(), gap(30) };
}

void StepRail::changeEvent(QEvent *event)
{
    QListView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        updateGeometry();
}

} // namespace headroom
