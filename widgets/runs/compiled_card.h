#pragma once

#include "model/runs/compared_figure.h"
#include "widgets/look/panels.h"

#include <vector>

class QTableView;

namespace headroom {

class ChangeTable;
class TextLabel;

/// Bytes and collectives that a compiler planned, beside those of the estimate; hidden without any.
class CompiledCard : public Card
{
    Q_OBJECT
public:
    explicit CompiledCard(QWidget *parent);
    void setFigures(const std::vector<ComparedFigure> &figures);

private:
    TextLabel *m_note;
    ChangeTable *m_model;
    QTableView *m_table;
};

} // namespace headroom
