#pragma once

#include "model/base/document/document.h"
#include "model/lessons/lesson_library.h"
#include "model/lessons/progress.h"

#include <filesystem>
#include <string>
#include <vector>

namespace headroom {

/// How far one learner is in one lesson.
struct ClassCell
{
    std::string lesson;
    int solved = 0, tasks = 0, hints = 0;
    bool isFinished = false;
};

/// A learner's progress in the lessons that were opened.
struct ClassRow
{
    std::string learner; ///< name of the file without its ending
    std::vector<ClassCell> lessons; ///< in the order of the library, others behind by id
    int solved() const;
    int finished() const;
};

/// The progress files of a class as one row each, in the order given. Every file is read; what is
/// wrong with any of them is listed together.
Result<std::vector<ClassRow>> readClass(
    const std::vector<std::filesystem::path> &files, const LessonLibrary &library);

/// One line a learner and lesson: learner, lesson, solved, tasks, hints, finished.
std::string classCsv(const std::vector<ClassRow> &rows);
/// Learners down, lessons across, "solved/tasks" in the cells, a star where a lesson is finished.
std::string classText(const std::vector<ClassRow> &rows);
Document classDocument(const std::vector<ClassRow> &rows);

} // namespace headroom
