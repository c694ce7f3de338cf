// Profiles of one kind alone: lessons.
#include "profile_check.h"

#include "model/lessons/lesson.h"
#include "model/lessons/lesson_reader.h"

using namespace headroom;
using namespace headroom::fuzz;

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    checkProfile(textOf(data, size), readLesson,
        [](const Lesson &lesson) { promise(!lesson.id.empty(), "a lesson has an id"); });
    return 0;
}
