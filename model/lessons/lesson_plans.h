#pragma once

#include "model/lessons/lesson.h"
#include "model/lessons/lesson_text.h"
#include "model/lessons/lesson_values.h"
#include "model/library/profiles/profile_library.h"

#include <functional>
#include <map>

namespace headroom {

/// What computing a lesson needs: profiles, the estimator, and published rows by id and column.
struct LessonServices
{
    const ProfileLibrary *library = nullptr;
    std::function<Estimate(const ResolvedPlan &)> estimate;
    /// Cell of profiles/measurements as text; nothing when row or column is unknown.
    std::function<std::optional<std::string>(std::string_view id, std::string_view column)>
        measurement;
    /// Value that a flag or variable has in effect: advice overlaid by the plan's own flags; empty
    /// when it is not set.
    std::function<std::string(const ResolvedPlan &, std::string_view name)> effectiveFlag;
    /// Ids of what the flags' owner should know.
    std::function<std::vector<std::string>(const ResolvedPlan &)> flagFindings;
};

struct CheckOutcome
{
    std::string says;
    bool holds = false;
};

struct TaskOutcome
{
    std::vector<CheckOutcome> checks;
    /// Parts of the run that differ from the start although the task does not name them.
    std::vector<RunPart> changed;
    bool isSolved = false; ///< every check holds, and the run is the same
};

/// An answer in numbers that differs from the right one by at most a share of it.
bool isWithin(double given, double is, double share);

/// Builds the plans of one lesson, computes them when first asked for, fills its texts and checks
/// its tasks.
class LessonPlans
{
public:
    LessonPlans(const Lesson &lesson, LessonServices services);

    /// The plan of that name, or a task's start.
    Result<Plan> plan(const LessonPlan &description) const;
    /// `where` stands in messages; empty: the lesson's file.
    Result<Plan> withChanges(
        Plan plan, const std::vector<FieldChange> &changes, const std::string &where = {}) const;
    /// Valid plans only: every broken rule is a problem.
    Result<AnsweredPlan> answer(const Plan &plan) const;

    /// A plan of the lesson with its estimate; null: there is none of that name, or it is refused.
    const AnsweredPlan *named(std::string_view name) const;

    /// Texts of screens see the lesson's plans by name, and the learner's as bare names.
    Result<LessonText> fill(std::string_view text, const AnsweredPlan &learner,
        const std::string &where, const LessonTask *task = nullptr) const;
    /// `start` is the task's start, `changes` the number of fields that the learner changed.
    /// `given` is the number that the learner answered, where the task asks for one.
    Result<TaskOutcome> check(const LessonTask &task, const AnsweredPlan &learner,
        std::optional<double> given = {}) const;
    /// A number that a question or a wrong answer speaks of.
    Result<double> number(
        const Expression &expression, const LessonTask &task, const AnsweredPlan &learner) const;

private:
    std::optional<ExpressionValue> value(
        std::string_view name, const AnsweredPlan &learner, const LessonTask *task) const;
    std::optional<ExpressionValue> valueOf(const AnsweredPlan &answer, std::string_view name) const;
    const AnsweredPlan *named(const LessonPlan &description) const;
    std::vector<RunPart> changedParts(const LessonTask &task, const AnsweredPlan &learner) const;

    const Lesson &m_lesson;
    LessonServices m_services;
    mutable std::map<std::string, std::optional<AnsweredPlan>> m_answers;
};

} // namespace headroom
