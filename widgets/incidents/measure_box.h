#pragma once

#include "widgets/look/panels.h"

class QComboBox;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace headroom {

class IncidentGame;
struct IncidentMeasurement;

/// What can be measured on the cluster and what that costs; the answers below, the latest last.
class MeasureBox : public Card
{
    Q_OBJECT
public:
    MeasureBox(IncidentGame &game, QWidget *parent);

    void restart(); ///< for another incident

private:
    QWidget *buildChoice();
    IncidentMeasurement chosen() const;
    void showChoice();
    void measure();
    void showAnswers();

    IncidentGame &m_game;
    QComboBox *m_kind = nullptr;
    QComboBox *m_trial = nullptr;
    QSpinBox *m_node = nullptr, *m_other = nullptr, *m_device = nullptr;
    TextLabel *m_cost = nullptr;
    QPushButton *m_measure = nullptr;
    QPlainTextEdit *m_answers = nullptr;
};

} // namespace headroom
