#include "model/lessons/course.h"

#include "model/base/document/mapping_reader.h"
#include "model/base/document/schema_version.h"
#include "model/base/text/ascii.h"
#include "model/lessons/lesson_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace headroom {
namespace {

bool isId(std::string_view text)
{
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return isAsciiLower(c) || isAsciiDigit(c) || c == '-';
    });
}

constexpr double maxIncidentSeed = 1e15; ///< whole numbers that JSON keeps
constexpr int incidentMinutes = 20; ///< ASSUMED: what one takes with its measurements

/// Reads one course; members share the file name and the list of problems.
class CourseReader
{
public:
    CourseReader(std::string file, const LessonLibrary &library, Errors &problems)
        : m_file(std::move(file))
        , m_problems(problems)
    {
        for (const LessonHead &head : library.heads())
            m_known.push_back(head.id);
        for (const auto &folder : { library.directories().shipped, library.directories().user })
            if (!folder.empty())
                for (const auto &story : courseFiles(folder / "incidents"))
                    m_stories.push_back(story.stem().string());
    }

    Course read(const Document &root)
    {
        Course course;
        course.file = m_file;
        MappingReader reader { root, m_file, m_problems };
        requireSchemaVersion(reader);
        course.id = reader.requiredText("id");
        if (!isId(course.id))
            reader.report("course-id", "id", { course.id });
        course.title = reader.requiredText("title");
        course.introduction = reader.text("introduction");
        reader.each("lessons",
            [&](MappingReader &entry) { course.entries.push_back(readEntry(entry, course.id)); });
        if (course.entries.empty())
            reader.report("course-empty", "lessons", {});
        reader.rejectUnknownKeys();
        return course;
    }

private:
    CourseEntry readEntry(MappingReader &reader, const std::string &courseId)
    {
        CourseEntry entry;
        entry.line = reader.line();
        entry.lesson = reader.text("lesson");
        entry.title = reader.text("title");
        entry.minutes = static_cast<int>(reader.integer("minutes", { 1, 600 }, 0));
        const Document *exercise = reader.child("exercise");
        const bool isIncident = reader.one(
            "incident", [&](MappingReader &link) { entry.incident = readIncident(link); });
        if ((entry.lesson.empty() ? 0 : 1) + (exercise ? 1 : 0) + (isIncident ? 1 : 0) != 1) {
            reader.report("course-entry", "lesson", {});
            return entry;
        }
        if (isIncident)
            entry.lesson = entry.incident->id();
        else if (exercise)
            takeExercise(entry, *exercise, courseId);
        else
            requireKnown(reader, entry.lesson);
        if (!m_ids.insert(entry.lesson).second)
            reader.report("duplicate-key",
                exercise         ? "exercise"
                    : isIncident ? "incident"
                                 : "lesson",
                { entry.lesson });
        return entry;
    }

    IncidentLink readIncident(MappingReader &reader)
    {
        IncidentLink link;
        link.story = reader.text("story");
        if (link.story.empty()) {
            link.seed = static_cast<std::uint64_t>(
                reader.requiredInteger("seed", { 0, maxIncidentSeed }));
            link.level = asInt(reader.integer("level", { 1, 3 }, 1));
        } else if (std::ranges::find(m_stories, link.story) == m_stories.end()) {
            reader.report("course-unknown-story", "story",
                { link.story, fmt::format("{}", fmt::join(m_stories, ", ")) });
        }
        return link;
    }

    void takeExercise(CourseEntry &entry, const Document &node, const std::string &courseId)
    {
        Lesson lesson = readExercise(node, m_file, m_problems);
        if (!isId(lesson.id))
            addProblem(m_problems,
                { "course-id", fmt::format("{}:{}", m_file, node.line()), { lesson.id } });
        lesson.id = courseId + '.' + lesson.id;
        entry.lesson = lesson.id;
        entry.exercise = std::make_shared<const Lesson>(std::move(lesson));
    }

