#pragma once

#include <QAbstractTableModel>

namespace headroom {

/// The rows behind a chart: numbers stay numbers, so that the table sorts and the CSV is exact.
struct ChartTable
{
    QStringList headers;
    QList<QVariantList> rows;
    bool operator==(const ChartTable &) const = default;

    /// RFC 4180 with a header line; numbers with all their digits, point as decimal sign.
    QString csv() const;
};

class ChartTableModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Role { SortRole = Qt::UserRole };

    using QAbstractTableModel::QAbstractTableModel;

    void setTable(const ChartTable &table);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    ChartTable m_table;
};

} // namespace headroom
