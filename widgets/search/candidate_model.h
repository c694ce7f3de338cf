#pragma once

#include "model/search/search.h"
#include "widgets/look/flat_table.h"

#include <QSortFilterProxyModel>

#include <optional>
#include <vector>

namespace headroom {

/// A configuration of the table: one of the results, or a point of the front that is none.
struct CandidateItem
{
    SearchRow row;
    std::optional<int> rank; ///< from 1; absent for points of the front beyond the results
    bool isRecommended = false;
    bool isOnFront = false;
    bool isPresent = false; ///< what the plan has now

    /// As fast as the best within the error of the estimate, and not notable for anything else.
    bool isEqualToBest() const;
};

/// The results in order, then the rest of the front.
std::vector<CandidateItem> candidates(const SearchOutcome &outcome);
/// The best so far.
std::vector<CandidateItem> candidates(const SearchProgress &progress);

class CandidateModel : public FlatTable
{
    Q_OBJECT
public:
    enum Column { Rank, Mark, Configuration, StepTime, Mfu, Peak, Fits, Headroom, Price };
    enum Role { SortRole = Qt::UserRole };

    explicit CandidateModel(QObject *parent);

    /// Settings are shown against `plan`.
    void setItems(std::vector<CandidateItem> items, const Plan &plan);
    /// The same against the plan as it is now.
    void setPresent(const Plan &plan);
    const std::vector<CandidateItem> &items() const { return m_items; }
    /// Row with these settings; −1 when there is none.
    int rowOf(const std::vector<FieldChange> &settings) const;

    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void compareWith(const Plan &plan);
    std::size_t size() const override { return m_items.size(); }
    QString text(const CandidateItem &item, int column) const;
    QVariant sortKey(const CandidateItem &item, int column) const;
    QVariant toolTip(int row, int column) const;
    QString markText(const CandidateItem &item) const;

    std::vector<CandidateItem> m_items;
    QStringList m_configurations; ///< by row
};

/// Sorts the candidates, and folds those that are equal to the best.
class CandidateFilter : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    CandidateFilter(const CandidateModel &candidates, QObject *parent);

    void setFolded(bool folded);
    bool isFolded() const { return m_isFolded; }
    /// How many candidates folding hides.
    int equals() const;

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    const CandidateModel &m_candidates;
    bool m_isFolded = true;
};

} // namespace headroom
