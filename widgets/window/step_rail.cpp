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

constexpr int rowHeight = 8; ///< in steps of gap(), as all below
constexpr int toolsHeading = 6; ///< above the first tool
constexpr int roomBesideTitle = 21; ///< number, margins and mark
constexpr int compactWidth = 16; ///< number, margins and mark

struct MarkIcon
{
    const char *name;
    IconTint tint;
};

MarkIcon markIcon(StepMark mark)
{
    switch (mark) {
    case StepMark::Sound:
        return { "check", IconTint::Good };
    case StepMark::Warned:
        return { "warning", IconTint::Warning };
    case StepMark::Broken:
        return { "error", IconTint::Bad };
    case StepMark::None:
        break;
    }
    return { nullptr, IconTint::Muted };
}

class StepDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const int height = gap(rowHeight)
            + (index.data(PageListModel::FirstToolRole).toBool() ? gap(toolsHeading) : 0);
        if (isCompact(option))
            return { gap(compactWidth), height };
        // Room for the chosen row, whose text is heavier.
        QFont font = option.font;
        font.setWeight(QFont::Bold);
        const int width
            = QFontMetrics(font).horizontalAdvance(index.data(Qt::DisplayRole).toString());
        return { width + gap(roomBesideTitle), height };
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override
    {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        QRectF row = QRectF(option.rect).adjusted(gap(2), 1, -gap(2), -1);
        if (index.data(PageListModel::FirstToolRole).toBool()) {
            paintHeading(*painter, option, row);
            row.setTop(row.top() + gap(toolsHeading));
        }
        paintRow(*painter, option, row);
        const int badgeSide = gap(5);
        // What helps with a step stands a little in.
        const bool isAid = !isCompact(option)
            && index.data(PageListModel::PlaceRole).toInt() == static_cast<int>(PagePlace::Aid);
        const QRect badge(static_cast<int>(row.left()) + gap(isAid ? 6 : 3),
            static_cast<int>(row.center().y()) - badgeSide / 2, badgeSide, badgeSide);
        if (const int number = index.data(PageListModel::NumberRole).toInt(); number > 0)
            paintNumber(*painter, option, badge, number);
        else
            themeIcon(index.data(Qt::DecorationRole).toString(),
                option.state.testFlag(QStyle::State_Selected) ? IconTint::Accent : IconTint::Muted)
                .paint(painter, badge);
        if (!isCompact(option))
            paintTitle(*painter, option, row, badge, index.data(Qt::DisplayRole).toString());
        const MarkIcon icon
            = markIcon(static_cast<StepMark>(index.data(PageListModel::MarkRole).toInt()));
        if (icon.name) {
            const int side = gap(isCompact(option) ? 3 : 4);
            QRect place(0, 0, side, side);
            if (isCompact(option)) { // at the corner of the number, which stays readable
                place.moveCenter(badge.bottomRight());
                painter->setPen(Qt::NoPen);
                painter->setBrush(option.palette.window());
                painter->drawEllipse(place.adjusted(-1, -1, 1, 1));
            } else {
                place.moveCenter(QPoint(
                    static_cast<int>(row.right()) - side / 2 - gap(1), row.center().toPoint().y()));
            }
            themeIcon(QLatin1String(icon.name), icon.tint).paint(painter, place);
        }
        painter->restore();
    }

