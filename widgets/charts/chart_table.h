#pragma once

#include "widgets/look/flat_table.h"

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

class ChartTableModel : public FlatTable
{
    Q_OBJECT
public:
    enum Role { SortRole = Qt::UserRole };

    explicit ChartTableModel(QObject *parent)
        : FlatTable({}, parent)
    { }

    void setTable(const ChartTable &table);

    QVariant data(const QModelIndex &index, int role) const override;

private:
    std::size_t size() const override { return static_cast<std::size_t>(m_table.rows.size()); }

    ChartTable m_table;
};

} // namespace headroom
