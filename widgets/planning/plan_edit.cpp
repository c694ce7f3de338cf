#include "widgets/planning/plan_edit.h"

#include "model/plan/fields/plan_fields.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/typed_number.h"
#include "widgets/text/wording.h"

#include <set>

namespace headroom {
namespace {

constexpr qsizetype maxNamed = 2; ///< fields; of more the first is named
constexpr qsizetype longestValue = 32; ///< characters

QString shown(const std::string &value)
{
    const QString text = shownNumber(QString::fromStdString(value));
    if (text.isEmpty())
        return PlanController::tr("empty");
    return text.size() <= longestValue ? text : text.left(longestValue - 1) + QChar(0x2026);
}

QString changeText(const QString &label, const std::string &from, const std::string &to)
{
    //: A step of the history: label of a field, value before, value after.
    return PlanController::tr("%1 %2 → %3").arg(label, shown(from), shown(to));
}

} // namespace

QString changeTitle(const Plan &before, const Plan &after, const QString &name)
{
    QStringList parts;
    for (const PlanField &field : planFields()) {
        if (field.path == "name" && before.model != after.model)
            continue; // it follows the model
        const std::string from = field.get(before), to = field.get(after);
        if (from != to)
            parts.append(changeText(fieldLabel(field), from, to));
    }
    std::set<std::string> flags;
    for (const Plan *plan : { &before, &after })
        for (const auto &[flag, value] : plan->flags)
            flags.insert(flag);
    const auto valueOf = [](const Plan &plan, const std::string &flag) {
        const auto found = plan.flags.find(flag);
        return found == plan.flags.end() ? std::string {} : found->second;
    };
    for (const std::string &flag : flags) {
        const std::string from = valueOf(before, flag), to = valueOf(after, flag);
        if (from != to)
            parts.append(changeText(QString::fromStdString(flag), from, to));
    }
    if (parts.isEmpty())
        return name;
    if (parts.size() <= maxNamed)
        return inOneSentence(parts);
    //: A step of the history that changed several fields: the first one, then how many others.
    const QString changes
        = PlanController::tr("%1 and %n more", nullptr, static_cast<int>(parts.size()) - 1)
              .arg(parts.first());
    //: A step of the history: its name, then what it changed.
    return name.isEmpty() ? changes : PlanController::tr("%1: %2").arg(name, changes);
}

PlanEdit::PlanEdit(PlanController &controller, Plan after, const QString &name, QString mergeKey)
    : QUndoCommand(changeTitle(controller.plan(), after, name))
    , m_controller(controller)
    , m_before(controller.plan())
    , m_after(std::move(after))
    , m_name(name)
    , m_mergeKey(std::move(mergeKey))
{ }

PlanEdit::PlanEdit(PlanController &controller, Plan after, RefusedText refused, QString mergeKey)
    //: A step of the history: label of a field, value before, what was typed and is not accepted.
    : QUndoCommand(
        PlanController::tr("%1 %2 → %3 (not valid)")
            .arg(pathLabel(refused.path), shown(planFieldText(after, refused.path.toStdString())),
                shown(refused.text.toStdString())))
    , m_controller(controller)
    , m_before(controller.plan())
    , m_after(std::move(after))
    , m_refused(std::move(refused))
    , m_mergeKey(std::move(mergeKey))
{ }

/// The plan as it was, with the text beside it in its field.
void PlanEdit::refuse()
{
    m_controller.m_rejected[m_refused->path] = { m_refused->text, m_refused->problems };
    m_controller.m_lastPath = m_refused->path;
    m_controller.m_beforeStep = std::exchange(m_controller.m_before, m_controller.m_estimate);
    m_controller.m_plan = m_after;
    emit m_controller.planChanged();
    m_controller.scheduleUpdate();
}

void PlanEdit::undo()
{
    m_controller.setPlan(m_before);
    m_controller.m_before.reset(); // what is undone is no change to be shown
}

void PlanEdit::redo()
{
    if (m_refused)
        return refuse();
    m_controller.setPlan(m_after);
    if (m_before.model != m_after.model)
        m_controller.m_before.reset(); // the figures of another model are no measure of these
}

bool PlanEdit::mergeWith(const QUndoCommand *other)
{
    // id() is shared by PlanEdit alone, so the cast is safe.
    const auto *edit = static_cast<const PlanEdit *>(other);
    if (edit->m_mergeKey != m_mergeKey)
        return false;
    m_after = edit->m_after;
    m_refused = edit->m_refused;
    m_controller.m_before = std::move(m_controller.m_beforeStep);
    setText(m_refused ? edit->text() : changeTitle(m_before, m_after, m_name));
    setObsolete(m_after == m_before && !m_refused);
    return true;
}

} // namespace headroom
