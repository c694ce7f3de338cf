#pragma once

#include "widgets/flags/flag_rows.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

namespace headroom {

/// The flags of the page; ticking and typing go to the plan.
class FlagModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column {
        NameColumn,
        ValueColumn,
        DefaultColumn,
        AdviceColumn,
        CarrierColumn,
        ColumnCount
    };
    enum Role { SearchRole = Qt::UserRole, SortRole, KindRole, OnRole, OwnRole };

    FlagModel(PlanController &controller, QObject *parent);

    void setRows(std::vector<FlagRow> rows);
    const FlagRow &row(int index) const { return m_rows.at(static_cast<std::size_t>(index)); }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;

private:
    void switchFlag(const FlagRow &row, bool on);
    void store(const FlagRow &row, const std::optional<std::string> &value);

    PlanController &m_controller;
    std::vector<FlagRow> m_rows;
};

/// Search by words, and which flags to show.
class FlagFilter : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    enum class Show { Relevant, Written, Own, All };

    explicit FlagFilter(QObject *parent);
    void setText(const QString &text);
    void setShow(Show show);

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    QStringList m_words;
    Show m_show = Show::Relevant;
};

} // namespace headroom
