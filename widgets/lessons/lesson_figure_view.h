#pragma once

#include "model/lessons/lesson.h"

#include <QWidget>

#include <vector>

class QLabel;
class QVBoxLayout;

namespace headroom {

struct AnsweredPlan;
class LessonSession;
class TermBar;

/// The figure of a place in a lesson: one bar for the plan as it is now, one for each plan that it
/// is compared with, all on one scale, with the terms lit up that the text is about.
class LessonFigureView : public QWidget
{
    Q_OBJECT
public:
    LessonFigureView(LessonSession &session, QWidget *parent);

    void refresh();
    /// For a projector: type and height of the bars; nothing then takes the focus.
    void setSlide(const QFont &font, int barHeight);

private:
    struct Row
    {
        QLabel *caption;
        TermBar *bar;
    };
    struct Shown; ///< one plan with its name

    std::vector<Shown> shownPlans(const LessonFigure &figure) const;
    QString nameOf(const std::string &plan) const;
    void makeRows(std::size_t count);
    void fill(Row &row, const Shown &shown, const LessonFigure &figure, double scale);

    LessonSession &m_session;
    QVBoxLayout *m_layout;
    std::vector<Row> m_rows;
    int m_barHeight = 0; ///< 0: as beside the text
};

} // namespace headroom
