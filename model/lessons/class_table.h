#pragma once

#include "model/base/document/document.h"
#include "model/lessons/course.h"
#include "model/lessons/progress.h"

#include <filesystem>
#include <string>
#include <vector>

namespace headroom {

/// How far one learner is in one lesson.
struct ClassCell
{
    std::string lesson;
    int solved = 0, tasks = 0;
    int hints = 0; ///< taken
    int answers = 0; ///< asked for
    bool isFinished = false;
};

/// A learner's progress in the lessons that were opened.
struct ClassRow
{
    std::string learner; ///< name of the file without its ending
    std::string file; ///< as it was given
    std::string course; ///< id of the course that it was saved over; may be empty
    std::vector<ClassCell> lessons; ///< in the order of the library, others behind by id
    int solved() const;
    int hints() const;
    int answers() const;
    int finished() const;
};

/// The progress files of a class as one row each, in the order given. Every file is read; what is
/// wrong with any of them is listed together. With a course, a row has the course's lessons, those
/// that were not opened as well, and no others.
Result<std::vector<ClassRow>> readClass(const std::vector<std::filesystem::path> &files,
    const LessonLibrary &library, const Course *course = nullptr);

/// Learners whose file was saved over another course than this: one note each.
Errors otherCourseNotes(const std::vector<ClassRow> &rows, const Course &course);

/// One line a learner and lesson: learner, course, lesson, solved, tasks, hints, answers, finished.
std::string classCsv(const std::vector<ClassRow> &rows);
/// Learners down, lessons across, "solved/tasks" in the cells, a star where a lesson is finished;
/// then what a learner solved in all, and the hints and answers that it took.
std::string classText(const std::vector<ClassRow> &rows);
Document classDocument(const std::vector<ClassRow> &rows);

} // namespace headroom
