#include "widgets/look/wrapped_rows.h"

#include "widgets/look/spacing.h"

#include <QHeaderView>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QTimer>

namespace headroom {
namespace {

/// Adds the air.
class AiryDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(0, gap(2));
    }
};

} // namespace

void addAir(QAbstractItemView &view)
{
    view.setItemDelegate(new AiryDelegate(&view));
}

void wrapRows(QTableView &table, int maxRows)
{
    addAir(table);
    table.setWordWrap(true);
    auto *wait = new QTimer(&table);
    wait->setSingleShot(true);
    wait->setInterval(0);
    QObject::connect(wait, &QTimer::timeout, &table, [&table, maxRows] {
        if (table.model() && table.model()->rowCount() <= maxRows)
            table.resizeRowsToContents();
    });
    const auto later = qOverload<>(&QTimer::start);
    QObject::connect(table.horizontalHeader(), &QHeaderView::sectionResized, wait, later);
    const auto follow = [wait, later](QAbstractItemModel *model) {
        QObject::connect(model, &QAbstractItemModel::rowsInserted, wait, later);
        QObject::connect(model, &QAbstractItemModel::modelReset, wait, later);
        QObject::connect(model, &QAbstractItemModel::dataChanged, wait, later);
    };
    if (table.model())
        follow(table.model());
    wait->start();
}

} // namespace headroom
