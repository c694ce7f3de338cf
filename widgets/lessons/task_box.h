#pragma once

#include "widgets/look/panels.h"

class QLineEdit;

namespace headroom {

struct TaskOutcome;

class LessonSession;

/// Below a task's statement: what has to hold, whether it does, and the verdict.
class TaskBox : public Card
{
    Q_OBJECT
public:
    TaskBox(LessonSession &session, QWidget *parent);

    void refresh();
    /// Says in a sentence where the task stands; also read out.
    void judge();
    QString verdict() const { return m_verdict->text(); }

private:
    void showQuestion();
    void showChecks();
    static QString changedText(const TaskOutcome &outcome);

    LessonSession &m_session;
    QWidget *m_question = nullptr;
    QLineEdit *m_number = nullptr; ///< where the task asks for one
    QString m_askedBy; ///< task whose number the field holds
    QWidget *m_checks;
    TextLabel *m_verdict;
    QString m_shown; ///< task and outcome now on screen
};

} // namespace headroom
