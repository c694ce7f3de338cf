#include "widgets/look/flat_table.h"

namespace headroom {

FlatTable::FlatTable(QStringList headings, QObject *parent)
    : QAbstractTableModel(parent)
    , m_headings(std::move(headings))
{ }

int FlatTable::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(size());
}

int FlatTable::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_headings.size());
}

QVariant FlatTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    return orientation == Qt::Horizontal && role == Qt::DisplayRole ? m_headings.value(section)
                                                                    : QVariant();
}

} // namespace headroom
