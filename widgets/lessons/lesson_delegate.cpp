#include "widgets/lessons/lesson_delegate.h"

#include "widgets/lessons/lesson_list_model.h"
#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"

#include <QAbstractItemView>
#include <QPainter>

#include <algorithm>

namespace headroom {
namespace {

/// A ring that fills with the solved tasks; a full disc when the lesson is finished.
void paintRing(
    QPainter &painter, const QRectF &square, const QModelIndex &index, const ThemeColours &colours)
{
    const int tasks = index.data(LessonListModel::TasksRole).toInt();
    const int solved = index.data(LessonListModel::SolvedRole).toInt();
    painter.setPen(QPen(colours.muted, square.width() / 10));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(square);
    if (index.data(LessonListModel::FinishedRole).toBool()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colours.good);
        painter.drawEllipse(square);
        return;
    }
    if (tasks > 0) {
        painter.setPen(QPen(colours.accent, square.width() / 7, Qt::SolidLine, Qt::FlatCap));
        painter.drawArc(square, 90 * 16, -360 * 16 * std::min(solved, tasks) / tasks);
    }
}

/// Where title and summary stand in a row of the list.
QRect textArea(const QRect &row)
{
    return row.adjusted(gap(5) + gap(5), gap(1) + gap(1) / 2, -gap(3), -gap(1) - gap(1) / 2);
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
    return { textWidth(30), title.height() + std::max(lines, summary.height()) + gap(4) };
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
    const int ring = gap(5);
    paintRing(*painter, QRectF(row.left() + gap(2), row.center().y() - ring / 2.0, ring, ring),
        index, colours);
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
    const QString title
        = QStringLiteral("%1  %2").arg(index.row() + 1).arg(index.data().toString());
    painter->drawText(area, Qt::AlignTop | Qt::AlignLeft,
        titleMetrics.elidedText(title, Qt::ElideRight, area.width() - progressWidth));
    painter->setFont(textFont(TextRole::Body));
    painter->setPen(colours.muted);
    painter->drawText(area, Qt::AlignBottom | Qt::AlignLeft | Qt::TextWordWrap,
        index.data(LessonListModel::SummaryRole).toString());
    painter->restore();
}

} // namespace headroom
