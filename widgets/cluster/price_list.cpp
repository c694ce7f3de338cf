#include "widgets/cluster/price_list.h"

#include "model/library/profiles/profile_library.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/typed_number.h"

#include <QSettings>

namespace headroom {
namespace {

QString priceKey(const QString &chip)
{
    return QStringLiteral("prices/") + chip;
}

QString leftOutKey(const QString &chip)
{
    return QStringLiteral("chipsLeftOut/") + chip;
}

} // namespace

PriceList::PriceList(const ProfileLibrary &library, QSettings &settings, QObject *parent)
    : FlatTable({ tr("Chip"), tr("USD per device-hour"), tr("Source") }, parent)
    , m_settings(settings)
{
    for (const std::string &id : library.acceleratorIds()) {
        const auto chip = library.accelerator(id);
        if (!chip)
            continue;
        Row row;
        row.id = QString::fromStdString((*chip)->id);
        row.name = QString::fromStdString((*chip)->name);
        row.profilePrice = (*chip)->pricePerDeviceHour;
        const auto source = (*chip)->sources.find("price");
        row.source = QString::fromStdString((*chip)->priceDate);
        if (source != (*chip)->sources.end())
            row.source += QStringLiteral(" · ") + QString::fromStdString(source->second);
        if (const QVariant own = m_settings.value(priceKey(row.id)); own.toDouble() > 0)
            row.own = own.toDouble();
        row.isTicked = !m_settings.value(leftOutKey(row.id)).toBool();
        m_rows.push_back(std::move(row));
    }
}

std::map<std::string, double> PriceList::ownPrices() const
{
    std::map<std::string, double> prices;
    for (const Row &row : m_rows)
        if (row.own)
            prices[row.id.toStdString()] = *row.own;
    return prices;
}

std::vector<std::string> PriceList::chips() const
{
    std::vector<std::string> ids;
    for (const Row &row : m_rows)
        if (row.isTicked && row.price() > 0)
            ids.push_back(row.id.toStdString());
    return ids;
}

void PriceList::tickAll(bool isTicked)
{
    for (Row &row : m_rows) {
        row.isTicked = isTicked;
        keep(row);
    }
    emit dataChanged(index(0, Chip), index(rowCount() - 1, Chip));
}

void PriceList::forgetOwnPrices()
{
    for (Row &row : m_rows) {
        row.own.reset();
        keep(row);
    }
    emit dataChanged(index(0, Price), index(rowCount() - 1, Source));
}

void PriceList::keep(const Row &row)
{
    if (row.own)
        m_settings.setValue(priceKey(row.id), *row.own);
    else
        m_settings.remove(priceKey(row.id));
    if (row.isTicked)
        m_settings.remove(leftOutKey(row.id));
    else
        m_settings.setValue(leftOutKey(row.id), true);
}

QVariant PriceList::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::CheckStateRole && index.column() == Chip)
        return row.isTicked ? Qt::Checked : Qt::Unchecked;
    if (role == Qt::TextAlignmentRole && index.column() == Price)
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && index.column() == Source)
        return row.source;
    if (role == Qt::EditRole && index.column() == Price)
        return row.price() > 0 ? shownNumber(QString::number(row.price())) : QString();
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Chip:
        return row.name;
    case Price:
        return row.price() > 0 ? moneyText(row.price()) : QStringLiteral("–");
    default:
        return row.own ? tr("yours; the profile says %1").arg(moneyText(row.profilePrice))
                       : row.source;
    }
}

Qt::ItemFlags PriceList::flags(const QModelIndex &index) const
{
    Qt::ItemFlags own = FlatTable::flags(index);
    if (index.column() == Chip)
        own |= Qt::ItemIsUserCheckable;
    if (index.column() == Price)
        own |= Qt::ItemIsEditable;
    return own;
}

bool PriceList::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!index.isValid())
        return false;
    Row &row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::CheckStateRole && index.column() == Chip) {
        row.isTicked = value.toInt() == Qt::Checked;
    } else if (role == Qt::EditRole && index.column() == Price) {
        const QString text = value.toString().trimmed();
        const auto price = typedValue(text);
        const bool isRefused = !text.isEmpty() && !(price && *price > 0);
        emit refusedChanged(isRefused ? text : QString());
        if (isRefused)
            return false;
        if (text.isEmpty() || *price == row.profilePrice)
            row.own.reset();
        else
            row.own = *price;
    } else {
        return false;
    }
    keep(row);
    emit dataChanged(this->index(index.row(), 0), this->index(index.row(), Source));
    return true;
}

} // namespace headroom
