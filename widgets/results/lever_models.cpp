#include "widgets/results/lever_models.h"

#include "model/estimate/figure_intervals.h"
#include "model/plan/remat_kind.h"
#include "widgets/fields/repair_buttons.h"
#include "widgets/look/spacing.h"
#include "widgets/look/theme.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/quantity_text.h"
#include "widgets/text/wording.h"

#include <QApplication>

#include <algorithm>
#include <set>

namespace headroom {
namespace {

/// The texts of this file for translators.
struct Texts
{
    Q_DECLARE_TR_FUNCTIONS(headroom::Levers)
};

QString yesNo(bool value)
{
    return value ? Texts::tr("yes") : Texts::tr("no");
}

ChangeTable::Cell bytesChange(Bytes change)
{
    return { bytesChangeText(change), change.value(),
        change.value() < 0       ? 1
            : change.value() > 0 ? -1
                                 : 0 };
}

ChangeTable::Cell timeChange(const Estimate &now, const Estimate &then)
{
    const double ratio = then.time.step / now.time.step - 1;
    const QString text = ratio == 0
        ? QStringLiteral("±0")
        : QStringLiteral("%1  (%2)")
              .arg(secondsChangeText(then.time.step - now.time.step),
                  ratioChangeText(now.time.step.value(), then.time.step.value()));
    return { text, ratio, ratio < 0 ? 1 : ratio > 0 ? -1 : 0 };
}

std::optional<Plan> changedPlan(
    const PlanController &controller, const std::vector<FieldChange> &changes)
{
    return changes.empty() ? std::nullopt : controller.planWith(changes);
}

} // namespace

void ChangeTable::setRows(std::vector<Row> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    m_figures.fill(false, columnCount());
    for (const Row &line : m_rows)
        for (qsizetype column = 1; column < line.cells.size() && column < m_figures.size();
             ++column)
            m_figures[column] = m_figures[column] || line.cells.at(column).number.isValid();
    endResetModel();
}

bool ChangeTable::offersPlans() const
{
    return std::ranges::any_of(m_rows, [](const Row &row) { return row.plan.has_value(); });
}

QVariant ChangeTable::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Row &line = row(index.row());
    const Cell cell = line.cells.value(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return cell.text;
    case SortRole:
        return cell.number.isValid() ? cell.number : QVariant(cell.text);
    case Qt::ToolTipRole:
        return line.toolTip;
    case Qt::FontRole:
        return line.isPlan || line.isTotal ? QVariant(textFont(TextRole::Strong)) : QVariant();
    case Qt::TextAlignmentRole:
        return headerData(index.column(), Qt::Horizontal, role);
    case Qt::ForegroundRole: {
        if (cell.direction == 0)
            return {};
        const ThemeColours colours = themeColours(QApplication::palette());
        return cell.direction > 0 ? colours.good : colours.bad;
    }
    default:
        return {};
    }
}

