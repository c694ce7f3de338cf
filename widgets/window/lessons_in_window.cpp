#include "widgets/window/lessons_in_window.h"

#include "model/session/lesson_services.h"
#include "widgets/charts/save_chart.h"
#include "widgets/frame/dialogs.h"
#include "widgets/frame/window_context.h"
#include "widgets/incidents/incident_game.h"
#include "widgets/incidents/incident_view.h"
#include "widgets/lessons/glossary_view.h"
#include "widgets/lessons/handout.h"
#include "widgets/lessons/learn_page.h"
#include "widgets/lessons/lesson_panel.h"
#include "widgets/lessons/lesson_session.h"
#include "widgets/lessons/lesson_view.h"
#include "widgets/lessons/presenter_window.h"
#include "widgets/look/spacing.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/wording.h"
#include "widgets/window/command_palette.h"
#include "widgets/window/main_window.h"

#include <QDockWidget>
#include <QLocale>
#include <QShortcut>

#include <algorithm>

namespace headroom {
namespace {

constexpr int narrowestPanel = 40; ///< characters; leaves room for a page at 1280 pixels
constexpr int widestPanel = 75; ///< characters, at first: longer lines are hard to read

} // namespace

/// Connects the parts of the classroom with the window; lives as long as the window.
class LessonDesk : public QObject
{
    Q_OBJECT
public:
    explicit LessonDesk(MainWindow &window)
        : QObject(&window)
        , m_window(window)
        , m_session(new LessonSession(
              window.context(), services(window), lessonLanguage(), progressFile(window), this))
        , m_game(new IncidentGame(*m_session, lessonLanguage(), this))
    {
        window.addPage({ QStringLiteral("learn"), tr("Learn"), QStringLiteral("learn"), {},
            [this](QWidget *parent) { return makePage(parent); }, PagePlace::Tool });
        window.addPaletteProvider([this] { return entries(); });
        connect(m_session, &LessonSession::opened, this, &LessonDesk::showPanel);
        connect(m_session, &LessonSession::left, this, &LessonDesk::leave);
        connect(&window.context(), &WindowContext::openCourseFile, this, &LessonDesk::openCourse);
        auto *present = new QShortcut(Qt::Key_F5, &window);
        connect(present, &QShortcut::activated, this, [this] {
            if (m_session->lesson())
                return presentLesson();
            m_window.showPage(QStringLiteral("learn"));
            qobject_cast<LearnPage *>(m_window.pageWidget(QStringLiteral("learn")))->present();
        });
    }

    LessonSession *session() const { return m_session; }

private:
    static LessonServices services(MainWindow &window)
    {
        const PlanServices &plan = window.controller().services();
        return makeLessonServices(*plan.library, plan.estimate,
            [flags = plan.flags] { return flags ? flags() : nullptr; });
    }

    static std::filesystem::path progressFile(MainWindow &window)
    {
        return window.controller().library().directories().user / "lesson-progress.json";
    }

    QWidget *makePage(QWidget *parent)
    {
        auto *page = new LearnPage(*m_session, parent);
        connect(page, &LearnPage::lessonAsked, this, &LessonDesk::open);
        connect(page, &LearnPage::presenterAsked, this, [this](const QString &id) {
            open(id);
            if (m_session->lesson())
                presentLesson();
        });
        connect(page, &LearnPage::handoutAsked, this, &LessonDesk::saveHandout);
        connect(page, &LearnPage::progressAsked, this, &LessonDesk::exportProgress);
        connect(page, &LearnPage::courseAsked, this, &LessonDesk::askCourse);
        m_incidents = new IncidentView(*m_game, page);
        page->addWideTab(m_incidents, tr("&Incidents"));
        connect(m_incidents, &IncidentView::progressAsked, this, &LessonDesk::exportProgress);
        connect(m_incidents, &IncidentView::chartAsked, this,
            [this](Chart *chart) { saveChart(m_window.context(), *chart, &m_window); });
        return page;
    }

    /// Shows the tab and begins; one that is played already goes on.
    void playIncident(const IncidentLink &link)
    {
        m_window.showPage(QStringLiteral("learn"));
        auto *page = qobject_cast<LearnPage *>(m_window.pageWidget(QStringLiteral("learn")));
        page->showTab(m_incidents);
        const IncidentRound *round = m_game->round();
        if (round && incidentProgressId(round->incident()) == link.id())
            return;
        QString problem;
        if (!m_game->play(link, problem))
            emit m_window.context().message(problem);
    }

    void askCourse(const QString &given)
    {
        const QString file = given.isEmpty() ? m_window.context().dialogs.openFile(
                                 &m_window, tr("Open course"), tr("Courses (*.yaml *.yml)"))
                                             : given;
        if (!file.isEmpty())
            openCourse(file);
    }

    void openCourse(const QString &file)
    {
        m_window.showPage(QStringLiteral("learn"));
        QString problem;
        if (!m_session->openCourse(file, problem))
            m_window.context().dialogs.showProblem(
                &m_window, tr("The course cannot be used"), problem);
    }

