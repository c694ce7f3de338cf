#pragma once

#include "model/estimate/estimate.h"
#include "widgets/look/flat_table.h"

#include <vector>

namespace headroom {

/// Plans side by side: inputs that differ first, then outcomes. The first column of plans is the
/// reference that changes are measured against.
class CompareModel : public FlatTable
{
    Q_OBJECT
public:
    struct Column
    {
        QString title;
        Plan plan;
        Estimate estimate;
        QString run {}; ///< that was measured of it; empty: none was
        Seconds measured {}; ///< step of that run
    };
    enum Role { SectionRole = Qt::UserRole, SortRole };

    explicit CompareModel(QObject *parent)
        : FlatTable({ tr("What") }, parent)
    { }

    void setColumns(std::vector<Column> columns);

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
    std::size_t size() const override { return m_rows.size(); }
    void addInputs();
    void addOutcomes();
    void addMeasured();

    std::vector<Column> m_columns;
    std::vector<Row> m_rows;
};

} // namespace headroom
