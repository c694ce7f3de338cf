#pragma once

#include <QWidget>

class QComboBox;
class QProgressBar;
class QPushButton;

namespace headroom {

class LessonFigureView;
class LessonSession;
class LessonView;
class TaskBox;
class TextLabel;

/// The open lesson, beside the plan pages: text with live numbers, task, and the way through it.
/// Everything works from the keyboard: Ctrl+PgDown and Ctrl+PgUp walk, Ctrl+Return checks.
class LessonPanel : public QWidget
{
    Q_OBJECT
public:
    LessonPanel(LessonSession &session, QWidget *parent);

    LessonView &view() { return *m_view; }
    /// Puts the focus where reading starts.
    void takeFocus();

signals:
    void presenterAsked();
    void handoutAsked();
    void lessonAsked(const QString &lessonId);
    void incidentAsked(const QString &story); ///< by the id of a story

private:
    QWidget *buildHeader();
    QWidget *buildTaskButtons();
    QWidget *buildFooter();
    void showPlace();
    void refresh();
    void check();
    QString endText() const;

    LessonSession &m_session;
    TextLabel *m_title = nullptr;
    TextLabel *m_placeTitle = nullptr;
    QComboBox *m_places = nullptr;
    LessonFigureView *m_figure = nullptr;
    LessonView *m_view = nullptr;
    TaskBox *m_task = nullptr;
    QWidget *m_taskButtons = nullptr;
    QPushButton *m_hint = nullptr;
    QPushButton *m_answer = nullptr;
    QPushButton *m_back = nullptr;
    QPushButton *m_next = nullptr;
};

} // namespace headroom
