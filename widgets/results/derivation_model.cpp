#include "widgets/results/derivation_model.h"

#include "widgets/look/spacing.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"

namespace headroom {

struct DerivationModel::Node
{
    const Derivation *derivation;
    int parent;
    int row;
    std::vector<int> children;
};

DerivationModel::DerivationModel(QObject *parent)
    : QAbstractItemModel(parent)
{ }

DerivationModel::~DerivationModel() = default;

void DerivationModel::setDerivation(const Derivation &derivation)
{
    beginResetModel();
    m_root = derivation;
    m_nodes.clear();
    add(m_root, -1);
    endResetModel();
}

void DerivationModel::add(const Derivation &derivation, int parent)
{
    const int here = static_cast<int>(m_nodes.size());
    const int row = parent < 0
        ? 0
        : static_cast<int>(m_nodes[static_cast<std::size_t>(parent)].children.size());
    m_nodes.push_back({ &derivation, parent, row, {} });
    if (parent >= 0)
        m_nodes[static_cast<std::size_t>(parent)].children.push_back(here);
    for (const Derivation &operand : derivation.operands)
        add(operand, here);
}

QModelIndex DerivationModel::index(int row, int column, const QModelIndex &parent) const
{
    if (column < 0 || column >= ColumnCount || row < 0 || row >= rowCount(parent))
        return {};
    if (!parent.isValid())
        return createIndex(0, column, quintptr { 0 });
    const Node &node = m_nodes[static_cast<std::size_t>(parent.internalId())];
    return createIndex(
        row, column, static_cast<quintptr>(node.children[static_cast<std::size_t>(row)]));
}

QModelIndex DerivationModel::parent(const QModelIndex &index) const
{
    if (!index.isValid())
        return {};
    const int parent = m_nodes[static_cast<std::size_t>(index.internalId())].parent;
    return parent < 0 ? QModelIndex()
                      : createIndex(m_nodes[static_cast<std::size_t>(parent)].row, 0,
                          static_cast<quintptr>(parent));
}

int DerivationModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return m_nodes.empty() ? 0 : 1;
    if (parent.column() != 0)
        return 0;
    return static_cast<int>(m_nodes[static_cast<std::size_t>(parent.internalId())].children.size());
}

int DerivationModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

QVariant DerivationModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Derivation &derivation
        = *m_nodes[static_cast<std::size_t>(index.internalId())].derivation;
    if (role == FieldRole)
        return QString::fromStdString(derivation.field);
    if (role == SortRole)
        return derivation.value;
    if (role == Qt::ToolTipRole && !derivation.assumption.empty())
        return tr("Assumes: %1").arg(QString::fromStdString(derivation.assumption));
    if (role == Qt::FontRole && index.column() == QuantityColumn && index.internalId() == 0)
        return textFont(TextRole::Strong);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (index.column()) {
    case QuantityColumn:
        return QString::fromStdString(derivation.label);
    case ValueColumn:
        return valueText(derivation.value, QString::fromStdString(derivation.unit));
    case FormulaColumn:
        return QString::fromStdString(derivation.formula);
    case EvidenceColumn:
        return modelText(
            "model/derivations", evidenceNames[static_cast<std::size_t>(derivation.evidence)]);
    default:
        return QString::fromStdString(derivation.source);
    }
}

QVariant DerivationModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case QuantityColumn:
        return tr("Quantity");
    case ValueColumn:
        return tr("Value");
    case FormulaColumn:
        return tr("Formula");
    case EvidenceColumn:
        return tr("Evidence");
    default:
        return tr("Source");
    }
}

} // namespace headroom
