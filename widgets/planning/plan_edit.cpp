#include "widgets/planning/plan_edit.h"

#include "widgets/planning/plan_controller.h"

namespace headroom {

PlanEdit::PlanEdit(PlanController &controller, Plan after, const QString &title, QString mergeKey)
    : QUndoCommand(title)
    , m_controller(controller)
    , m_before(controller.plan())
    , m_after(std::move(after))
    , m_mergeKey(std::move(mergeKey))
{ }

void PlanEdit::undo()
{
    m_controller.setPlan(m_before);
}

void PlanEdit::redo()
{
    m_controller.setPlan(m_after);
}

bool PlanEdit::mergeWith(const QUndoCommand *other)
{
    // id() is shared by PlanEdit alone, so the cast is safe.
    const auto *edit = static_cast<const PlanEdit *>(other);
    if (edit->m_mergeKey != m_mergeKey)
        return false;
    m_after = edit->m_after;
    setObsolete(m_after == m_before);
    return true;
}

} // namespace headroom
