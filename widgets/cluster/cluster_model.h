#pragma once

#include "model/search/cluster.h"
#include "widgets/look/flat_table.h"

#include <vector>

namespace headroom {

/// A machine of the table, as places in the outcome.
struct ClusterItem
{
    std::size_t chip = 0, point = 0;
    bool isRecommended = false;
};

/// The machines worth a look: of every chip those that no other number of devices beats in both
/// days and cost.
class ClusterModel : public FlatTable
{
    Q_OBJECT
public:
    enum Column { Machine, Days, Cost, InTime, Mfu, Fits, Mark };
    enum Role { SortRole = Qt::UserRole };

    explicit ClusterModel(QObject *parent);

    /// A question whose chips will come one by one.
    void begin(ClusterRequest request);
    const ClusterRequest &request() const { return m_request; }
    /// A chip of the question is solved: its machines, and what to take of all that are known.
    void setChip(ClusterChip chip);
    /// Everything is known.
    void setOutcome(ClusterOutcome outcome);
    const ClusterOutcome &outcome() const { return m_outcome; }
    const std::vector<ClusterItem> &items() const { return m_items; }
    const ClusterPoint &point(std::size_t row) const;
    /// Row of the recommended machine, else the first; −1 without any.
    int firstRow() const;

    QVariant data(const QModelIndex &index, int role) const override;

private:
    std::size_t size() const override { return m_items.size(); }
    void listItems();
    QString text(const ClusterItem &item, int column) const;
    QVariant sortKey(const ClusterItem &item, int column) const;

    ClusterRequest m_request;
    ClusterOutcome m_outcome;
    std::vector<ClusterItem> m_items;
};

/// "8 × 8 H100-SXM5-80GB"
QString machineText(const ClusterChip &chip, const ClusterPoint &point);

} // namespace headroom
