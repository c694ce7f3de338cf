#pragma once

#include "model/lessons/lesson.h"

namespace headroom {

/// Reads a lesson strictly; every problem is listed with FILE:LINE. A lesson has a plan `start`, at
/// least one screen and one task.
Result<Lesson> readLesson(const Document &root, const std::string &file);

/// The same for an exercise inside another file: no schema version, and screens are optional.
/// Where problems were added, what it returns is of no use.
Lesson readExercise(const Document &node, const std::string &file, Errors &problems);

/// Replaces the texts of a lesson by those of an overlay (NN-ID.LANGUAGE.yaml). Texts that the
/// overlay lacks stay as they are; ids that the lesson does not have are problems.
Problems applyLessonTexts(Lesson &lesson, const Document &root, const std::string &file);

} // namespace headroom
