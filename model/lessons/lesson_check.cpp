#include "model/lessons/lesson_check.h"

namespace headroom {
namespace {

/// Tries everything that a lesson says once; members share the lesson and the list of problems.
class LessonTrial
{
public:
    LessonTrial(const Lesson &lesson, const LessonServices &services)
        : m_lesson(lesson)
        , m_plans(lesson, services)
    { }

    Problems run()
    {
        for (const LessonPlan &plan : m_lesson.plans)
            static_cast<void>(answered(plan));
        if (!m_problems.empty()) // everything below would say the same again
            return std::move(m_problems);
        const auto start = answered(*m_lesson.plan("start"));
        for (const LessonScreen &screen : m_lesson.screens)
            fill(screen.text, *start, nullptr, screen.line);
        for (const LessonTask &task : m_lesson.tasks)
            tryTask(task);
        return std::move(m_problems);
    }

private:
    std::string at(int line) const { return m_lesson.file + ":" + std::to_string(line); }

    /// A problem that names a field, or the file alone, gets the line that it came from.
    void add(const Errors &errors, const std::string &where)
    {
        for (Error error : errors) {
            if (!error.where.starts_with(m_lesson.file + ":"))
                error.where = error.where.empty() || error.where == m_lesson.file
                    ? where
                    : where + ": " + error.where;
            addProblem(m_problems, std::move(error));
        }
    }

    std::optional<AnsweredPlan> answered(const Result<Plan> &plan, const std::string &where)
    {
        if (!plan) {
            add(plan.errors(), where);
            return std::nullopt;
        }
        Result<AnsweredPlan> answer = m_plans.answer(*plan);
        if (answer)
            return *std::move(answer);
        add(answer.errors(), where);
        return std::nullopt;
    }

    std::optional<AnsweredPlan> answered(const LessonPlan &description)
    {
        return answered(m_plans.plan(description), description.where);
    }

    void fill(
        const std::string &text, const AnsweredPlan &learner, const LessonTask *task, int line)
    {
        if (const auto filled = m_plans.fill(text, learner, at(line), task); !filled)
            add(filled.errors(), at(line));
    }

    void tryTask(const LessonTask &task)
    {
        const Result<Plan> plan = m_plans.plan(task.start);
        const auto start = answered(plan, task.start.where);
        if (!start)
            return;
        const std::size_t before = m_problems.size();
        for (const std::string *text : { &task.statement, &task.solution })
            fill(*text, *start, &task, task.line);
        for (const std::string &hint : task.hints)
            fill(hint, *start, &task, task.line);
        tryNothing(task, *start);
        if (m_problems.size() > before) // names that stand for nothing make the rest noise
            return;
        tryAnswer(task, *plan);
        for (const WrongAnswer &wrong : task.wrong)
            tryWrong(task, wrong, *plan);
    }

    void tryNothing(const LessonTask &task, const AnsweredPlan &start)
    {
        const Result<TaskOutcome> outcome = m_plans.check(task, start);
        if (!outcome)
            add(outcome.errors(), at(task.line));
        else if (outcome->isSolved)
            addProblem(m_problems, { "lesson-task-solved", at(task.line), { task.id } });
    }

    void tryAnswer(const LessonTask &task, const Plan &start)
    {
        const auto learner
            = answered(m_plans.withChanges(start, task.answer, at(task.line)), at(task.line));
        if (!learner)
            return;
        std::optional<double> given;
        if (task.question)
            if (const auto is = m_plans.number(task.question->is, task, *learner))
                given = *is;
        const Result<TaskOutcome> outcome = m_plans.check(task, *learner, given);
        if (!outcome)
            return add(outcome.errors(), at(task.line));
        for (std::size_t i = 0; i < task.checks.size(); ++i)
            if (!outcome->checks[i].holds)
                addProblem(m_problems,
                    { "lesson-answer-fails", at(task.checks[i].line),
                        { task.id, task.checks[i].that.text() } });
    }

    void tryWrong(const LessonTask &task, const WrongAnswer &wrong, const Plan &start)
    {
        const auto learner
            = answered(m_plans.withChanges(start, wrong.changes, at(wrong.line)), at(wrong.line));
        if (!learner)
            return;
        if (!wrong.changes.empty() && learner->resolved.plan == start)
            return addProblem(m_problems, { "lesson-wrong-empty", at(wrong.line), {} });
        fill(wrong.why, *learner, &task, wrong.line);
        std::optional<double> given;
        if (task.question) { // where the plan is what is wrong, the number is the right one
            const Result<double> number
                = m_plans.number(wrong.gives ? *wrong.gives : task.question->is, task, *learner);
            if (!number)
                return add(number.errors(), at(wrong.line));
            given = *number;
        }
        const Result<TaskOutcome> outcome = m_plans.check(task, *learner, given);
        if (!outcome)
            add(outcome.errors(), at(wrong.line));
        else if (outcome->isSolved)
            addProblem(m_problems, { "lesson-wrong-passes", at(wrong.line), { task.id } });
    }

    const Lesson &m_lesson;
    LessonPlans m_plans;
    Problems m_problems;
};

} // namespace

Problems lessonProblems(const Lesson &lesson, const LessonServices &services)
{
    return LessonTrial { lesson, services }.run();
}

} // namespace headroom
