#include "model/lessons/lesson_plans.h"

#include "model/plan/fields/framework_options.h"
#include "model/plan/fields/plan_file.h"
#include "model/rules/broken_rules.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace headroom {
namespace {

Result<Plan> parsed(const Result<LoadedPlan> &loaded)
{
    if (!loaded)
        return loaded.errors();
    return loaded->plan;
}

/// Numbers of the table as numbers, everything else as text.
ExpressionValue cellValue(const std::string &cell)
{
    double number = 0;
    const auto [end, status] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
    if (!cell.empty() && status == std::errc {} && end == cell.data() + cell.size())
        return number;
    return cell;
}

} // namespace

bool isWithin(double given, double is, double share)
{
    return std::abs(given - is) <= share * std::abs(is);
}

LessonPlans::LessonPlans(const Lesson &lesson, LessonServices services)
    : m_lesson(lesson)
    , m_services(std::move(services))
{ }

Result<Plan> LessonPlans::plan(const LessonPlan &description) const
{
    Result<Plan> origin = Plan {};
    if (!description.example.empty()) {
        const auto path = m_services.library->planPath(description.example);
        if (!path)
            return path.errors();
        origin = parsed(loadPlan(*path));
    } else if (!description.written.isNull()) {
        origin = parsed(parsePlan(writeYaml(description.written), description.where));
    } else if (const LessonPlan *other = m_lesson.plan(description.from)) {
        if (other == &description)
            return Error { "lesson-plan-unknown", description.where, { description.from } };
        origin = plan(*other);
    }
    if (!origin)
        return origin;
    return withChanges(*std::move(origin), description.changes, description.where);
}

Result<Plan> LessonPlans::withChanges(
    Plan plan, const std::vector<FieldChange> &changes, const std::string &where) const
{
    ChangeOutcome done = changePlan(plan, changes, where.empty() ? m_lesson.file : where);
    if (!done.problems.empty())
        return std::move(done.problems);
    return plan;
}

Result<AnsweredPlan> LessonPlans::answer(const Plan &plan) const
{
    Result<ResolvedPlan> resolved = resolvePlan(plan, *m_services.library);
    if (!resolved)
        return resolved.errors();
    Errors problems;
    for (const RuleBreak &broken : brokenRules(*resolved))
        problems.push_back(broken.error);
    if (!problems.empty())
        return problems;
    Estimate estimate = m_services.estimate(*resolved);
    return AnsweredPlan { *std::move(resolved), std::move(estimate) };
}

const AnsweredPlan *LessonPlans::named(std::string_view name) const
{
    const LessonPlan *description = m_lesson.plan(name);
    return description ? named(*description) : nullptr;
}

const AnsweredPlan *LessonPlans::named(const LessonPlan &description) const
{
    const std::string key = description.where + "#" + description.name;
    const auto known = m_answers.find(key);
    if (known != m_answers.end())
        return known->second ? &*known->second : nullptr;
    std::optional<AnsweredPlan> &slot = m_answers[key];
    if (const Result<Plan> built = plan(description))
        if (Result<AnsweredPlan> computed = answer(*built))
            slot = *std::move(computed);
    return slot ? &*slot : nullptr;
}

std::optional<ExpressionValue> LessonPlans::value(
    std::string_view name, const AnsweredPlan &learner, const LessonTask *task) const
{
    const std::size_t dot = name.find('.');
    const std::string_view head = name.substr(0, dot);
    if (dot != std::string_view::npos) {
        const std::string_view rest = name.substr(dot + 1);
        const LessonPlan *description
            = head == "start" && task ? &task->start : m_lesson.plan(head);
        if (description) {
            const AnsweredPlan *computed = named(*description);
            return computed ? valueOf(*computed, rest) : std::nullopt;
        }
        if (head == "measurement" && m_services.measurement) {
            const std::size_t split = rest.find('.');
            if (split == std::string_view::npos)
                return std::nullopt;
            const auto cell = m_services.measurement(rest.substr(0, split), rest.substr(split + 1));
            return cell ? std::optional { cellValue(*cell) } : std::nullopt;
        }
    }
    if (name == "changes" && task) {
        const AnsweredPlan *start = named(task->start);
        return start ? std::optional<ExpressionValue> { static_cast<double>(
                   changedFields(start->resolved.plan, learner.resolved.plan)) }
                     : std::nullopt;
    }
    return valueOf(learner, name);
}

