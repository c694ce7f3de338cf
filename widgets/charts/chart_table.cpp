#include "widgets/charts/chart_table.h"

#include "widgets/text/quantity_text.h"

namespace headroom {
namespace {

bool isNumber(const QVariant &value)
{
    return value.typeId() == QMetaType::Double || value.typeId() == QMetaType::Int;
}

QString csvCell(const QVariant &value)
{
    if (value.typeId() == QMetaType::Double)
        return QString::number(value.toDouble(), 'g', 17);
    QString text = value.toString();
    if (text.contains(QLatin1Char('"')) || text.contains(QLatin1Char(','))
        || text.contains(QLatin1Char('\n'))) {
        text.replace(QLatin1Char('"'), QLatin1String("\"\""));
        text = QStringLiteral("\"%1\"").arg(text);
    }
    return text;
}

QString csvLine(const QVariantList &cells)
{
    QStringList texts;
    for (const QVariant &cell : cells)
        texts.append(csvCell(cell));
    return texts.join(QLatin1Char(',')) + QLatin1Char('\n');
}

} // namespace

QString ChartTable::csv() const
{
    QString text = csvLine(QVariantList(headers.begin(), headers.end()));
    for (const QVariantList &row : rows)
        text += csvLine(row);
    return text;
}

void ChartTableModel::setTable(const ChartTable &table)
{
    if (table == m_table)
        return;
    beginResetModel();
    m_table = table;
    setHeadings(table.headers);
    endResetModel();
}

QVariant ChartTableModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const QVariant value = m_table.rows.at(index.row()).value(index.column());
    if (role == SortRole)
        return value;
    if (role == Qt::DisplayRole)
        return isNumber(value) ? numberText(value.toDouble(), 5) : value.toString();
    if (role == Qt::TextAlignmentRole && isNumber(value))
        return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    return {};
}

} // namespace headroom
