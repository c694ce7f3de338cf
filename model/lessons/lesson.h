#pragma once

#include "model/base/document/document.h"
#include "model/base/expression/expression.h"
#include "model/base/outcome/finding.h"

#include <array>
#include <cstdint>
#include <optional>
#include <set>
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

/// The bar that belongs beside a text: the terms of the plan as it is now, and of plans of the
/// lesson to compare with, on one scale.
struct LessonFigure
{
    enum class Of : std::uint8_t { Memory, Time };
    Of of = Of::Memory;
    std::vector<std::string> lit; ///< ids of the terms that the text is about; empty: all
    std::vector<std::string> plans; ///< names of plans of the lesson
};

/// One idea on one screen.
struct LessonScreen
{
    std::string id;
    std::string title;
    std::string text; ///< Markdown with templates and marked constants, see lesson_text.h
    std::string show; ///< page of the application that belongs beside it; may be empty
    std::optional<LessonFigure> figure;
    int line = 0;
};

/// What has to be true of the learner's plan, and that in words.
struct LessonCheck
{
    Expression that;
    std::string says;
    int line = 0;
};

/// What makes a run the same run: a task is not solved by changing it, unless the task names it.
enum class RunPart : std::uint8_t { Model, Chip, Devices, SequenceLength, GlobalBatch, Mode };
/// As `frees` of a task writes them.
inline constexpr std::array runPartWords { "model", "chip", "devices", "sequence_length",
    "global_batch", "mode" };
/// The part that a plan field belongs to.
std::optional<RunPart> runPartOf(std::string_view path);

/// A number that the task asks for beside what the plan has to become.
struct LessonQuestion
{
    std::string asks; ///< "MFU of the run in per cent"
    Expression is; ///< the number, by the model
    double within = 0; ///< share of it by which an answer may differ
};

/// What somebody answers who believes something that is not so.
struct WrongAnswer
{
    std::string believes; ///< the misconception as a sentence
    std::vector<FieldChange> changes;
    std::optional<Expression> gives; ///< the number that it leads to, where the task asks for one
    std::string why; ///< what is said to whoever answers so
    int line = 0;
};

/// Something to do: edit the plan until every check holds, and give the number that is asked for.
struct LessonTask
{
    std::string id;
    std::string title;
    std::string statement; ///< Markdown as in screens; `start` is the task's own start plan
    LessonPlan start;
    std::vector<LessonCheck> checks;
    std::vector<std::string> hints; ///< from a nudge to nearly the answer
    std::vector<FieldChange> answer;
    std::optional<LessonQuestion> question; ///< most tasks ask for a plan alone
    std::vector<WrongAnswer> wrong;
    std::string solution; ///< Markdown shown when it is solved, and with the answer: why it works
    std::string show;
    std::string after; ///< the screen that it follows; empty: it comes after all screens
    std::optional<LessonFigure> figure;
    /// Sections of published documents that it practises, "DOCUMENT/SECTION" of
    /// profiles/lessons/documents.yaml.
    std::vector<std::string> practises;
    /// Parts of the run that may change: those that the answer changes, and those listed.
    std::set<RunPart> frees;
    int line = 0;

    /// What has to hold, in words: the checks, then the number that is asked for.
    std::vector<std::string> demands() const;
};

/// Where a learner can be in a lesson: one of the two is set.
struct LessonPlace
{
    const LessonScreen *screen = nullptr;
    const LessonTask *task = nullptr;

    const std::string &id() const { return screen ? screen->id : task->id; }
};

struct Lesson
{
    std::string id;
    std::string title;
    std::string summary; ///< one sentence for lists
    int minutes = 0;
    std::string icon; ///< of the subject, for lists: a name that the window knows; may be empty
    std::vector<std::string> goals; ///< what one can do afterwards
    std::vector<std::string> sources;
    std::vector<LessonPlan> plans; ///< "start" is among them
    std::vector<LessonScreen> screens;
    std::vector<LessonTask> tasks;
    std::string file; ///< as messages name it
    int line = 0;

    const LessonPlan *plan(std::string_view name) const;
    const LessonScreen *screen(std::string_view screenId) const;
    const LessonTask *task(std::string_view taskId) const;
    /// Screens in their order, each followed by the tasks that name it, then the other tasks.
    std::vector<LessonPlace> places() const;
};

} // namespace headroom