std::optional<ExpressionValue> LessonPlans::valueOf(
    const AnsweredPlan &answer, std::string_view name) const
{
    static constexpr std::string_view effective = "effective.";
    if (name.starts_with(effective) && m_services.effectiveFlag)
        return m_services.effectiveFlag(answer.resolved, name.substr(effective.size()));
    static constexpr std::string_view effectiveNumber = "effective_number.";
    if (name.starts_with(effectiveNumber) && m_services.effectiveFlag) {
        const ExpressionValue value = cellValue(
            m_services.effectiveFlag(answer.resolved, name.substr(effectiveNumber.size())));
        return std::holds_alternative<double>(value) ? value : ExpressionValue { 0.0 };
    }
    if (name == "flag_findings" && m_services.flagFindings)
        return m_services.flagFindings(answer.resolved);
    return answerValue(answer, name);
}

Result<LessonText> LessonPlans::fill(std::string_view text, const AnsweredPlan &learner,
    const std::string &where, const LessonTask *task) const
{
    return fillLessonText(
        text, [&](std::string_view name) { return value(name, learner, task); }, where);
}

Result<double> LessonPlans::number(
    const Expression &expression, const LessonTask &task, const AnsweredPlan &learner) const
{
    const Result<ExpressionValue> found
        = expression.evaluate([&](std::string_view name) { return value(name, learner, &task); });
    if (!found)
        return found.errors();
    if (const double *amount = std::get_if<double>(&*found))
        return *amount;
    return Error { "lesson-no-number", m_lesson.file, { expression.text() } };
}

/// Those that the task does not name.
std::vector<RunPart> LessonPlans::changedParts(
    const LessonTask &task, const AnsweredPlan &learner) const
{
    const AnsweredPlan *start = named(task.start);
    if (!start)
        return {};
    const ResolvedPlan &before = start->resolved, &after = learner.resolved;
    const Workload &work = before.plan.workload, &now = after.plan.workload;
    const std::array differs { before.model->id != after.model->id,
        before.accelerator.id != after.accelerator.id, before.deviceCount() != after.deviceCount(),
        work.sequenceLength != now.sequenceLength,
        work.globalBatchSequences != now.globalBatchSequences, work.mode != now.mode };
    std::vector<RunPart> changed;
    for (std::size_t i = 0; i < differs.size(); ++i)
        if (const auto part = static_cast<RunPart>(i); differs[i] && !task.frees.contains(part))
            changed.push_back(part);
    return changed;
}

Result<TaskOutcome> LessonPlans::check(
    const LessonTask &task, const AnsweredPlan &learner, std::optional<double> given) const
{
    TaskOutcome outcome;
    Errors problems;
    const ExpressionScope scope
        = [&](std::string_view name) { return value(name, learner, &task); };
    for (const LessonCheck &check : task.checks) {
        const Result<bool> holds = check.that.holds(scope);
        if (holds)
            outcome.checks.push_back({ check.says, *holds });
        else
            problems.insert(problems.end(), holds.errors().begin(), holds.errors().end());
    }
    if (task.question) {
        const Result<double> is = number(task.question->is, task, learner);
        if (is)
            outcome.checks.push_back(
                { task.question->asks, given && isWithin(*given, *is, task.question->within) });
        else
            problems.insert(problems.end(), is.errors().begin(), is.errors().end());
    }
    if (!problems.empty())
        return problems;
    outcome.changed = changedParts(task, learner);
    outcome.isSolved
        = outcome.changed.empty() && std::ranges::all_of(outcome.checks, &CheckOutcome::holds);
    return outcome;
}

} // namespace headroom
