// Courses of teachers: every refusal has its place, and a course that is read lists all its
// lessons.
#include "fuzz_entry.h"

#include "model/lessons/course.h"

using namespace headroom;
using namespace headroom::fuzz;

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static const LessonLibrary library { DataDirectories { HEADROOM_PROFILES, {} } };
    const auto course = parseCourse(textOf(data, size), "course.yaml", library);
    if (!course) {
        promisePlaces(course.errors());
        return 0;
    }
    const std::vector<LessonHead> heads = course->heads(library);
    promise(heads.size() == course->entries.size(), "every entry is listed");
    for (const LessonHead &head : heads)
        promise((course->lesson(head.id, library) || course->incident(head.id)) && head.minutes > 0,
            "every entry can be opened");
    return 0;
}
