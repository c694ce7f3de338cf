#include "widgets/search/candidate_model.h"

#include "model/estimate/figure_intervals.h"
#include "model/plan/fields/plan_fields.h"
#include "widgets/look/spacing.h"
#include "widgets/look/theme_icon.h"
#include "widgets/search/search_words.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/verdict_text.h"
#include "widgets/text/wording.h"

#include <algorithm>
#include <limits>

namespace headroom {
namespace {

bool isInPlan(const Plan &plan, const std::vector<FieldChange> &settings)
{
    return std::ranges::all_of(settings, [&plan](const FieldChange &setting) {
        return planFieldText(plan, setting.path) == setting.value;
    });
}

} // namespace

bool CandidateItem::isEqualToBest() const
{
    return row.isTie && !isRecommended && !isPresent && !isOnFront && rank && *rank > 1;
}

std::vector<CandidateItem> candidates(const SearchOutcome &outcome)
{
    std::vector<CandidateItem> items;
    for (std::size_t i = 0; i < outcome.rows.size(); ++i)
        items.push_back({ outcome.rows[i], static_cast<int>(i) + 1, outcome.recommended == i });
    for (const SearchRow &point : outcome.pareto) {
        const auto known = std::ranges::find_if(items,
            [&point](const CandidateItem &item) { return item.row.settings == point.settings; });
        if (known == items.end())
            items.push_back({ point, {}, false, true });
        else
            known->isOnFront = true;
    }
    return items;
}

std::vector<CandidateItem> candidates(const SearchProgress &progress)
{
    std::vector<CandidateItem> items;
    for (const SearchRow &row : progress.rows)
        items.push_back({ row, static_cast<int>(items.size()) + 1 });
    return items;
}

CandidateModel::CandidateModel(QObject *parent)
    : FlatTable({ tr("Place"), tr("Kind"), tr("Against the plan"), tr("Step time (80 %)"),
                    tr("MFU"), tr("Memory"),
                    //: Probability that the configuration fits in memory.
                    tr("Fits"), tr("Headroom"), tr("Cost") },
        parent)
{ }

void CandidateModel::setItems(std::vector<CandidateItem> items, const Plan &plan)
{
    beginResetModel();
    m_items = std::move(items);
    compareWith(plan);
    endResetModel();
}

void CandidateModel::compareWith(const Plan &plan)
{
    m_configurations.clear();
    for (CandidateItem &item : m_items) {
        m_configurations.append(differenceText(plan, item.row.settings));
        item.isPresent = isInPlan(plan, item.row.settings);
    }
}

void CandidateModel::setPresent(const Plan &plan)
{
    compareWith(plan);
    if (!m_items.empty()) // whether a row is the plan decides whether it is folded
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

int CandidateModel::rowOf(const std::vector<FieldChange> &settings) const
{
    const auto found = std::ranges::find_if(
        m_items, [&settings](const CandidateItem &item) { return item.row.settings == settings; });
    return found == m_items.end() ? -1 : static_cast<int>(found - m_items.begin());
}

QString CandidateModel::markText(const CandidateItem &item) const
{
    // The one that matters most.
    if (item.isRecommended)
        return tr("recommended");
    if (item.isPresent)
        return tr("the plan now");
    if (item.row.isTie)
        return tr("as fast as the best");
    return item.isOnFront ? tr("best compromise") : QString();
}

QString CandidateModel::text(const CandidateItem &item, int column) const
{
    const Estimate &estimate = item.row.estimate;
    switch (column) {
    case Rank:
        return item.rank ? QString::number(*item.rank) : QStringLiteral("–");
    case Mark:
        return markText(item);
    case StepTime:
        //: A step time and how far it may be off (80 % interval).
        return tr("%1 ± %2").arg(
            secondsText(estimate.time.step), shareText(estimate.time.p90 / estimate.time.step - 1));
    case Mfu:
        return shareText(estimate.throughput.mfu);
    case Peak:
        return gibText(estimate.memory.peak);
    case Fits:
        return localAmount(fitAmount(estimate.memory));
    case Headroom:
        return gibText(estimate.memory.headroom);
    case Price:
        return estimate.run ? moneyText(estimate.run->cost) : QStringLiteral("–");
    default:
        return {};
    }
}

QVariant CandidateModel::sortKey(const CandidateItem &item, int column) const
{
    const Estimate &estimate = item.row.estimate;
    switch (column) {
    case Rank:
        return item.rank.value_or(std::numeric_limits<int>::max());
    case StepTime:
        return estimate.time.step.value();
    case Mfu:
        return estimate.throughput.mfu;
    case Peak:
        return estimate.memory.peak.value();
    case Fits:
        return estimate.memory.fitProbability;
    case Headroom:
        return estimate.memory.headroom.value();
    case Price:
        return estimate.run ? estimate.run->cost : 0;
    default:
        return markText(item);
    }
}

QVariant CandidateModel::toolTip(int row, int column) const
{
    const TimeEstimate &time = m_items[static_cast<std::size_t>(row)].row.estimate.time;
    if (column == Configuration)
        return m_configurations.at(row);
    return column == StepTime ? intervalNote(secondsText(time.p10), secondsText(time.p90))
                              : QVariant();
}

QVariant CandidateModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const CandidateItem &item = m_items[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return column == Configuration ? m_configurations.at(index.row()) : text(item, column);
    case SortRole:
        return column == Configuration ? QVariant(m_configurations.at(index.row()))
                                       : sortKey(item, column);
    case Qt::ToolTipRole:
        return toolTip(index.row(), column);
    case Qt::DecorationRole:
        return column == Mark && item.isRecommended
            ? QVariant(themeIcon(QStringLiteral("check"), IconTint::Good))
            : QVariant();
    case Qt::FontRole:
        return item.isRecommended ? QVariant(textFont(TextRole::Strong)) : QVariant();
    case Qt::TextAlignmentRole:
        return headerData(column, Qt::Horizontal, role);
    default:
        return {};
    }
}

QVariant CandidateModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::TextAlignmentRole)
        return FlatTable::headerData(section, orientation, role);
    const bool isWords = section == Mark || section == Configuration;
    return QVariant((isWords ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
}

CandidateFilter::CandidateFilter(const CandidateModel &candidates, QObject *parent)
    : QSortFilterProxyModel(parent)
    , m_candidates(candidates)
{
    setSortRole(CandidateModel::SortRole);
}

void CandidateFilter::setFolded(bool folded)
{
    m_isFolded = folded;
    invalidateFilter();
}

int CandidateFilter::equals() const
{
    return static_cast<int>(
        std::ranges::count_if(m_candidates.items(), &CandidateItem::isEqualToBest));
}

bool CandidateFilter::filterAcceptsRow(int row, const QModelIndex &) const
{
    return !m_isFolded || !m_candidates.items()[static_cast<std::size_t>(row)].isEqualToBest();
}

} // namespace headroom
