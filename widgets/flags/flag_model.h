#pragma once

#include "widgets/flags/flag_effect.h"
#include "widgets/look/flat_table.h"

#include <QSortFilterProxyModel>
#include <QTimer>

namespace headroom {

/// The flags of the page; ticking and typing go to the plan.
class FlagModel : public FlatTable
{
    Q_OBJECT
public:
    enum Column {
        NameColumn,
        ValueColumn,
        EffectColumn,
        DefaultColumn,
        AdviceColumn,
        CarrierColumn
    };
    enum Role {
        SearchRole = Qt::UserRole,
        SortRole,
        KindRole, ///< AdviceKind as a number, -1: none
        ChangedRole,
        OwnRole,
        AreaRole, ///< FlagArea as a number, -1: none
        TermsRole, ///< ids of the terms that the flag acts on
        ConcernsRole, ///< of use to the plan, or set by it
        WrittenRole, ///< a launch file would write it
    };

    FlagModel(PlanController &controller, QObject *parent);

    void setRows(std::vector<FlagRow> rows);
    const FlagRow &row(int index) const { return m_rows.at(static_cast<std::size_t>(index)); }

    QVariant data(const QModelIndex &index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;

private:
    std::size_t size() const override { return m_rows.size(); }
    void switchFlag(const FlagRow &row, bool on);
    void store(const FlagRow &row, const std::optional<std::string> &value);

    void workOutNext();

    PlanController &m_controller;
    std::vector<FlagRow> m_rows;
    std::vector<FlagEffect> m_effects; ///< of the first rows, as far as they are worked out
    QTimer m_next;
};

/// What the list shows; each part narrows it further.
struct FlagChoice
{
    enum class Show { Written, Relevant, Advised, Changed, Own, All };
    QString text; ///< words that must all occur in name, value or explanation
    Show show = Show::Written;
    int area = -1; ///< FlagArea, -1: any
    QString term; ///< id of a term that the flag acts on; empty: any
    bool operator==(const FlagChoice &) const = default;
};

/// Search by words, area, effect and state.
class FlagFilter : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    explicit FlagFilter(QObject *parent);
    void setChoice(const FlagChoice &choice);

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    bool isShown(const QModelIndex &index) const;

    FlagChoice m_choice;
    QStringList m_words;
};

} // namespace headroom
