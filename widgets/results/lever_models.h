#pragma once

#include "model/advice/levers.h"
#include "widgets/look/flat_table.h"

#include <vector>

namespace headroom {

/// Rows of text and numbers with, per row, what a click would change. Base of the tables of the
/// levers page.
class ChangeTable : public FlatTable
{
    Q_OBJECT
public:
    struct Cell
    {
        QString text;
        QVariant number; ///< for sorting; text when absent
        int direction = 0; ///< 1: welcome, −1: unwelcome
    };
    /// Stands where a number is not known.
    static Cell notTold() { return { QStringLiteral("–"), {}, 0 }; }
    struct Row
    {
        QList<Cell> cells;
        QString toolTip;
        bool isPlan = false; ///< what the plan has now
        bool isTotal = false; ///< a sum of other rows
        std::optional<Plan> plan; ///< what a click turns the plan into
        QString title; ///< of that step
    };
    enum Role { SortRole = Qt::UserRole, PlanRole };

    using FlatTable::FlatTable;

    void setRows(std::vector<Row> rows);
    /// Whether any row changes the plan.
    bool offersPlans() const;
    const Row &row(int index) const { return m_rows.at(static_cast<std::size_t>(index)); }

    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::size_t size() const override { return m_rows.size(); }
    /// Figures stand to the right under their heading, words to the left.
    bool isFigures(int column) const { return m_figures.value(column); }

    QList<bool> m_figures;
    std::vector<Row> m_rows;
};

class PlanController;

std::vector<ChangeTable::Row> leverRows(const PlanController &controller);
/// The best value of each setting alone: of those that leave the job the same, and of the job.
std::vector<ChangeTable::Row> sensitivityRows(const PlanController &controller);
std::vector<ChangeTable::Row> otherJobRows(const PlanController &controller);
std::vector<ChangeTable::Row> rematRows(const PlanController &controller);
std::vector<ChangeTable::Row> tensorRows(const PlanController &controller);

// The tables that stand beside an estimate (model/advice/plan_tables.h).
std::vector<ChangeTable::Row> policyRows(const PlanController &controller);
std::vector<ChangeTable::Row> dimensionRows(const PlanController &controller);
std::vector<ChangeTable::Row> tileRows(const PlanController &controller);
std::vector<ChangeTable::Row> axisRows(const PlanController &controller);
std::vector<ChangeTable::Row> networkRows(const PlanController &controller);
std::vector<ChangeTable::Row> operationRows(const PlanController &controller);

} // namespace headroom