QVariant ChangeTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::TextAlignmentRole)
        return FlatTable::headerData(section, orientation, role);
    return QVariant((isFigures(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

namespace {

QString chapterText(const LeverVerdict &chapter)
{
    if (chapter.speed && chapter.memory)
        return ChangeTable::tr("faster, less memory");
    return chapter.speed ? ChangeTable::tr("faster")
        : chapter.memory ? ChangeTable::tr("less memory")
                         : QStringLiteral("\u2013");
}

} // namespace

std::vector<ChangeTable::Row> leverRows(const PlanController &controller)
{
    std::vector<ChangeTable::Row> rows;
    const Estimate &now = *controller.estimate();
    for (const Lever &lever : levers(controller.plan(), controller.bestChanges())) {
        ChangeTable::Row row;
        row.cells = { { modelText("model/levers", lever.label), {}, 0 },
            { chapterText(lever.chapter), {}, 0 } };
        row.toolTip = modelText("model/levers", lever.note);
        if (lever.estimate) {
            row.cells.append({ changesText(lever.changes), {}, 0 });
            row.cells.append(bytesChange(lever.estimate->memory.peak - now.memory.peak));
            row.cells.append(timeChange(now, *lever.estimate));
            row.plan = changedPlan(controller, lever.changes);
            row.title = changesText(lever.changes);
        } else {
            row.cells.append({ Texts::tr("nothing to try"), {}, 0 });
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

namespace {

/// The best value of each setting, those that gain most first.
std::vector<ChangeTable::Row> changeRows(
    const PlanController &controller, const std::vector<Remedy> &changes)
{
    const Estimate &now = *controller.estimate();
    std::vector<ChangeTable::Row> rows;
    std::set<std::string> shown;
    for (const Remedy &change : changes) {
        const bool hasEffect = change.change.step.middle != 0 || change.change.peak.middle != 0;
        if (!hasEffect || !shown.insert(change.changes.front().path).second)
            continue;
        const Estimate &then = change.estimate;
        ChangeTable::Row row;
        row.cells = { { changesText(change.changes), {}, 0 },
            bytesChange(then.memory.peak - now.memory.peak), timeChange(now, then),
            { localAmount(fitAmount(then.memory)), then.memory.fitProbability,
                then.memory.fits ? 0 : -1 } };
        row.plan = changedPlan(controller, change.changes);
        row.title = changesText(change.changes);
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace

std::vector<ChangeTable::Row> sensitivityRows(const PlanController &controller)
{
    return changeRows(controller, controller.bestChanges());
}

std::vector<ChangeTable::Row> otherJobRows(const PlanController &controller)
{
    return changeRows(controller, controller.bestJobChanges());
}

std::vector<ChangeTable::Row> rematRows(const PlanController &controller)
{
    const Estimate &now = *controller.estimate();
    std::vector<ChangeTable::Row> rows;
    const auto ladder = rematLadder(
        controller.plan(), controller.library().rematPolicyIds(), controller.answer());
    for (const RematRung &rung : ladder) {
        ChangeTable::Row row;
        const Estimate &then = rung.estimate;
        row.isPlan = rung.isPlan;
        row.cells = { { QString::fromStdString(rung.policy), {}, 0 },
            { gibText(then.memory.peak), then.memory.peak.value(), then.memory.fits ? 0 : -1 },
            { gibText(then.memory.host), then.memory.host.value(), 0 },
            { secondsText(then.time.step), then.time.step.value(), 0 }, timeChange(now, then),
            { yesNo(then.memory.fits), {}, then.memory.fits ? 0 : -1 } };
        if (!rung.isPlan) {
            row.plan = controller.plan();
            setRematPolicy(*row.plan, rung.policy);
        }
        row.title = QString::fromStdString(rung.policy);
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<ChangeTable::Row> tensorRows(const PlanController &controller)
{
    const Estimate &now = *controller.estimate();
    std::vector<PlacedTensor> placed;
    const RematPolicy &policy = controller.resolved()->remat;
    for (const std::string &tensor : controller.library().rematTensorIds()) {
        const auto found = policy.tensors.find(tensor);
        const TensorPlace place
            = found == policy.tensors.end() ? TensorPlace::Remat : found->second;
        placed.emplace_back(tensor, place);
    }
    std::vector<ChangeTable::Row> rows;
    for (const TensorMove &move : tensorMoves(controller.plan(), placed, controller.answer())) {
        if (move.deviceBytes.value() == 0 && move.estimate->time.step == now.time.step)
            continue; // this model has no such tensor
        ChangeTable::Row row;
        row.cells = { { QString::fromStdString(move.tensor), {}, 0 },
            { QString::fromStdString(nameOf(move.place)), {}, 0 },
            { bytesText(move.deviceBytes), move.deviceBytes.value(), 0 },
            { QString::fromStdString(nameOf(move.other)), {}, 0 },
            bytesChange(move.estimate->memory.peak - now.memory.peak),
            timeChange(now, *move.estimate) };
        row.plan = planWithTensor(controller.plan(), placed, move.tensor, move.other);
        row.title = QStringLiteral("%1 → %2").arg(
            QString::fromStdString(move.tensor), QString::fromStdString(nameOf(move.other)));
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace headroom
