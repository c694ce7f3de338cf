#pragma once

#include "model/lessons/lesson_plans.h"

namespace headroom {

/// What only computing a lesson shows: plans that do not exist or break a rule, names and templates
/// that stand for nothing, tasks that doing nothing passes, that their own answer does not pass, or
/// that a wrong answer passes. Each problem with FILE:LINE.
Problems lessonProblems(const Lesson &lesson, const LessonServices &services);

} // namespace headroom
