#pragma once

#include "model/physics/trace/derivation.h"

#include <QAbstractItemModel>

#include <memory>
#include <vector>

namespace headroom {

/// A derivation as a tree: quantity, value, formula, how it is known, source.
class DerivationModel : public QAbstractItemModel
{
    Q_OBJECT
public:
    enum Column {
        QuantityColumn,
        ValueColumn,
        FormulaColumn,
        EvidenceColumn,
        SourceColumn,
        ColumnCount
    };
    /// FieldRole: path of the plan's field that the row is; empty for others.
    enum Role { FieldRole = Qt::UserRole, SortRole };

    explicit DerivationModel(QObject *parent = nullptr);
    ~DerivationModel() override;

    void setDerivation(const Derivation &derivation);
    const Derivation &derivation() const { return m_root; }

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Node;
    void add(const Derivation &derivation, int parent);

    Derivation m_root;
    std::vector<Node> m_nodes; ///< depth first; the first is the root
};

} // namespace headroom
