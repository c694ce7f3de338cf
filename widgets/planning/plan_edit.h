#pragma once

#include "model/plan/plan.h"

#include <QUndoCommand>

namespace headroom {

class PlanController;

/// One step of the history. It keeps both whole plans: whatever an editor does, undo restores an
/// equal plan. Keystrokes in one field within one visit merge into one step.
class PlanEdit : public QUndoCommand
{
public:
    PlanEdit(PlanController &controller, Plan after, const QString &title, QString mergeKey);

    void undo() override;
    void redo() override;
    int id() const override { return m_mergeKey.isEmpty() ? -1 : 1; }
    bool mergeWith(const QUndoCommand *other) override;

private:
    PlanController &m_controller;
    Plan m_before, m_after;
    QString m_mergeKey;
};

} // namespace headroom
