// How edits enter the plan and its history.
#include "model/plan/fields/framework_options.h"
#include "model/plan/fields/machine_choice.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/planning/plan_edit.h"
#include "widgets/text/wording.h"

#include <QUndoStack>

namespace headroom {
namespace {

/// The last step of the history, if it is one of this visit to the field; else null.
const PlanEdit *continued(const QUndoStack &history, const QString &key)
{
    const int index = history.index();
    if (index == 0 || history.isClean())
        return nullptr;
    const auto *last = static_cast<const PlanEdit *>(history.command(index - 1));
    return last->mergeKey() == key ? last : nullptr;
}

} // namespace

QString PlanController::editKey(const QString &path) const
{
    return QStringLiteral("%1#%2").arg(path).arg(m_editGroup);
}

void PlanController::edit(const QString &path, const QString &text)
{
    if (text == this->text(path))
        return;
    Plan next = m_plan;
    const std::vector<FieldChange> changes
        = withMachine(m_plan, { path.toStdString(), text.trimmed().toStdString() }, library());
    ChangeOutcome done = changePlan(next, changes);
    if (done.problems.empty())
        done.problems = ownProblems(next, path);
    if (!done.problems.empty())
        return reject(path, text, std::move(done.problems));
    m_lastPath = path;
    const bool wasRejected = m_rejected.erase(path) > 0;
    if (next == m_plan) {
        if (wasRejected && continued(*m_history, editKey(path)))
            m_history->push(new PlanEdit(*this, std::move(next), QString(), editKey(path)));
        else if (wasRejected)
            scheduleUpdate();
        return;
    }
    const bool isRenamed = followModel(next);
    m_history->push(new PlanEdit(*this, std::move(next), QString(), editKey(path)));
    tellDropped(done.dropped);
    if (isRenamed)
        emit noted(
            tr("The plan is now called \u201c%1\u201d.").arg(QString::fromStdString(m_plan.name)));
}

/// A plan that is called after its model is called after the new one. True when the name changed.
bool PlanController::followModel(Plan &next) const
{
    if (next.model == m_plan.model || next.name != m_plan.name)
        return false;
    const auto before = library().model(m_plan.model.id), now = library().model(next.model.id);
    if (!before || !now || (*before)->name.empty())
        return false;
    for (const std::string &called : { (*before)->name, (*before)->id })
        if (const std::size_t at = next.name.find(called); at != std::string::npos) {
            next.name.replace(at, called.size(), (*now)->name);
            return next.name != m_plan.name;
        }
    return false;
}

void PlanController::refuse(const QString &path, const QString &text, const Error &problem)
{
    reject(path, text, { problem });
}

void PlanController::reject(const QString &path, const QString &text, Problems problems)
{
    // What was typed on the way here was no edit: the plan is that of before the visit.
    const PlanEdit *last = continued(*m_history, editKey(path));
    m_history->push(new PlanEdit(*this, last ? last->before() : m_plan,
        RefusedText { path, text, std::move(problems) }, editKey(path)));
}

void PlanController::stepField(const QString &path, StepDirection direction)
{
    flush();
    const std::string field = path.toStdString();
    if (auto step = isStale() ? std::nullopt : whatIf(m_plan, field, direction, answer())) {
        m_lastPath = path;
        apply(step->changes, {});
        QStringList followers;
        for (const FieldChange &change : step->changes)
            if (change.path != field)
                followers.append(
                    QStringLiteral("%1 → %2").arg(pathLabel(QString::fromStdString(change.path)),
                        QString::fromStdString(change.value)));
        if (!followers.isEmpty())
            //: A degree was stepped, and another field had to follow; %1 is its label and new
            //: value.
            emit noted(tr("%1 was adjusted so that the degrees match the device count.")
                           .arg(inOneSentence(followers)));
        return;
    }
    const auto next = nextFieldValue(m_plan, field, direction);
    if (!next)
        return;
    if (isStale())
        edit(path, QString::fromStdString(*next));
    else
        emit noted(tr("%1 has no valid value there.").arg(pathLabel(path)));
}

void PlanController::apply(const std::vector<FieldChange> &changes, const QString &title)
{
    Plan next = m_plan;
    const ChangeOutcome done = changePlan(next, changes);
    if (!done.problems.empty())
        return;
    replacePlan(next, title);
    tellDropped(done.dropped);
}

void PlanController::tellDropped(const std::vector<FieldChange> &dropped)
{
    for (const Error &note : droppedNotes(m_plan, dropped))
        emit noted(errorMessageText(note));
}

void PlanController::replacePlan(const Plan &plan, const QString &title)
{
    const bool hadRejected = !m_rejected.empty();
    m_rejected.clear();
    endEdit();
    if (plan != m_plan)
        m_history->push(new PlanEdit(*this, Plan(plan), title, {}));
    else if (hadRejected)
        setPlan(m_plan);
}

} // namespace headroom
