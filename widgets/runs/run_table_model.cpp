#include "widgets/runs/run_table_model.h"

#include "widgets/look/theme.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"

#include <QApplication>

namespace headroom {
namespace {

QString planText(const Plan &plan)
{
    const QString model = plan.model.id.empty() ? RunTableModel::tr("custom shape")
                                                : QString::fromStdString(plan.model.id);
    const double devices = static_cast<double>(plan.hardware.nodes) * plan.hardware.devicesPerNode;
    //: A run: model, number of devices, kind of device.
    return RunTableModel::tr("%1, %2 × %3")
        .arg(model, countText(devices), QString::fromStdString(plan.hardware.accelerator));
}

double sortValue(const RunDiagnosis &run, int column)
{
    switch (column) {
    case RunTableModel::Step:
        return run.stepSeconds.value_or(0);
    case RunTableModel::Predicted:
        return run.predicted ? run.predicted->time.step.value() : 0;
    case RunTableModel::Mfu:
        return run.measuredMfu;
    case RunTableModel::Memory:
        return run.peakBytes.value_or(0);
    default:
        return run.ratio;
    }
}

} // namespace

void RunTableModel::setRuns(std::vector<RunDiagnosis> runs)
{
    beginResetModel();
    m_runs = std::move(runs);
    endResetModel();
}

const RunDiagnosis *RunTableModel::at(int row) const
{
    const auto index = static_cast<std::size_t>(row);
    return row >= 0 && index < m_runs.size() ? &m_runs[index] : nullptr;
}

int RunTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_runs.size());
}

int RunTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString RunTableModel::verdictText(const RunDiagnosis &run)
{
    if (!run.isCompared())
        return run.notes.empty() ? QString() : localMessage(run.notes.front());
    if (run.isInside)
        return tr("as predicted");
    if (run.measuredMfu > 1)
        return tr("does not match this plan");
    return fasterText(1, run.ratio);
}

QString RunTableModel::text(const RunDiagnosis &run, int column) const
{
    switch (column) {
    case Run:
        return QString::fromStdString(run.id);
    case Model:
        return run.predicted ? planText(run.plan) : QString();
    case Step:
        return run.stepSeconds ? secondsText(Seconds { *run.stepSeconds }) : QString();
    case Predicted:
        return run.predicted
            ? rangeText(secondsText(run.predicted->time.p10), secondsText(run.predicted->time.p90))
            : QString();
    case Mfu:
        return run.isCompared() ? shareText(run.measuredMfu) : QString();
    case Memory:
        return run.peakBytes ? gibText(Bytes { *run.peakBytes }) : QString();
    default:
        return verdictText(run);
    }
}

QVariant RunTableModel::data(const QModelIndex &index, int role) const
{
    const RunDiagnosis *run = at(index.row());
    if (!run)
        return {};
    const int column = index.column();
    if (role == Qt::DisplayRole)
        return text(*run, column);
    if (role == SortRole)
        return column == Run || column == Model ? QVariant(text(*run, column))
                                                : QVariant(sortValue(*run, column));
    if (role == Qt::TextAlignmentRole)
        return column >= Step && column <= Memory ? int(Qt::AlignRight | Qt::AlignVCenter)
                                                  : int(Qt::AlignLeft | Qt::AlignVCenter);
    if (role == Qt::ForegroundRole && column == Verdict && run->isCompared() && !run->isInside) {
        const ThemeColours colours = themeColours(QApplication::palette());
        return run->ratio > 1 ? colours.bad : run->measuredMfu > 1 ? colours.warning : colours.good;
    }
    if (role == Qt::ToolTipRole && column == Run)
        return QString::fromStdString(run->source);
    if (role == Qt::ToolTipRole && column == Predicted && run->predicted)
        return tr(
            "The run's plan is predicted to take %1; four of five runs lie within the interval.")
            .arg(secondsText(run->predicted->time.step));
    if (role == Qt::ToolTipRole)
        return text(*run, column);
    return {};
}

QVariant RunTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Run:
        return tr("Run");
    case Model:
        return tr("Plan");
    case Step:
        return tr("Step");
    case Predicted:
        return tr("Predicted, 80 %");
    case Mfu:
        return tr("MFU");
    case Memory:
        return tr("Memory");
    default:
        return tr("Verdict");
    }
}

} // namespace headroom
