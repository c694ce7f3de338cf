#pragma once

#include <QAbstractTableModel>

namespace headroom {

/// Rows under one line of headings; what the cells hold, the models say.
class FlatTable : public QAbstractTableModel
{
    Q_OBJECT
public:
    explicit FlatTable(QStringList headings, QObject *parent);

    int rowCount(const QModelIndex &parent = {}) const final;
    int columnCount(const QModelIndex &parent = {}) const final;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    virtual std::size_t size() const = 0; ///< number of rows
    void setHeadings(QStringList headings) { m_headings = std::move(headings); }

private:
    QStringList m_headings; ///< one a column
};

} // namespace headroom
