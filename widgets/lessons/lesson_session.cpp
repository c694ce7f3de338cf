#include "widgets/lessons/lesson_session.h"

#include "model/plan/fields/plan_file.h"
#include "widgets/frame/window_context.h"
#include "widgets/planning/plan_controller.h"
#include "widgets/text/wording.h"

#include <QScopedValueRollback>

namespace headroom {

LessonSession::LessonSession(WindowContext &context, LessonServices services, QString language,
    std::filesystem::path progressFile, QObject *parent)
    : QObject(parent)
    , m_context(context)
    , m_services(std::move(services))
    , m_language(std::move(language))
    , m_progressFile(std::move(progressFile))
{
    Result<LessonProgress> loaded = loadProgress(m_progressFile);
    if (loaded)
        m_progress = *std::move(loaded);
    else
        m_progressProblem = errorLinesText(loaded.errors());
    connect(&context.controller, &PlanController::estimateChanged, this,
        &LessonSession::estimateChanged);
    // Whoever opens a file has left the lesson; the plan put aside can still be restored.
    connect(&context.controller, &PlanController::fileChanged, this, [this] {
        if (m_lesson && !m_changingPlan && !m_context.controller.file().empty()) {
            m_lesson = nullptr;
            m_plans.reset();
            emit left();
        }
    });
}

LessonSession::~LessonSession() = default;

LessonLibrary &LessonSession::library()
{
    if (!m_library)
        m_library = std::make_unique<LessonLibrary>(
            m_services.library->directories(), m_language.toStdString());
    return *m_library;
}

const Glossary &LessonSession::glossary()
{
    if (!m_glossary) {
        Result<Glossary> loaded
            = loadGlossary(m_services.library->directories(), m_language.toStdString());
        m_glossary = loaded ? *std::move(loaded) : Glossary {};
    }
    return *m_glossary;
}

QStringList LessonSession::skippedFiles()
{
    QStringList lines;
    for (const SkippedProfile &skipped : library().skipped())
        lines.append(errorLinesText(skipped.problems));
    static_cast<void>(course());
    if (!m_courseProblem.isEmpty())
        lines.append(m_courseProblem);
    return lines;
}

int LessonSession::placeCount() const
{
    return m_lesson ? static_cast<int>(m_places.size()) + 1 : 0;
}

LessonPlace LessonSession::at(int place) const
{
    return m_lesson && place >= 0 && place < std::ssize(m_places)
        ? m_places[static_cast<std::size_t>(place)]
        : LessonPlace {};
}

const LessonScreen *LessonSession::screen() const
{
    return at(m_place).screen;
}

const LessonTask *LessonSession::task() const
{
    return at(m_place).task;
}

QString LessonSession::placeTitle(int place) const
{
    if (!m_lesson || place < 0)
        return {};
    const LessonPlace there = at(place);
    if (there.screen)
        return QString::fromStdString(there.screen->title);
    return there.task ? tr("Task: %1").arg(QString::fromStdString(there.task->title))
                      : tr("The end");
}

const LessonFigure *LessonSession::figure() const
{
    const LessonPlace here = at(m_place);
    const std::optional<LessonFigure> *figure = here.screen ? &here.screen->figure
        : here.task                                         ? &here.task->figure
                                                            : nullptr;
    return figure && *figure ? &**figure : nullptr;
}

std::optional<AnsweredPlan> LessonSession::learner() const
{
    const PlanController &controller = m_context.controller;
    if (!controller.estimate() || !controller.resolved())
        return std::nullopt;
    return AnsweredPlan { *controller.resolved(), *controller.estimate() };
}

LessonText LessonSession::filled(const std::string &text, const std::string &where) const
{
    const std::optional<AnsweredPlan> answer = learner();
    if (!m_plans || !answer)
        return { text, {} };
    Result<LessonText> result = m_plans->fill(text, *answer, where, task());
    if (result)
        return *std::move(result);
    return { text + "\n\n" + errorLinesText(result.errors()).toStdString(), {} };
}

LessonText LessonSession::text() const
{
    if (const LessonScreen *shown = screen())
        return filled(shown->text, m_lesson->file);
    if (const LessonTask *shown = task())
        return filled(shown->statement, m_lesson->file);
    return {};
}

LessonState &LessonSession::state()
{
    return m_progress.lessons[m_lesson->id];
}

const LessonState &LessonSession::state() const
{
    static const LessonState fresh;
    const auto known = m_progress.lessons.find(m_lesson->id);
    return known == m_progress.lessons.end() ? fresh : known->second;
}

void LessonSession::putPlanAside()
{
    if (hasPlanAside())
        return;
    const PlanController &controller = m_context.controller;
    m_progress.aside
        = { writePlan(controller.plan()), controller.file().string(), controller.isModified() };
    m_context.controller.putAside(); // with its history
}

void LessonSession::usePlan(const LessonPlan &description)
{
    const Result<Plan> plan = m_plans->plan(description);
    if (!plan)
        return;
    const QScopedValueRollback guard(m_changingPlan, true);
    m_context.controller.open(*plan, {});
    m_context.controller.flush();
}

bool LessonSession::open(const QString &lessonId)
{
    const Lesson *lesson = find(lessonId);
    if (!lesson)
        return false;
    putPlanAside();
    m_lesson = lesson;
    m_places = lesson->places();
    m_plans.emplace(*lesson, m_services);
    m_progress.lessons[lesson->id].taskCount = static_cast<int>(lesson->tasks.size());
    const std::string place = state().place;
    m_place = 0;
    if (const auto there = std::ranges::find(m_places, place, &LessonPlace::id);
        there != m_places.end())
        m_place = static_cast<int>(there - m_places.begin());
    usePlan(*lesson->plan("start"));
    emit opened();
    enterPlace();
    return true;
}

void LessonSession::goTo(int place)
{
    if (!m_lesson || place < 0 || place >= placeCount() || place == m_place)
        return;
    const bool leavesTask = task() != nullptr;
    m_place = place;
    if (leavesTask && screen()) // what follows is about the plan of the lesson again
        usePlan(*m_lesson->plan("start"));
    enterPlace();
}

/// A task starts from its own plan; screens leave the plan alone, so that one can play with it.
void LessonSession::enterPlace()
{
    m_answerShown = false;
    m_given.reset();
    std::string show;
    if (const LessonTask *shown = task()) {
        usePlan(shown->start);
        state().place = shown->id;
        show = shown->show;
    } else if (const LessonScreen *current = screen()) {
        state().place = current->id;
        show = current->show;
    } else {
        state().isFinished = state().solved.size() == m_lesson->tasks.size();
        state().place.clear();
    }
    save();
    if (!show.empty())
        emit m_context.showPage(QString::fromStdString(show));
    emit placeChanged();
}

void LessonSession::estimateChanged()
{
    if (!m_lesson || m_changingPlan)
        return;
    if (const LessonTask *shown = task();
        shown && outcome().isSolved && state().solved.insert(shown->id).second)
        save();
    emit contentChanged();
}

void LessonSession::leave()
{
    if (!m_lesson)
        return;
    m_lesson = nullptr;
    m_plans.reset();
    restorePlanAside();
    emit left();
}

void LessonSession::restorePlanAside()
{
    const PlanAside aside = m_progress.aside;
    m_progress.aside = {};
    save();
    const QScopedValueRollback guard(m_changingPlan, true);
    if (m_context.controller.bringBack()) {
        m_context.controller.flush();
        return;
    }
    if (aside.planText.empty())
        return;
    const Result<LoadedPlan> plan = parsePlan(aside.planText, "aside");
    if (!plan)
        return;
    m_context.controller.open(plan->plan, aside.file, aside.isModified);
    m_context.controller.flush();
}

void LessonSession::save()
{
    const Problems problems = saveProgress(m_progress, m_progressFile);
    m_progressProblem = problems.empty() ? QString() : errorLinesText(problems);
    emit progressChanged();
}

} // namespace headroom
