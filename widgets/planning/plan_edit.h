#pragma once

#include "model/plan/plan.h"

#include <QUndoCommand>

namespace headroom {

class PlanController;

/// What a step of the history is called: "Tensor parallel 8 → 4", every changed field with both
/// values. Where more than two changed, `name`.
QString changeTitle(const Plan &before, const Plan &after, const QString &name);

/// One step of the history. It keeps both whole plans: whatever an editor does, undo restores an
/// equal plan. Keystrokes in one field within one visit merge into one step.
class PlanEdit : public QUndoCommand
{
public:
    PlanEdit(PlanController &controller, Plan after, const QString &name, QString mergeKey);

    const Plan &before() const { return m_before; }
    const QString &mergeKey() const { return m_mergeKey; }

    void undo() override;
    void redo() override;
    int id() const override { return m_mergeKey.isEmpty() ? -1 : 1; }
    bool mergeWith(const QUndoCommand *other) override;

private:
    PlanController &m_controller;
    Plan m_before, m_after;
    QString m_name, m_mergeKey;
};

} // namespace headroom
