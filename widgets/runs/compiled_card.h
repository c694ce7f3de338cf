#pragma once

#include "model/runs/compared_figure.h"
#include "widgets/runs/comparison_card.h"

#include <vector>

namespace headroom {

/// Bytes and collectives that a compiler planned, beside those of the estimate; hidden without any.
class CompiledCard : public ComparisonCard
{
    Q_OBJECT
public:
    explicit CompiledCard(QWidget *parent);
    void setFigures(const std::vector<ComparedFigure> &figures);
};

} // namespace headroom
