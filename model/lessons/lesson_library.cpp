#include "model/lessons/lesson_library.h"

#include "model/lessons/lesson_reader.h"

#include <algorithm>
#include <map>

namespace headroom {
namespace {

namespace fs = std::filesystem;

/// "01-where-memory-goes.yaml", but neither coverage.yaml nor the texts of another language.
bool isLessonFile(const std::string &name)
{
    return name.size() > 8 && std::isdigit(static_cast<unsigned char>(name[0])) != 0
        && std::isdigit(static_cast<unsigned char>(name[1])) != 0 && name[2] == '-'
        && name.ends_with(".yaml") && std::ranges::count(name, '.') == 1;
}

std::vector<fs::path> lessonFiles(const fs::path &folder)
{
    std::vector<fs::path> files;
    std::error_code failure;
    for (fs::directory_iterator entry { folder, failure }, end; !failure && entry != end;
         entry.increment(failure))
        if (isLessonFile(entry->path().filename().string()))
            files.push_back(entry->path());
    return files;
}

Result<Lesson> readLessonFile(const fs::path &path)
{
    const Result<Document> root = readYamlFile(path);
    if (!root)
        return root.errors();
    return readLesson(*root, path.string());
}

/// A translation that is broken is listed, and the original shown.
void translate(Lesson &lesson, const fs::path &path, std::vector<SkippedProfile> &skipped)
{
    const Result<Document> root = readYamlFile(path);
    if (!root) {
        skipped.push_back({ path.string(), root.errors() });
        return;
    }
    Lesson translated = lesson;
    const Problems problems = applyLessonTexts(translated, *root, path.string());
    if (problems.empty())
        lesson = std::move(translated);
    else
        skipped.push_back({ path.string(), problems });
}

} // namespace

LessonLibrary::LessonLibrary(const DataDirectories &directories, std::string_view language)
{
    std::map<std::string, Lesson> byName;
    for (const fs::path &folder : { directories.shipped, directories.user }) {
        if (folder.empty())
            continue;
        for (const fs::path &path : lessonFiles(folder / "lessons")) {
            Result<Lesson> lesson = readLessonFile(path);
            if (lesson)
                byName.insert_or_assign(path.filename().string(), *std::move(lesson));
            else
                m_skipped.push_back({ path.string(), lesson.errors() });
        }
    }
    for (auto &[name, lesson] : byName) {
        if (!language.empty()) {
            const std::string texts
                = name.substr(0, name.size() - 4) + std::string { language } + ".yaml";
            const fs::path path = directories.find(fs::path { "lessons" } / texts);
            if (!path.empty())
                translate(lesson, path, m_skipped);
        }
        m_lessons.push_back(std::move(lesson));
    }
}

const Lesson *LessonLibrary::lesson(std::string_view id) const
{
    const auto found = std::ranges::find(m_lessons, id, &Lesson::id);
    return found == m_lessons.end() ? nullptr : &*found;
}

} // namespace headroom
