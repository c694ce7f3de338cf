#include "widgets/lessons/learn_page.h"

#include "widgets/lessons/glossary_view.h"
#include "widgets/lessons/lesson_delegate.h"
#include "widgets/lessons/lesson_list_model.h"
#include "widgets/lessons/lesson_session.h"
#include "widgets/look/panels.h"
#include "widgets/look/style_drawing.h"

#include <QFileInfo>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QTabWidget>
#include <QVBoxLayout>

namespace headroom {

LearnPage::LearnPage(LessonSession &session, QWidget *parent)
    : Page(tr("Learn"),
        tr("Lessons on training performance. Their numbers are computed live, and you solve their "
           "tasks in the plan."),
        Content::Fills, parent)
    , m_session(session)
{
    setObjectName(QStringLiteral("page_learn"));
    auto *tabs = m_tabs = new QTabWidget(this);
    tabs->setDocumentMode(true);
    tabs->setAccessibleName(tr("Lessons and glossary"));
    addActions(); // the list tells them what is selected
    tabs->addTab(buildLessons(), tr("&Lessons"));
    auto *glossary = new GlossaryView(session, tabs);
    connect(glossary, &GlossaryView::lessonAsked, this, &LearnPage::lessonAsked);
    tabs->addTab(glossary, tr("Gl&ossary"));
    body()->addWidget(tabs, 1);
    setInitialFocus(m_list);
    connect(tabs, &QTabWidget::currentChanged, this, &LearnPage::makeRoom);
    connect(&session, &LessonSession::progressChanged, this, &LearnPage::refresh);
    connect(&session, &LessonSession::left, this, &LearnPage::refresh);
    connect(&session, &LessonSession::courseChanged, this, &LearnPage::showCourse);
    showCourse();
}

void LearnPage::addWideTab(QWidget *tab, const QString &title)
{
    m_wide = tab;
    m_tabs->addTab(tab, title);
}

void LearnPage::showTab(QWidget *tab)
{
    m_tabs->setCurrentWidget(tab);
}

void LearnPage::makeRoom()
{
    setActionsVisible(m_tabs->currentIndex() == 0); // they are about lessons
    setWantsResultPanel(!m_wide || m_tabs->currentWidget() != m_wide);
    emit explanationWanted(wantsExplanation()); // the window looks at both panels
}

QWidget *LearnPage::buildLessons()
{
    auto *lessons = new QWidget(this);
    auto *layout = new QVBoxLayout(lessons);
    layout->setContentsMargins(0, gap(2), 0, 0);
    layout->setSpacing(gap(2));
    layout->addWidget(buildAside());
    layout->addWidget(buildCourse());
    layout->addWidget(buildCourseButton(), 0, Qt::AlignRight);
    m_list = new QListView(lessons);
    m_list->setObjectName(QStringLiteral("lessonList"));
    m_list->setAccessibleName(tr("Lessons"));
    m_list->setModel(new LessonListModel(m_session, m_list));
    m_list->setItemDelegate(new LessonDelegate(m_list));
    // Summaries wrap, so that another width is another layout.
    m_list->setResizeMode(QListView::Adjust);
    m_list->setWordWrap(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    layout->addWidget(m_list, 1);
    m_problems = new TextLabel({}, TextRole::Caption, TextLabel::Ink::Warning, lessons);
    m_problems->setObjectName(QStringLiteral("lessonProblems"));
    m_problems->setWordWrap(true);
    m_problems->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_problems->setAccessibleName(tr("Files that were skipped"));
    layout->addWidget(m_problems);
    connect(m_list, &QListView::activated, this, [this] { emit lessonAsked(selectedId()); });
    connect(
        m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &LearnPage::refresh);
    m_list->setCurrentIndex(m_list->model()->index(0, 0));
    return lessons;
}

void LearnPage::addActions()
{
    m_start = new QPushButton(themeIcon(QStringLiteral("learn"), IconTint::OnAccent), {}, this);
    m_start->setObjectName(QStringLiteral("startLesson"));
    m_start->setProperty(primaryProperty, true);
    auto *present = new QPushButton(themeIcon(QStringLiteral("image")), tr("P&resent"), this);
    present->setObjectName(QStringLiteral("presentSelected"));
    present->setToolTip(tr("Opens the lesson for a projector (F5)"));
    auto *print
        = new QPushButton(themeIcon(QStringLiteral("print")), tr("Save hand-ou&t\u2026"), this);
    print->setObjectName(QStringLiteral("handoutSelected"));
    print->setToolTip(tr("The lesson as a PDF to print"));
    auto *progress
        = new QPushButton(themeIcon(QStringLiteral("export")), tr("Save &my progress…"), this);
    progress->setObjectName(QStringLiteral("saveProgress"));
    progress->setToolTip(tr("A file for the teacher with solved tasks and hints only"));
    setActions({ present, print, progress }, m_start);
    connect(progress, &QPushButton::clicked, this, &LearnPage::progressAsked);
    connect(m_start, &QPushButton::clicked, this, [this] { emit lessonAsked(selectedId()); });
    connect(present, &QPushButton::clicked, this, &LearnPage::present);
    connect(print, &QPushButton::clicked, this, [this] { emit handoutAsked(selectedId()); });
}

QWidget *LearnPage::buildAside()
{
    m_aside = new Card(this);
    m_aside->setTone(Card::Tone::Warning);
    auto *row = new QHBoxLayout;
    auto *words = new TextLabel(tr("Your plan is set aside while a lesson is open."),
        TextRole::Body, TextLabel::Ink::Normal, m_aside);
    words->setWordWrap(true);
    auto *restore = new QPushButton(tr("&Restore it"), m_aside);
    restore->setObjectName(QStringLiteral("restorePlan"));
    row->addWidget(words, 1);
    row->addWidget(restore);
    m_aside->body()->addLayout(row);
    connect(restore, &QPushButton::clicked, this, [this] {
        if (m_session.lesson())
            m_session.leave();
        else
            m_session.restorePlanAside();
    });
    return m_aside;
}

/// What is taught, and how to get back to all lessons.
QWidget *LearnPage::buildCourse()
{
    m_course = new Card(this);
    m_course->setObjectName(QStringLiteral("course"));
    m_courseTitle = new TextLabel({}, TextRole::Title, TextLabel::Ink::Normal, m_course);
    m_courseTitle->setObjectName(QStringLiteral("courseTitle"));
    m_courseTitle->setWordWrap(true);
    m_courseText = new QLabel(m_course);
    m_courseText->setObjectName(QStringLiteral("courseIntroduction"));
    m_courseText->setTextFormat(Qt::MarkdownText);
    m_courseText->setWordWrap(true);
    auto *close = new QPushButton(tr("Close the course"), m_course);
    close->setObjectName(QStringLiteral("closeCourse"));
    close->setToolTip(tr("Lists all lessons again; progress is kept"));
    auto *row = new QHBoxLayout;
    row->addWidget(m_courseTitle, 1);
    row->addWidget(close, 0, Qt::AlignTop);
    m_course->body()->addLayout(row);
    m_course->body()->addWidget(m_courseText);
    connect(close, &QPushButton::clicked, &m_session, &LessonSession::closeCourse);
    return m_course;
}

/// Asks for a file; where there are courses in the folder of own files, offers them first.
QPushButton *LearnPage::buildCourseButton()
{
    auto *button
        = new QPushButton(themeIcon(QStringLiteral("open")), tr("Open course\u2026"), this);
    button->setObjectName(QStringLiteral("openCourse"));
    button->setToolTip(tr("A file that lists lessons in order, with extra exercises"));
    const QStringList own = m_session.ownCourses();
    if (own.isEmpty()) {
        connect(button, &QPushButton::clicked, this, [this] { emit courseAsked({}); });
        return button;
    }
    auto *menu = new QMenu(button);
    for (const QString &file : own)
        menu->addAction(
            QFileInfo(file).completeBaseName(), this, [this, file] { emit courseAsked(file); });
    menu->addSeparator();
    menu->addAction(tr("A file\u2026"), this, [this] { emit courseAsked({}); });
    button->setMenu(menu);
    return button;
}

void LearnPage::showCourse()
{
    const Course *course = m_session.course();
    m_course->setVisible(course != nullptr);
    if (course) {
        m_courseTitle->setText(QString::fromStdString(course->title));
        m_courseText->setText(QString::fromStdString(course->introduction));
        m_courseText->setVisible(!course->introduction.empty());
    }
    m_list->setCurrentIndex(m_list->model()->index(0, 0));
    refresh();
}

QString LearnPage::selectedId() const
{
    return m_list->currentIndex().data(LessonListModel::IdRole).toString();
}

void LearnPage::refresh()
{
    const int tasks = m_list->currentIndex().data(LessonListModel::TasksRole).toInt();
    m_start->setText(tasks > 0 ? tr("Contin&ue") : tr("&Start"));
    m_aside->setVisible(m_session.hasPlanAside() && !m_session.lesson());
    QStringList problems = m_session.skippedFiles();
    if (!m_session.progressProblem().isEmpty())
        problems.append(m_session.progressProblem());
    m_problems->setText(problems.isEmpty()
            ? QString()
            : tr("Skipped:") + QLatin1Char('\n') + problems.join(QLatin1Char('\n')));
    m_problems->setVisible(!problems.isEmpty());
}

} // namespace headroom
