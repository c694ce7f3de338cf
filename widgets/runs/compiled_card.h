#pragma once

#include "model/runs/facts/compared_figure.h"
#include "widgets/runs/comparison_card.h"

#include <vector>

class QPushButton;

namespace headroom {

/// Bytes and collectives that a compiler planned, beside those of the estimate; hidden without any.
class CompiledCard : public ComparisonCard
{
    Q_OBJECT
public:
    explicit CompiledCard(QWidget *parent);
    void setFigures(const std::vector<ComparedFigure> &figures);
    /// `isUsed`: the plan names a compiled step. `differences`: fields in which the plan differs
    /// from it. `whyNot`: why it tells nothing of the plan's memory; empty: it does.
    void setUse(bool isUsed, const QString &differences, const QString &whyNot);

signals:
    void useWanted(bool isWanted);

private:
    TextLabel *m_state;
    QPushButton *m_use;
    bool m_isUsed = false;
};

} // namespace headroom
