#include "widgets/cluster/cluster_model.h"

#include "widgets/look/theme.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/verdict_text.h"

#include <algorithm>

#include <QGuiApplication>

namespace headroom {
namespace {

constexpr double likely = 0.5; ///< chance of the deadline below which a row is grey

} // namespace

QString machineText(const ClusterChip &chip, const ClusterPoint &point)
{
    const HardwareChoice &hardware = point.plan.hardware;
    return QStringLiteral("%1 × %2 %3")
        .arg(countText(hardware.nodes), countText(hardware.devicesPerNode),
            QString::fromStdString(chip.id));
}

ClusterModel::ClusterModel(QObject *parent)
    : FlatTable({ tr("Machine"), tr("Time to train"), tr("Cost"),
                    //: Head of a column: the probability of keeping the deadline.
                    tr("In time"), tr("MFU"), tr("Fits"), {} },
        parent)
{ }

void ClusterModel::begin(ClusterRequest request)
{
    beginResetModel();
    m_request = std::move(request);
    m_outcome = {};
    for (const std::string &id : m_request.chips) {
        ClusterChip chip;
        chip.id = id;
        m_outcome.chips.push_back(std::move(chip));
    }
    listItems();
    endResetModel();
}

void ClusterModel::setChip(ClusterChip chip)
{
    const auto place = std::ranges::find(m_outcome.chips, chip.id, &ClusterChip::id);
    if (place == m_outcome.chips.end())
        return;
    beginResetModel();
    *place = std::move(chip);
    m_outcome.recommended = recommendedMachine(m_request, m_outcome.chips);
    listItems();
    endResetModel();
}

void ClusterModel::setOutcome(ClusterOutcome outcome)
{
    beginResetModel();
    m_outcome = std::move(outcome);
    listItems();
    endResetModel();
}

void ClusterModel::listItems()
{
    m_items.clear();
    const auto &choice = m_outcome.recommended;
    for (std::size_t i = 0; i < m_outcome.chips.size(); ++i)
        for (std::size_t j = 0; j < m_outcome.chips[i].points.size(); ++j) {
            const bool isChosen = choice && choice->chip == i && choice->point == j;
            if (isChosen || m_outcome.chips[i].points[j].isOnFront)
                m_items.push_back({ i, j, isChosen });
        }
}

const ClusterPoint &ClusterModel::point(std::size_t row) const
{
    const ClusterItem &item = m_items[row];
    return m_outcome.chips[item.chip].points[item.point];
}

int ClusterModel::firstRow() const
{
    if (m_items.empty())
        return -1;
    const auto chosen = std::ranges::find_if(m_items, &ClusterItem::isRecommended);
    return chosen == m_items.end() ? 0 : static_cast<int>(chosen - m_items.begin());
}

QString ClusterModel::text(const ClusterItem &item, int column) const
{
    const ClusterChip &chip = m_outcome.chips[item.chip];
    const ClusterPoint &point = chip.points[item.point];
    switch (column) {
    case Machine:
        return machineText(chip, point);
    case Days:
        return daysText(point.run().days);
    case Cost:
        return roughMoneyText(point.run().cost);
    case InTime:
        return m_request.deadlineDays ? localAmount(probabilityAmount(point.deadlineProbability))
                                      : QStringLiteral("–");
    case Mfu:
        return shareText(point.estimate.throughput.mfu);
    case Fits:
        return localAmount(fitAmount(point.estimate.memory));
    default:
        return item.isRecommended ? QStringLiteral("\u2713") : QString();
    }
}

QVariant ClusterModel::sortKey(const ClusterItem &item, int column) const
{
    const ClusterPoint &point = m_outcome.chips[item.chip].points[item.point];
    switch (column) {
    case Days:
        return point.run().days;
    case Cost:
        return point.run().cost;
    case InTime:
        return point.deadlineProbability;
    case Mfu:
        return point.estimate.throughput.mfu;
    case Fits:
        return point.estimate.memory.fitProbability;
    case Machine:
        return QStringLiteral("%1 %2")
            .arg(QString::fromStdString(point.chip))
            .arg(point.devices, 8, 10, QLatin1Char('0'));
    default:
        return item.isRecommended ? 0 : 1;
    }
}

QVariant ClusterModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const ClusterItem &item = m_items[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return text(item, index.column());
    case SortRole:
        return sortKey(item, index.column());
    case Qt::TextAlignmentRole: {
        const bool isText = index.column() == Machine || index.column() == Mark;
        return int((isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    case Qt::ForegroundRole: {
        const ClusterPoint &point = m_outcome.chips[item.chip].points[item.point];
        return m_request.deadlineDays && point.deadlineProbability < likely
            ? QVariant(themeColours(QGuiApplication::palette()).muted)
            : QVariant();
    }
    case Qt::ToolTipRole: {
        const ClusterPoint &point = m_outcome.chips[item.chip].points[item.point];
        if (index.column() == Days)
            return intervalNote(daysText(point.days.low), daysText(point.days.high));
        if (index.column() == Cost)
            return intervalNote(roughMoneyText(point.cost.low), roughMoneyText(point.cost.high));
        return index.column() == Mark && item.isRecommended ? tr("recommended") : QVariant();
    }
    case Qt::AccessibleTextRole: // else the text that is shown
        return index.column() == Mark && item.isRecommended ? tr("recommended") : QVariant();
    default:
        return {};
    }
}

} // namespace headroom
