#pragma once

#include "widgets/look/panels.h"

class QTableView;

namespace headroom {

class ChartTableModel;
class NumberBox;
class WindowContext;

/// A measured step time and what follows from it in every convention, beside the prediction.
class MeasuredCard : public Card
{
    Q_OBJECT
public:
    MeasuredCard(WindowContext &context, QWidget *parent);

private:
    void refresh();

    WindowContext &m_context;
    NumberBox *m_seconds;
    TextLabel *m_answer;
    ChartTableModel *m_model;
    QTableView *m_table;
};

} // namespace headroom
