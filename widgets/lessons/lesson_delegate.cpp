#include "widgets/lessons/lesson_delegate.h"

#include "widgets/lessons/lesson_list_model.h"
#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"
#include "widgets/look/theme_icon.h"

#include <QAbstractItemView>
#include <QPainter>

#include <algorithm>

namespace headroom {
namespace {

constexpr int stationSize = 6; ///< in steps of gap(): the ring of a lesson on the path
constexpr int pathLeft = 2; ///< in steps of gap(): from the edge of a row to the ring
constexpr int figureSize = 6; ///< in steps of gap()

QRectF station(const QRect &row)
{
    const int size = gap(stationSize);
    return QRectF(row.left() + gap(1) + gap(pathLeft), row.center().y() - size / 2.0, size, size);
}

/// The way from lesson to lesson; it begins at the first and ends at the last.
void paintPath(QPainter &painter, const QRect &row, const QModelIndex &index, const QColor &ink)
{
    const QRectF ring = station(row);
    const bool isFirst = index.row() == 0;
    const bool isLast = index.row() == index.model()->rowCount() - 1;
    const double x = ring.center().x();
    painter.setPen(QPen(ink, 2));
    if (!isFirst)
        painter.drawLine(QPointF(x, row.top()), QPointF(x, ring.top()));
    if (!isLast)
        painter.drawLine(QPointF(x, ring.bottom()), QPointF(x, row.bottom() + 1));
}

/// A numbered ring that fills with the solved tasks; a full disc when the lesson is finished.
void paintRing(QPainter &painter, const QRectF &square, const QModelIndex &index,
    const ThemeColours &colours, const QPalette &palette)
{
    const int tasks = index.data(LessonListModel::TasksRole).toInt();
    const int solved = index.data(LessonListModel::SolvedRole).toInt();
    const bool isFinished = index.data(LessonListModel::FinishedRole).toBool();
    painter.setPen(QPen(isFinished ? colours.good : colours.muted, square.width() / 12));
    painter.setBrush(isFinished ? colours.good : palette.color(QPalette::Base));
    painter.drawEllipse(square);
    if (!isFinished && tasks > 0) {
        painter.setPen(QPen(colours.accent, square.width() / 7, Qt::SolidLine, Qt::FlatCap));
        painter.drawArc(square, 90 * 16, -360 * 16 * std::min(solved, tasks) / tasks);
    }
    painter.setFont(textFont(TextRole::Caption));
    painter.setPen(palette.color(isFinished ? QPalette::Base : QPalette::WindowText));
    painter.drawText(square, Qt::AlignCenter, QString::number(index.row() + 1));
}

/// Where title and summary stand in a row of the list.
QRect textArea(const QRect &row)
{
    const int left = gap(1) + gap(pathLeft) + gap(stationSize) + gap(3) + gap(figureSize) + gap(3);
    return row.adjusted(left, gap(2), -gap(3), -gap(2));
}

} // namespace

QSize LessonDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QFontMetrics title { textFont(TextRole::Strong) };
    const QFontMetrics summary { textFont(TextRole::Body) };
    const auto *view = qobject_cast<const QAbstractItemView *>(option.widget);
    const int width = textArea(view ? view->viewport()->rect() : option.rect).width();
    const int lines = summary
                          .boundingRect(QRect(0, 0, width, gap(200)), Qt::TextWordWrap,
                              index.data(LessonListModel::SummaryRole).toString())
                          .height();
    return { textWidth(30), title.height() + std::max(lines, summary.height()) + gap(5) };
}

void LessonDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const ThemeColours colours = themeColours(option.palette);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRect row = option.rect.adjusted(gap(1), gap(1) / 2, -gap(1), -gap(1) / 2);
    if (option.state.testFlag(QStyle::State_Selected)) {
        painter->setPen(option.state.testFlag(QStyle::State_HasFocus) ? QPen(colours.accent, 2)
                                                                      : QPen(Qt::NoPen));
        painter->setBrush(colours.accentSoft);
        painter->drawRoundedRect(row, gap(1), gap(1));
    }
    const QRectF ring = station(option.rect);
    paintPath(*painter, option.rect, index, colours.border);
    paintRing(*painter, ring, index, colours, option.palette);
    const int size = gap(figureSize);
    themeIcon(index.data(LessonListModel::IconRole).toString(), IconTint::Accent)
        .paint(painter,
            QRect(static_cast<int>(ring.right()) + gap(3), option.rect.center().y() - size / 2,
                size, size));
    const QRect area = textArea(option.rect);
    const QString progress = index.data(LessonListModel::MinutesRole).toString();
    painter->setFont(textFont(TextRole::Caption));
    painter->setPen(colours.muted);
    const int progressWidth = painter->fontMetrics().horizontalAdvance(progress) + gap(2);
    painter->drawText(area, Qt::AlignTop | Qt::AlignRight, progress);
    const QFont titleFont = textFont(TextRole::Strong);
    const QFontMetrics titleMetrics { titleFont };
    painter->setFont(titleFont);
    painter->setPen(option.palette.color(QPalette::WindowText));
    const QString title = index.data().toString();
    painter->drawText(area, Qt::AlignTop | Qt::AlignLeft,
        titleMetrics.elidedText(title, Qt::ElideRight, area.width() - progressWidth));
    painter->setFont(textFont(TextRole::Body));
    painter->setPen(colours.muted);
    painter->drawText(area, Qt::AlignBottom | Qt::AlignLeft | Qt::TextWordWrap,
        index.data(LessonListModel::SummaryRole).toString());
    painter->restore();
}

} // namespace headroom
