#pragma once

#include "widgets/frame/page.h"

class QLabel;
class QListView;
class QPushButton;
class QTabWidget;

namespace headroom {

class Card;
class LessonSession;
class TextLabel;

/// All lessons with progress, and the glossary. Return opens the selected lesson.
class LearnPage : public Page
{
    Q_OBJECT
public:
    LearnPage(LessonSession &session, QWidget *parent);

    /// One more tab, which takes the room of the panels beside the page while it is shown.
    void addWideTab(QWidget *tab, const QString &title);
    void showTab(QWidget *tab);
    /// Opens the selected lesson for a projector.
    void present() { emit presenterAsked(selectedId()); }

signals:
    void lessonAsked(const QString &lessonId);
    void presenterAsked(const QString &lessonId);
    void handoutAsked(const QString &lessonId);
    void progressAsked(); ///< to be saved for whoever teaches
    void courseAsked(const QString &file); ///< empty: to be chosen

private:
    QWidget *buildLessons();
    void addActions();
    QWidget *buildAside();
    QWidget *buildCourse();
    QPushButton *buildCourseButton();
    void showCourse();
    void refresh();
    QString selectedId() const;
    void makeRoom();

    LessonSession &m_session;
    QTabWidget *m_tabs = nullptr;
    QWidget *m_wide = nullptr; ///< the tab that takes the room of the panels
    QListView *m_list = nullptr;
    QPushButton *m_start = nullptr;
    Card *m_aside = nullptr;
    Card *m_course = nullptr;
    TextLabel *m_courseTitle = nullptr;
    QLabel *m_courseText = nullptr;
    TextLabel *m_problems = nullptr;
};

} // namespace headroom