private:
    static bool isCompact(const QStyleOptionViewItem &option)
    {
        const auto *rail = qobject_cast<const StepRail *>(option.widget);
        return rail && rail->isCompact();
    }

    void paintHeading(
        QPainter &painter, const QStyleOptionViewItem &option, const QRectF &row) const
    {
        const ThemeColours colours = themeColours(option.palette);
        const double y = row.top() + gap(1);
        painter.setPen(QPen(colours.border, 1));
        painter.drawLine(QPointF(row.left(), y), QPointF(row.right(), y));
        if (isCompact(option))
            return;
        painter.setFont(textFont(TextRole::Caption));
        painter.setPen(colours.muted);
        painter.drawText(
            QRectF(row.left() + gap(3), y, row.width() - gap(3), gap(toolsHeading - 1)),
            Qt::AlignVCenter | Qt::AlignLeft, StepRail::tr("Tools"));
    }

    static void paintRow(QPainter &painter, const QStyleOptionViewItem &option, const QRectF &row)
    {
        const ThemeColours colours = themeColours(option.palette);
        const double radius = gap(1) * 1.5;
        const bool isSelected = option.state.testFlag(QStyle::State_Selected);
        if (isSelected || option.state.testFlag(QStyle::State_MouseOver)) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(isSelected ? colours.accentSoft : colours.grid);
            painter.drawRoundedRect(row, radius, radius);
        }
        if (isSelected) {
            painter.setBrush(colours.accent);
            painter.drawRoundedRect(
                QRectF(row.left(), row.top() + gap(2), 3, row.height() - 2 * gap(2)), 1.5, 1.5);
        }
        if (option.state.testFlag(QStyle::State_HasFocus)) {
            painter.setPen(QPen(colours.accent, 1.5));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(row.adjusted(0.75, 0.75, -0.75, -0.75), radius, radius);
        }
    }

    static void paintNumber(
        QPainter &painter, const QStyleOptionViewItem &option, const QRect &badge, int number)
    {
        const ThemeColours colours = themeColours(option.palette);
        const bool isSelected = option.state.testFlag(QStyle::State_Selected);
        painter.setPen(QPen(isSelected ? colours.accent : colours.muted, 1.2));
        painter.setBrush(isSelected ? QBrush(colours.accent) : QBrush(Qt::NoBrush));
        painter.drawEllipse(QRectF(badge).adjusted(0.6, 0.6, -0.6, -0.6));
        QFont font = textFont(TextRole::Caption);
        font.setWeight(QFont::Bold);
        painter.setFont(font);
        painter.setPen(isSelected ? colours.card : colours.muted);
        painter.drawText(badge, Qt::AlignCenter, QString::number(number));
    }

    static void paintTitle(QPainter &painter, const QStyleOptionViewItem &option, const QRectF &row,
        const QRect &badge, const QString &title)
    {
        QFont font = option.font;
        font.setWeight(option.state.testFlag(QStyle::State_Selected) ? QFont::Bold : QFont::Normal);
        painter.setFont(font);
        painter.setPen(option.palette.color(QPalette::WindowText));
        const double left = badge.right() + gap(3);
        painter.drawText(QRectF(left, row.top(), row.right() - left, row.height()),
            Qt::AlignVCenter | Qt::AlignLeft, title);
    }
};

} // namespace

void PageListModel::add(const PageInfo &page)
{
    // An aid stands where it is announced, after its step; everything else in the order of places.
    int row = rowCount();
    while (row > 0 && page.place != PagePlace::Tool && m_pages.at(row - 1).place == PagePlace::Tool)
        --row;
    beginInsertRows({}, row, row);
    m_pages.insert(row, page);
    endInsertRows();
}

void PageListModel::setMarks(const QHash<QString, StepMark> &marks)
{
    if (marks == m_marks)
        return;
    m_marks = marks;
    if (rowCount() > 0)
        emit dataChanged(index(0), index(rowCount() - 1), { MarkRole, Qt::AccessibleTextRole });
}

int PageListModel::numberOf(int row) const
{
    if (m_pages.at(row).place != PagePlace::Step)
        return 0;
    return static_cast<int>(std::count_if(m_pages.begin(), m_pages.begin() + row + 1,
        [](const PageInfo &page) { return page.place == PagePlace::Step; }));
}

bool PageListModel::isFirstTool(int row) const
{
    return m_pages.at(row).place == PagePlace::Tool
        && (row == 0 || m_pages.at(row - 1).place != PagePlace::Tool);
}

/// What a screen reader says of a row: number, title, state.
QString PageListModel::spokenText(int row) const
{
    const PageInfo &page = m_pages.at(row);
    const int number = numberOf(row);
    //: A step of the walk: number, title.
    const QString title = number > 0 ? tr("Step %1: %2").arg(number).arg(page.title) : page.title;
    switch (mark(page.id)) {
    case StepMark::Broken:
        return tr("%1, has a problem").arg(title);
    case StepMark::Warned:
        return tr("%1, has a warning").arg(title);
    case StepMark::Sound:
        return tr("%1, no problems").arg(title);
    case StepMark::None:
        break;
    }
    return title;
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
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole: // for the rail of icons
        return page.title;
    case Qt::DecorationRole:
        return page.icon;
    case Qt::AccessibleTextRole:
        return spokenText(index.row());
    case IdRole:
        return page.id;
    case MarkRole:
        return static_cast<int>(mark(page.id));
    case NumberRole:
        return numberOf(index.row());
    case PlaceRole:
        return static_cast<int>(page.place);
    case FirstToolRole:
        return isFirstTool(index.row());
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
