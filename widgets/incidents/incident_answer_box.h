#pragma once

#include "widgets/look/panels.h"

#include <array>

class QComboBox;
class QPushButton;
class QSpinBox;

namespace headroom {

class IncidentGame;
struct IncidentGuess;

/// What is wrong, and where: what the player names.
class IncidentAnswerBox : public Card
{
    Q_OBJECT
public:
    IncidentAnswerBox(IncidentGame &game, QWidget *parent);

    void restart(); ///< for another incident

private:
    IncidentGuess guess() const;
    void showPlace();

    IncidentGame &m_game;
    std::array<QComboBox *, 2> m_causes {};
    QComboBox *m_place = nullptr;
    QSpinBox *m_node = nullptr, *m_device = nullptr;
    QPushButton *m_answer = nullptr;
};

} // namespace headroom
