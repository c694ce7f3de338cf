#pragma once

#include "model/base/document/document.h"
#include "model/base/expression/expression.h"
#include "model/base/outcome/finding.h"

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// A plan that a lesson speaks of: an example plan, another plan of the lesson, or one written out,
/// each with changes.
struct LessonPlan
{
    std::string name; ///< "start", "full" …
    std::string example; ///< id of an example plan
    std::string from; ///< another plan of the lesson, named before this one
    Document written; ///< a whole plan file; null when absent
    std::vector<FieldChange> changes;
    std::string where; ///< "FILE:LINE"
};

/// One idea on one screen.
struct LessonScreen
{
    std::string id;
    std::string title;
    std::string text; ///< Markdown with templates and marked constants, see lesson_text.h
    std::string show; ///< page of the application that belongs beside it; may be empty
    int line = 0;
};

/// What has to be true of the learner's plan, and that in words.
struct LessonCheck
{
    Expression that;
    std::string says;
};

/// A plan that looks like an answer and is none.
struct NearMiss
{
    std::vector<FieldChange> changes;
    std::string why;
};

/// Something to do: edit the plan until every check holds.
struct LessonTask
{
    std::string id;
    std::string title;
    std::string statement; ///< Markdown as in screens; `start` is the task's own start plan
    LessonPlan start;
    std::vector<LessonCheck> checks;
    std::vector<std::string> hints; ///< from a nudge to nearly the answer
    std::vector<FieldChange> answer;
    NearMiss nearMiss;
    std::string solution; ///< Markdown shown with the answer: why it works
    std::string show;
    int line = 0;
};

struct Lesson
{
    std::string id;
    std::string title;
    std::string summary; ///< one sentence for lists
    int minutes = 0;
    std::vector<std::string> goals; ///< what one can do afterwards
    std::vector<std::string> sources;
    std::vector<LessonPlan> plans; ///< "start" is among them
    std::vector<LessonScreen> screens;
    std::vector<LessonTask> tasks;
    std::string file; ///< as messages name it

    const LessonPlan *plan(std::string_view name) const;
    const LessonScreen *screen(std::string_view screenId) const;
    const LessonTask *task(std::string_view taskId) const;
};

} // namespace headroom
