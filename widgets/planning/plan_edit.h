#pragma once

#include "model/base/outcome/result.h"
#include "model/plan/plan.h"

#include <QString>
#include <QUndoCommand>

#include <optional>

namespace headroom {

class PlanController;

/// What a step of the history is called: "Tensor parallel 8 → 4", every changed field with both
/// values. Where more than two changed, `name`.
QString changeTitle(const Plan &before, const Plan &after, const QString &name);

/// A text that the plan does not take, as it was typed into a field.
struct RefusedText
{
    QString path, text;
    Problems problems;
};

/// One step of the history. It keeps both whole plans: whatever an editor does, undo restores an
/// equal plan. Keystrokes in one field within one visit merge into one step. A text that is refused
/// is a step, too: undo takes it out of its field.
class PlanEdit : public QUndoCommand
{
public:
    PlanEdit(PlanController &controller, Plan after, const QString &name, QString mergeKey);
    /// `after` is the plan that stays.
    PlanEdit(PlanController &controller, Plan after, RefusedText refused, QString mergeKey);

    const Plan &before() const { return m_before; }
    const QString &mergeKey() const { return m_mergeKey; }

    void undo() override;
    void redo() override;
    int id() const override { return m_mergeKey.isEmpty() ? -1 : 1; }
    bool mergeWith(const QUndoCommand *other) override;

private:
    void refuse();

    PlanController &m_controller;
    Plan m_before, m_after;
    std::optional<RefusedText> m_refused; ///< that the step ends with
    QString m_name, m_mergeKey;
};

} // namespace headroom
