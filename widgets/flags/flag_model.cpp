#include "widgets/flags/flag_model.h"

#include "widgets/look/spacing.h"
#include "widgets/look/theme_icon.h"
#include "widgets/planning/plan_controller.h"

#include <algorithm>

namespace headroom {
namespace {

QStringList termIds(const FlagRow &row)
{
    QStringList ids;
    if (row.texts)
        for (const FlagTermEffect &effect : row.texts->effects)
            ids.append(QString::fromStdString(effect.term));
    return ids;
}

} // namespace

FlagModel::FlagModel(PlanController &controller, QObject *parent)
    : FlatTable({ tr("Flag or variable"), tr("Value"), tr("Effect on this plan"), tr("Default"),
                    tr("Advice"), tr("Goes into") },
        parent)
    , m_controller(controller)
{
    // One flag a turn of the event loop: the window answers in between.
    m_next.setParent(this); // who waits for the page finds it
    m_next.setInterval(0);
    connect(&m_next, &QTimer::timeout, this, &FlagModel::workOutNext);
}

void FlagModel::workOutNext()
{
    if (m_effects.size() >= m_rows.size() || m_controller.isStale()) {
        m_next.stop();
        return;
    }
    m_effects.push_back(flagEffect(m_controller, m_rows[m_effects.size()]));
    const QModelIndex at = index(static_cast<int>(m_effects.size()) - 1, EffectColumn);
    emit dataChanged(at, at);
}

void FlagModel::setRows(std::vector<FlagRow> rows)
{
    // The same names in the same order: selection and scroll position stay.
    const bool sameNames = std::ranges::equal(rows, m_rows, {}, &FlagRow::name, &FlagRow::name);
    m_effects.clear();
    m_next.start();
    if (sameNames) {
        m_rows = std::move(rows);
        if (!m_rows.empty())
            emit dataChanged(index(0, 0), index(rowCount() - 1, CarrierColumn));
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

QVariant FlagModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const FlagRow &row = this->row(index.row());
    switch (role) {
    case SearchRole:
        return QStringLiteral("%1 %2 %3 %4").arg(row.name, row.value, row.says, row.reason);
    case KindRole:
        return row.kind ? static_cast<int>(*row.kind) : -1;
    case ChangedRole:
        return row.isChanged;
    case AreaRole:
        return row.entry ? static_cast<int>(row.entry->area) : -1;
    case TermsRole:
        return termIds(row);
    case ConcernsRole:
        // What the release does not have is of no use to the plan.
        return row.isOwn || (!row.reason.isEmpty() && row.kind != AdviceKind::NotInVersion);
    case WrittenRole:
        return row.isOn;
    case OwnRole:
        return row.isOwn;
    case Qt::CheckStateRole:
        return index.column() == NameColumn ? QVariant(row.isOn ? Qt::Checked : Qt::Unchecked)
                                            : QVariant();
    case Qt::ToolTipRole:
        return row.reason.isEmpty() ? row.says : row.reason;
    case Qt::FontRole:
        if (row.isOwn)
            return textFont(TextRole::Strong);
        return {};
    case Qt::DisplayRole:
    case Qt::EditRole:
    case SortRole:
        break;
    default:
        return {};
    }
    if (index.column() == EffectColumn) {
        const auto at = static_cast<std::size_t>(index.row());
        if (at >= m_effects.size())
            return {};
        return role == SortRole ? QVariant(m_effects[at].seconds) : QVariant(m_effects[at].text);
    }
    switch (index.column()) {
    case NameColumn:
        return row.name;
    case ValueColumn:
        return row.value;
    case DefaultColumn:
        return row.defaultValue;
    case AdviceColumn:
        return row.isOwn ? (row.isOn ? tr("Set by you") : tr("Switched off by you"))
            : row.kind   ? adviceKindText(*row.kind)
                         : QString();
    default:
        return row.carrier;
    }
}

Qt::ItemFlags FlagModel::flags(const QModelIndex &index) const
{
    Qt::ItemFlags flags = FlatTable::flags(index);
    if (!index.isValid())
        return flags;
    if (index.column() == NameColumn)
        flags |= Qt::ItemIsUserCheckable;
    if (index.column() == ValueColumn)
        flags |= Qt::ItemIsEditable;
    return flags;
}

bool FlagModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!index.isValid())
        return false;
    const FlagRow row = this->row(index.row()); // the edit replaces the rows
    if (role == Qt::CheckStateRole && index.column() == NameColumn) {
        switchFlag(row, value.toInt() == Qt::Checked);
        return true;
    }
    if (role == Qt::EditRole && index.column() == ValueColumn) {
        const std::string text = value.toString().trimmed().toStdString();
        if (text != row.value.toStdString() || !row.isOn)
            store(row, text.empty() ? std::nullopt : std::optional(text));
        return true;
    }
    return false;
}

void FlagModel::switchFlag(const FlagRow &row, bool on)
{
    const bool advised = row.kind == AdviceKind::Set;
    if (advised)
        store(row, on ? std::nullopt : std::optional<std::string>("default"));
    else if (!on)
        store(row, std::nullopt);
    else
        store(row,
            row.value.isEmpty()
                ? (row.defaultValue.isEmpty() ? "true" : row.defaultValue.toStdString())
                : row.value.toStdString());
}

void FlagModel::store(const FlagRow &row, const std::optional<std::string> &value)
{
    Plan plan = m_controller.plan();
    const std::string name = row.name.toStdString();
    if (value)
        plan.flags[name] = *value;
    else
        plan.flags.erase(name);
    m_controller.replacePlan(plan, tr("Change flag %1").arg(row.name));
}

FlagFilter::FlagFilter(QObject *parent)
    : QSortFilterProxyModel(parent)
{
    setSortRole(FlagModel::SortRole);
    setSortCaseSensitivity(Qt::CaseInsensitive);
    setDynamicSortFilter(true);
}

void FlagFilter::setChoice(const FlagChoice &choice)
{
    m_choice = choice;
    m_words = choice.text.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

bool FlagFilter::isShown(const QModelIndex &index) const
{
    const auto kind = static_cast<AdviceKind>(index.data(FlagModel::KindRole).toInt());
    switch (m_choice.show) {
    case FlagChoice::Show::Written:
        return index.data(FlagModel::WrittenRole).toBool();
    case FlagChoice::Show::Relevant:
        return index.data(FlagModel::ConcernsRole).toBool();
    case FlagChoice::Show::Advised:
        return kind == AdviceKind::Set || kind == AdviceKind::Consider;
    case FlagChoice::Show::Changed:
        return index.data(FlagModel::ChangedRole).toBool();
    case FlagChoice::Show::Own:
        return index.data(FlagModel::OwnRole).toBool();
    case FlagChoice::Show::All:
        break;
    }
    return true;
}

bool FlagFilter::filterAcceptsRow(int row, const QModelIndex &parent) const
{
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    if (!isShown(index))
        return false;
    if (m_choice.area >= 0 && index.data(FlagModel::AreaRole).toInt() != m_choice.area)
        return false;
    if (!m_choice.term.isEmpty()
        && !index.data(FlagModel::TermsRole).toStringList().contains(m_choice.term))
        return false;
    const QString text = index.data(FlagModel::SearchRole).toString();
    return std::ranges::all_of(
        m_words, [&](const QString &word) { return text.contains(word, Qt::CaseInsensitive); });
}

} // namespace headroom