    void open(const QString &id)
    {
        if (const IncidentLink *link = m_session->incident(id))
            return playIncident(*link);
        if (!m_session->open(id))
            emit m_window.context().message(tr("This lesson cannot be read."));
    }

    void showPanel()
    {
        if (!m_dock) {
            m_dock = new QDockWidget(tr("Lesson"), &m_window);
            m_dock->setObjectName(QStringLiteral("lessonDock"));
            m_dock->setTitleBarWidget(new QWidget(m_dock));
            m_dock->setFeatures(QDockWidget::DockWidgetMovable);
            m_panel = new LessonPanel(*m_session, m_dock);
            m_panel->setMinimumWidth(textWidth(narrowestPanel));
            m_dock->setWidget(m_panel);
            m_window.addDockWidget(Qt::LeftDockWidgetArea, m_dock);
            connect(m_panel, &LessonPanel::lessonAsked, this, &LessonDesk::open);
            connect(m_panel, &LessonPanel::incidentAsked, this, [this](const QString &story) {
                playIncident({ 0, 1, story.toStdString() });
            });
            connect(m_panel, &LessonPanel::presenterAsked, this, &LessonDesk::presentLesson);
            connect(m_panel, &LessonPanel::handoutAsked, this,
                [this] { saveHandout(QString::fromStdString(m_session->lesson()->id)); });
        }
        m_dock->show();
        m_window.resizeDocks({ m_dock },
            { std::min(textWidth(widestPanel), m_window.width() * 27 / 100) }, Qt::Horizontal);
        m_panel->takeFocus();
    }

    void leave()
    {
        if (m_dock)
            m_dock->hide();
        m_window.showPage(QStringLiteral("learn"));
    }

    void presentLesson()
    {
        auto *presenter = new PresenterWindow(*m_session, &m_window);
        presenter->showFullScreen();
    }

    void exportProgress()
    {
        Dialogs &dialogs = m_window.context().dialogs;
        const QString file
            = dialogs.saveFile(&m_window, tr("my-name.json"), tr("Progress (*.json)"));
        if (file.isEmpty())
            return;
        const Problems problems
            = headroom::saveProgress(withoutOwnWork(m_session->progress()), file.toStdString());
        if (problems.empty())
            emit m_window.context().message(tr("The progress was saved."));
        else
            dialogs.showProblem(
                &m_window, tr("The progress was not saved"), errorLinesText(problems));
    }

    void saveHandout(const QString &id)
    {
        const Lesson *lesson = m_session->find(id);
        if (!lesson)
            return;
        Dialogs &dialogs = m_window.context().dialogs;
        const QString file
            = dialogs.saveFile(&m_window, QStringLiteral("%1.pdf").arg(id), tr("PDF (*.pdf)"));
        if (file.isEmpty())
            return;
        const LessonPlans plans { *lesson, m_session->services() };
        const Problems problems = writeHandout(*lesson, plans, file);
        if (problems.empty())
            emit m_window.context().message(tr("The hand-out was saved."));
        else
            dialogs.showProblem(
                &m_window, tr("The hand-out was not saved"), errorLinesText(problems));
    }

    QList<PaletteEntry> entries()
    {
        QList<PaletteEntry> entries;
        for (const LessonHead &head : m_session->heads()) {
            const QString id = QString::fromStdString(head.id);
            entries.append({ QString::fromStdString(head.title), tr("Lesson"),
                QString::fromStdString(head.id + ' ' + head.summary), [this, id] { open(id); } });
        }
        for (const IncidentStory &story : m_game->stories().all)
            entries.append({ QString::fromStdString(story.title), tr("Incident"),
                QString::fromStdString(story.incident.story + ' ' + story.summary),
                [this, id = story.incident.story] {
                    playIncident({ 0, 1, id });
                } });
        for (const GlossaryWord &word : m_session->glossary().words) {
            QString keywords = QString::fromStdString(word.id + ' ' + word.meaning);
            for (const std::string &alias : word.aliases)
                keywords += QLatin1Char(' ') + QString::fromStdString(alias);
            const QString id = QString::fromStdString(word.id);
            entries.append({ QString::fromStdString(word.word), tr("Glossary"), keywords,
                [this, id] { showWord(id); } });
        }
        return entries;
    }

    void showWord(const QString &id)
    {
        m_window.showPage(QStringLiteral("learn"));
        QWidget *page = m_window.pageWidget(QStringLiteral("learn"));
        auto *glossary = page->findChild<GlossaryView *>();
        if (auto *tabs = page->findChild<QTabWidget *>())
            tabs->setCurrentWidget(glossary);
        glossary->showWord(id);
    }

    MainWindow &m_window;
    LessonSession *m_session;
    IncidentGame *m_game;
    IncidentView *m_incidents = nullptr;
    QDockWidget *m_dock = nullptr;
    LessonPanel *m_panel = nullptr;
};

LessonSession *addLessons(MainWindow &window)
{
    return (new LessonDesk(window))->session();
}

QString lessonLanguage()
{
    return QLocale().language() == QLocale::Chinese ? QStringLiteral("zh") : QString();
}

} // namespace headroom

#include "lessons_in_window.moc"
