#include "widgets/compare/compare_model.h"

#include "model/estimate/figure_intervals.h"
#include "model/plan/fields/plan_fields.h"
#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/verdict_text.h"
#include "widgets/text/wording.h"

#include <QApplication>

#include <algorithm>
#include <set>

namespace headroom {

void CompareModel::setColumns(std::vector<Column> columns)
{
    beginResetModel();
    m_columns = std::move(columns);
    QStringList headings { tr("What") };
    for (const Column &column : m_columns)
        headings.append(column.title);
    setHeadings(headings);
    m_rows.clear();
    addInputs();
    addOutcomes();
    addMeasured();
    endResetModel();
}

void CompareModel::addInputs()
{
    std::vector<std::string> paths;
    for (const PlanField &field : planFields()) {
        if (field.path != "name")
            paths.push_back(field.path);
    }
    std::set<std::string> flags, tensors;
    for (const Column &column : m_columns) {
        for (const auto &[name, value] : column.plan.flags)
            flags.insert("flags." + name);
        for (const auto &[name, value] : column.plan.remat.tensors)
            tensors.insert("remat.tensors." + name);
    }
    paths.insert(paths.end(), tensors.begin(), tensors.end());
    paths.insert(paths.end(), flags.begin(), flags.end());
    for (const std::string &path : paths) {
        Row row;
        row.label = pathLabel(QString::fromStdString(path));
        for (const Column &column : m_columns) {
            const QString text = QString::fromStdString(planFieldText(column.plan, path));
            row.cells.append(text.isEmpty() ? QStringLiteral("–") : text);
        }
        if (std::ranges::any_of(
                row.cells, [&](const QString &cell) { return cell != row.cells.first(); }))
            m_rows.push_back(std::move(row));
    }
}

void CompareModel::addOutcomes()
{
    const auto add = [this](const QString &label, int better, auto value, auto text) {
        Row row;
        row.label = label;
        row.isOutcome = true;
        row.better = better;
        for (const Column &column : m_columns) {
            row.numbers.push_back(value(column.estimate));
            row.cells.append(text(column.estimate));
        }
        m_rows.push_back(std::move(row));
    };
    add(
        tr("Fits"), 1, [](const Estimate &e) { return e.memory.fits ? 1.0 : 0.0; },
        [](const Estimate &e) { return e.memory.fits ? tr("yes") : tr("no"); });
    m_rows.back().showsRatio = false; // yes or no
    add(
        tr("Memory per device"), -1, [](const Estimate &e) { return e.memory.peak.value(); },
        [](const Estimate &e) { return gibText(e.memory.peak); });
    add(
        tr("Headroom"), 1, [](const Estimate &e) { return e.memory.headroom.value(); },
        [](const Estimate &e) { return gibText(e.memory.headroom); });
    m_rows.back().showsRatio = false; // a share of what is left says nothing
    add(
        tr("Step time"), -1, [](const Estimate &e) { return e.time.step.value(); },
        [](const Estimate &e) { return secondsText(e.time.step); });
    add(
        tr("MFU"), 1, [](const Estimate &e) { return e.throughput.mfu; },
        [](const Estimate &e) { return shareText(e.throughput.mfu); });
    add(
        tr("Tokens/s per device"), 1,
        [](const Estimate &e) { return e.throughput.tokensPerSecondPerDevice; },
        [](const Estimate &e) {
            return countText(std::round(e.throughput.tokensPerSecondPerDevice));
        });
    add(
        tr("Limited by"), 0, [](const Estimate &) { return 0.0; },
        [](const Estimate &e) { return termText(QString::fromStdString(e.bottleneck)); });
    const bool runs = std::ranges::all_of(
        m_columns, [](const Column &column) { return column.estimate.run.has_value(); });
    if (!runs || m_columns.empty())
        return;
    add(
        tr("Time to train"), -1, [](const Estimate &e) { return calendarRun(e).days; },
        [](const Estimate &e) { return daysText(calendarRun(e).days); });
    add(
        tr("Cost"), -1, [](const Estimate &e) { return calendarRun(e).cost; },
        [](const Estimate &e) { return moneyText(calendarRun(e).cost); });
}

/// What runs of the plans took; changes are told where every plan has one.
void CompareModel::addMeasured()
{
    const auto isMeasured = [](const Column &column) { return !column.run.isEmpty(); };
    if (std::ranges::none_of(m_columns, isMeasured))
        return;
    Row row;
    row.label = tr("Measured step");
    row.isOutcome = true;
    row.better = std::ranges::all_of(m_columns, isMeasured) ? -1 : 0;
    for (const Column &column : m_columns) {
        row.numbers.push_back(column.measured.value());
        row.cells.append(isMeasured(column)
                //: A step time and the run that took it.
                ? tr("%1, run %2").arg(secondsText(column.measured), column.run)
                : QStringLiteral("–"));
    }
    m_rows.push_back(std::move(row));
}

QVariant CompareModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == SectionRole)
        return row.isOutcome ? tr("Outcome") : tr("Input");
    if (index.column() == 0) {
        if (role == Qt::DisplayRole)
            return row.label;
        return role == Qt::FontRole && row.isOutcome ? QVariant(textFont(TextRole::Strong))
                                                     : QVariant();
    }
    const auto plan = static_cast<std::size_t>(index.column() - 1);
    if (role == SortRole && plan < row.numbers.size())
        return row.numbers[plan];
    const bool compares = plan > 0 && plan < row.numbers.size() && row.better != 0
        && row.numbers[0] != row.numbers[plan];
    if (role == Qt::DisplayRole) {
        const QString cell = row.cells.at(static_cast<qsizetype>(plan));
        if (!compares || !row.showsRatio || row.numbers[0] <= 0)
            return cell;
        //: A value and how it differs from the reference.
        return tr("%1  (%2)").arg(cell, ratioChangeText(row.numbers[0], row.numbers[plan]));
    }
    if (role == Qt::ForegroundRole && compares) {
        const ThemeColours colours = themeColours(QApplication::palette());
        const bool good = (row.numbers[plan] > row.numbers[0]) == (row.better > 0);
        return good ? colours.good : colours.bad;
    }
    return {};
}

QVariant CompareModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return FlatTable::headerData(
        section, orientation, role == Qt::ToolTipRole ? int(Qt::DisplayRole) : role);
}

} // namespace headroom
