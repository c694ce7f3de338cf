// The part of the session that tasks are answered in.
#include "widgets/lessons/lesson_session.h"

#include "widgets/frame/window_context.h"
#include "widgets/planning/plan_controller.h"

#include <algorithm>

namespace headroom {

QStringList LessonSession::hints() const
{
    QStringList texts;
    const LessonTask *shown = task();
    if (!shown)
        return texts;
    const auto taken = state().hints.find(shown->id);
    const int count = taken == state().hints.end() ? 0 : taken->second;
    for (int i = 0; i < count && i < static_cast<int>(shown->hints.size()); ++i)
        texts.append(QString::fromStdString(
            filled(shown->hints[static_cast<std::size_t>(i)], m_lesson->file).markdown));
    return texts;
}

LessonText LessonSession::textWithHelp() const
{
    LessonText whole = text();
    const auto add
        = [&whole](const QString &words) { whole.markdown += "\n\n" + words.toStdString(); };
    const QStringList taken = hints();
    for (int i = 0; i < taken.size(); ++i)
        add(tr("**Hint %1.** %2").arg(i + 1).arg(taken.at(i)));
    if (!m_answerShown && !outcome().isSolved)
        return whole;
    const LessonText explained = solution();
    QString words = QString::fromStdString(explained.markdown);
    const auto shift = static_cast<int>(whole.constants.size());
    for (int i = static_cast<int>(explained.constants.size()) - 1; i >= 0; --i)
        words.replace(
            QStringLiteral("](source:%1)").arg(i), QStringLiteral("](source:%1)").arg(i + shift));
    whole.constants.insert(
        whole.constants.end(), explained.constants.begin(), explained.constants.end());
    add((m_answerShown ? tr("**The answer is in the plan.** %1") : tr("**Why it works.** %1"))
            .arg(words));
    return whole;
}

LessonText LessonSession::solution() const
{
    const LessonTask *shown = task();
    return shown ? filled(shown->solution, m_lesson->file) : LessonText {};
}

TaskOutcome LessonSession::outcome() const
{
    const LessonTask *shown = task();
    const std::optional<AnsweredPlan> answer = learner();
    if (!shown || !answer || !m_plans)
        return {};
    const Result<TaskOutcome> result = m_plans->check(*shown, *answer, m_given);
    return result ? *result : TaskOutcome {};
}

const WrongAnswer *LessonSession::wrongAnswer() const
{
    const LessonTask *shown = task();
    const std::optional<AnsweredPlan> answer = learner();
    if (!shown || !m_plans || !answer)
        return nullptr;
    const Result<Plan> start = m_plans->plan(shown->start);
    if (!start)
        return nullptr;
    const auto isGiven = [&](const WrongAnswer &wrong) {
        if (!wrong.gives)
            return true;
        const Result<double> number = m_plans->number(*wrong.gives, *shown, *answer);
        return number && m_given && isWithin(*m_given, *number, shown->question->within);
    };
    const auto isPlan = [&](const WrongAnswer &wrong) {
        if (wrong.changes.empty()) // the number is what is wrong
            return true;
        const Result<Plan> plan = m_plans->withChanges(*start, wrong.changes);
        return plan && *plan == m_context.controller.plan();
    };
    const auto found = std::ranges::find_if(
        shown->wrong, [&](const WrongAnswer &wrong) { return isGiven(wrong) && isPlan(wrong); });
    return found == shown->wrong.end() ? nullptr : &*found;
}

QString LessonSession::whyWrong(const WrongAnswer &wrong) const
{
    return QString::fromStdString(filled(wrong.why, m_lesson->file).markdown);
}

void LessonSession::give(std::optional<double> number)
{
    if (number == m_given)
        return;
    m_given = number;
    estimateChanged();
}

bool LessonSession::hasHint() const
{
    const LessonTask *shown = task();
    return shown && hints().size() < static_cast<int>(shown->hints.size());
}

void LessonSession::takeHint()
{
    if (!hasHint())
        return;
    ++state().hints[task()->id];
    save();
    emit contentChanged();
}

void LessonSession::showAnswer()
{
    const LessonTask *shown = task();
    if (!shown)
        return;
    m_answerShown = true;
    state().answersShown.insert(shown->id);
    usePlan(shown->start);
    m_context.controller.apply(shown->answer, tr("Answer of the task"));
    m_context.controller.flush();
    if (const std::optional<AnsweredPlan> answer = learner(); shown->question && answer)
        if (const auto number = m_plans->number(shown->question->is, *shown, *answer))
            give(*number);
    save();
    emit contentChanged();
}

void LessonSession::startOver()
{
    const LessonTask *shown = task();
    if (!shown)
        return;
    m_answerShown = false;
    m_given.reset();
    usePlan(shown->start);
    emit contentChanged();
}

} // namespace headroom
