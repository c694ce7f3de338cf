#pragma once

#include "model/diagnosis/diagnosis.h"

#include <QAbstractTableModel>

#include <vector>

namespace headroom {

/// The runs of a project file: what was measured beside what is predicted, and the verdict.
class RunTableModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Run, Model, Step, Predicted, Mfu, Memory, Verdict, ColumnCount };
    enum Role { SortRole = Qt::UserRole };

    using QAbstractTableModel::QAbstractTableModel;

    void setRuns(std::vector<RunDiagnosis> runs);
    const RunDiagnosis *at(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// "32.3 % slower", "as predicted", "no step time": the last column.
    static QString verdictText(const RunDiagnosis &run);

private:
    QString text(const RunDiagnosis &run, int column) const;

    std::vector<RunDiagnosis> m_runs;
};

} // namespace headroom