    void requireKnown(MappingReader &reader, const std::string &id)
    {
        if (std::ranges::find(m_known, id) != m_known.end())
            return;
        if (const auto nearest = nearestName(id, m_known))
            reader.report("course-unknown-lesson-near", "lesson", { id, *nearest });
        else
            reader.report("course-unknown-lesson", "lesson",
                { id, fmt::format("{}", fmt::join(m_known, ", ")) });
    }

    std::string m_file;
    Errors &m_problems;
    std::vector<std::string> m_known, m_stories;
    std::set<std::string> m_ids;
};

Result<Course> courseOf(
    const Result<Document> &root, const std::string &name, const LessonLibrary &library)
{
    if (!root)
        return root.errors();
    Errors problems;
    Course course = CourseReader { name, library, problems }.read(*root);
    if (!problems.empty())
        return problems;
    return course;
}

} // namespace

const Lesson *Course::lesson(std::string_view lessonId, const LessonLibrary &library) const
{
    const auto entry = std::ranges::find(entries, lessonId, &CourseEntry::lesson);
    if (entry != entries.end() && entry->exercise)
        return entry->exercise.get();
    return library.lesson(lessonId);
}

std::string IncidentLink::id() const
{
    return story.empty() ? fmt::format("incident-{}-level-{}", seed, level) : "incident-" + story;
}

const IncidentLink *Course::incident(std::string_view entryId) const
{
    const auto entry = std::ranges::find(entries, entryId, &CourseEntry::lesson);
    return entry != entries.end() && entry->incident ? &*entry->incident : nullptr;
}

std::vector<LessonHead> Course::heads(const LessonLibrary &library) const
{
    const std::vector<LessonHead> known = library.heads();
    std::vector<LessonHead> heads;
    for (const CourseEntry &entry : entries) {
        LessonHead head;
        if (const auto found = std::ranges::find(known, entry.lesson, &LessonHead::id);
            found != known.end())
            head = *found;
        if (entry.exercise)
            head = { entry.lesson, entry.exercise->title, entry.exercise->summary,
                entry.exercise->minutes };
        if (const auto &link = entry.incident)
            head = { entry.lesson,
                link->story.empty() ? fmt::format("Incident {}, level {}", link->seed, link->level)
                                    : "Incident " + link->story,
                {}, incidentMinutes };
        if (!entry.title.empty())
            head.title = entry.title;
        if (entry.minutes > 0)
            head.minutes = entry.minutes;
        heads.push_back(std::move(head));
    }
    return heads;
}

Result<Course> parseCourse(
    std::string_view text, const std::string &name, const LessonLibrary &library)
{
    return courseOf(parseYaml(text, name), name, library);
}

Result<Course> loadCourse(const std::filesystem::path &file, const LessonLibrary &library)
{
    const Result<std::string> text = readTextFile(file, largestDocument);
    if (!text)
        return text.errors();
    return parseCourse(*text, file.string(), library);
}

Problems courseProblems(const Course &course, const LessonServices &services)
{
    Problems problems;
    for (const CourseEntry &entry : course.entries)
        if (entry.exercise)
            for (Error &problem : lessonProblems(*entry.exercise, services))
                addProblem(problems, std::move(problem));
    return problems;
}

TeachingFile teachingFile(const std::filesystem::path &file)
{
    const Result<Document> root = readYamlFile(file);
    if (!root || !root->isMapping() || root->find("model"))
        return TeachingFile::None;
    if (root->find("lessons"))
        return TeachingFile::Course;
    return root->find("tasks") ? TeachingFile::Lesson : TeachingFile::None;
}

std::vector<std::filesystem::path> courseFiles(const std::filesystem::path &folder)
{
    std::error_code failure;
    std::vector<std::filesystem::path> files;
    for (std::filesystem::directory_iterator entry { folder, failure }, end;
         !failure && entry != end; entry.increment(failure))
        if (entry->path().extension() == ".yaml")
            files.push_back(entry->path());
    std::ranges::sort(files);
    return files;
}

} // namespace headroom
