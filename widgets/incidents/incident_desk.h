#pragma once

#include <QWidget>

class QComboBox;
class QLabel;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;

namespace headroom {

class Card;
class IncidentAnswerBox;
class IncidentGame;
class MeasureBox;
class TextLabel;

/// Where an incident is played: the log that grows, the measurements, the answer.
class IncidentDesk : public QWidget
{
    Q_OBJECT
public:
    IncidentDesk(IncidentGame &game, QWidget *parent);

    QWidget *first() const; ///< where the focus goes
    void restart(); ///< for another incident

private:
    QWidget *buildHead();
    QWidget *buildLog();
    QWidget *buildSpeed(QWidget *parent);
    void append(const QString &text);
    void showTime();
    void showRunning();
    void showBudget();

    IncidentGame &m_game;
    TextLabel *m_title = nullptr, *m_plan = nullptr, *m_time = nullptr;
    QLabel *m_story = nullptr;
    QProgressBar *m_budget = nullptr;
    QPlainTextEdit *m_log = nullptr;
    QComboBox *m_speed = nullptr;
    QPushButton *m_pause = nullptr, *m_whole = nullptr;
    MeasureBox *m_measure = nullptr;
    IncidentAnswerBox *m_answer = nullptr;
};

/// "Incident 7, level 2", or a story's title.
QString incidentTitle(const IncidentGame &game);

} // namespace headroom
