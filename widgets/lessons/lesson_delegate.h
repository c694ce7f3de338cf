#pragma once

#include <QStyledItemDelegate>

namespace headroom {

/// A station of the path per lesson: its number in a ring that fills, a small figure, the title
/// with progress at the right, the summary below.
class LessonDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace headroom
