#pragma once

#include "model/estimate/estimate.h"

#include <QAbstractTableModel>

#include <vector>

namespace headroom {

/// Plans side by side: inputs that differ first, then outcomes. The first column of plans is the
/// reference that changes are measured against.
class CompareModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    struct Column
    {
        QString title;
        Plan plan;
        Estimate estimate;
    };
    enum Role { SectionRole = Qt::UserRole, SortRole };

    using QAbstractTableModel::QAbstractTableModel;

    void setColumns(std::vector<Column> columns);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row
    {
        QString label;
        QStringList cells;
        bool isOutcome = false;
        std::vector<double> numbers;
        int better = 0; ///< 1: higher is better, −1: lower
        bool showsRatio = true;
    };
    void addInputs();
    void addOutcomes();

    std::vector<Column> m_columns;
    std::vector<Row> m_rows;
};

} // namespace headroom
