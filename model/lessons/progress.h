#pragma once

#include "model/base/outcome/result.h"

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace headroom {

/// How far a learner is in one lesson.
struct LessonState
{
    std::string place; ///< id of the screen or task last shown
    std::set<std::string> solved; ///< tasks
    std::map<std::string, int> hints; ///< hints taken, by task
    std::set<std::string> answersShown; ///< tasks whose answer was asked for
    int taskCount = 0; ///< of the lesson when it was last open; 0: never opened
    bool isFinished = false; ///< reached the end with every task solved
    bool operator==(const LessonState &) const = default;
};

/// The learner's own work, put aside while a lesson uses the window.
struct PlanAside
{
    std::string planText; ///< a plan file; empty: nothing is aside
    std::string file; ///< where it was saved; may be empty
    bool isModified = false; ///< it had changes that the file does not have
    bool operator==(const PlanAside &) const = default;
};

/// The course that the lessons are taken in.
struct CoursePlace
{
    std::string id; ///< empty: in none
    std::string file; ///< where it was opened; empty in what is given away
    bool operator==(const CoursePlace &) const = default;
};

struct LessonProgress
{
    std::map<std::string, LessonState> lessons; ///< by lesson id
    CoursePlace course;
    PlanAside aside;
    bool operator==(const LessonProgress &) const = default;
};

/// Progress as a text of JSON; `name` stands in messages.
Result<LessonProgress> parseProgress(std::string_view text, const std::string &name);
/// Progress of a missing file is empty; a broken file is a problem and is left as it is.
Result<LessonProgress> loadProgress(const std::filesystem::path &file);
/// What may be given away: without the learner's own plan, and without names of folders.
LessonProgress withoutOwnWork(LessonProgress progress);
/// The progress as such a text.
std::string writeProgress(const LessonProgress &progress);
/// Writes atomically and makes the folder if need be.
Problems saveProgress(const LessonProgress &progress, const std::filesystem::path &file);

} // namespace headroom
