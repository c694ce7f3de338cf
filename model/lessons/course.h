#pragma once

#include "model/lessons/lesson_check.h"
#include "model/lessons/lesson_library.h"

#include <cstdint>
#include <optional>

namespace headroom {

/// An incident that a course asks for, by seed and level or by story.
struct IncidentLink
{
    std::uint64_t seed = 0;
    int level = 1;
    std::string story; ///< id; empty: drawn from the seed

    /// Among the lessons of somebody's progress: "incident-7-level-2", "incident-STORY".
    std::string id() const;
};
/// An incident has two tasks: the cause, and the place.
inline constexpr int incidentTasks = 2;

/// One part of a course: a lesson of the library, an exercise of the course itself, or an incident.
struct CourseEntry
{
    std::string lesson; ///< id; of an exercise "COURSE.EXERCISE", so that progress is its own
    std::optional<IncidentLink> incident; ///< then `lesson` is the link's id
    std::string title; ///< empty: the lesson's
    int minutes = 0; ///< 0: the lesson's
    std::shared_ptr<const Lesson> exercise; ///< null: the lesson is in the library
    int line = 0;
};

/// What somebody teaches: lessons and exercises in an order of their own. The README shows a file.
struct Course
{
    std::string id;
    std::string title;
    std::string introduction; ///< Markdown; may be empty
    std::vector<CourseEntry> entries;
    std::string file; ///< as messages name it

    /// The exercise of that id, else the library's lesson; null when neither.
    const Lesson *lesson(std::string_view lessonId, const LessonLibrary &library) const;
    /// The incident of that id; null when the course has none.
    const IncidentLink *incident(std::string_view entryId) const;
    /// As the library lists its lessons, with the course's titles and minutes.
    std::vector<LessonHead> heads(const LessonLibrary &library) const;
};

/// Reads a course strictly; every problem is listed with FILE:LINE, lessons that `library` lacks
/// among them.
Result<Course> parseCourse(
    std::string_view text, const std::string &name, const LessonLibrary &library);
Result<Course> loadCourse(const std::filesystem::path &file, const LessonLibrary &library);

/// What lessonProblems() finds in the exercises of the course.
Problems courseProblems(const Course &course, const LessonServices &services);

/// What a YAML file is for; anything that is neither is taken for a plan.
enum class TeachingFile { None, Lesson, Course };
TeachingFile teachingFile(const std::filesystem::path &file);

/// The courses (*.yaml) in a folder by name; none where there is no folder.
std::vector<std::filesystem::path> courseFiles(const std::filesystem::path &folder);

} // namespace headroom
