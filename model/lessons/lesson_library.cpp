#include "model/lessons/lesson_library.h"

#include "model/base/document/mapping_reader.h"
#include "model/base/files/read_file.h"
#include "model/base/text/ascii.h"
#include "model/lessons/lesson_reader.h"

#include <algorithm>

namespace headroom {
namespace {

namespace fs = std::filesystem;

/// "01-where-memory-goes.yaml", but not the texts of another language.
bool isLessonFile(const std::string &name)
{
    return name.size() > 8 && isAsciiDigit(name[0]) && isAsciiDigit(name[1]) && name[2] == '-'
        && name.ends_with(".yaml") && std::ranges::count(name, '.') == 1;
}

Result<Lesson> readLessonFile(const fs::path &path)
{
    const Result<Document> root = readYamlFile(path);
    if (!root)
        return root.errors();
    return readLesson(*root, path.string());
}

/// The lines before the first of these keys: enough for a list, and quick to parse.
Result<Document> readHead(const fs::path &path)
{
    const Result<std::string> text = readTextFile(path);
    if (!text)
        return text.errors();
    std::size_t end = text->size();
    for (const char *key : { "\nplans:", "\nscreens:", "\ntasks:" })
        end = std::min(end, text->find(key));
    return parseYaml(std::string_view { *text }.substr(0, end), path.string());
}

void fillHead(LessonHead &head, const Document &root)
{
    const auto take = [&root](const char *key, std::string &text) {
        if (const Document *value = root.find(key); value && value->isScalar())
            text = value->text();
    };
    take("title", head.title);
    take("summary", head.summary);
    take("icon", head.icon);
    if (const Document *minutes = root.find("minutes"); minutes && minutes->isNumber())
        head.minutes = static_cast<int>(minutes->number());
}

} // namespace

LessonLibrary::LessonLibrary(DataDirectories directories, std::string language)
    : m_directories(std::move(directories))
    , m_language(std::move(language))
{
    addFolder(m_directories.shipped / "lessons", false);
    if (!m_directories.user.empty())
        addFolder(m_directories.user / "lessons", true);
    std::ranges::sort(m_entries, {}, &Entry::name);
}

void LessonLibrary::addFolder(const fs::path &folder, bool isUser)
{
    std::error_code failure;
    std::vector<fs::path> files;
    for (fs::directory_iterator entry { folder, failure }, end; !failure && entry != end;
         entry.increment(failure))
        if (isLessonFile(entry->path().filename().string()))
            files.push_back(entry->path());
    std::ranges::sort(files);
    for (const fs::path &file : files)
        addFile(file, isUser);
}

/// Files of the user are read to the end, so that a broken one is known before it hides another.
void LessonLibrary::addFile(const fs::path &path, bool isUser)
{
    Entry entry { path.filename().string(), path, {}, nullptr, false };
    const Result<Document> head = readHead(path);
    const Document *id = head ? head->find("id") : nullptr;
    if (isUser || !id) {
        Result<Lesson> lesson = readLessonFile(path);
        if (!lesson) {
            m_skipped.push_back({ path.string(), lesson.errors() });
            return;
        }
        entry.head = { lesson->id, lesson->title, lesson->summary, lesson->minutes, lesson->icon };
        entry.lesson = std::make_unique<Lesson>(*std::move(lesson));
        translate(*entry.lesson, entry.name);
    } else {
        entry.head.id = id->text();
        fillHead(entry.head, *head);
    }
    if (const fs::path texts = textsOf(entry.name); !texts.empty())
        if (const Result<Document> translated = readHead(texts))
            fillHead(entry.head, *translated);
    const auto known = std::ranges::find(m_entries, entry.name, &Entry::name);
    if (known != m_entries.end())
        *known = std::move(entry);
    else
        m_entries.push_back(std::move(entry));
}

fs::path LessonLibrary::textsOf(const std::string &name) const
{
    if (m_language.empty())
        return {};
    const std::string texts = name.substr(0, name.size() - 4) + m_language + ".yaml";
    return m_directories.find(fs::path { "lessons" } / texts);
}

const Lesson *LessonLibrary::read(Entry &entry) const
{
    if (entry.lesson || entry.isBroken)
        return entry.lesson.get();
    Result<Lesson> lesson = readLessonFile(entry.file);
    if (!lesson) {
        entry.isBroken = true;
        m_skipped.push_back({ entry.file.string(), lesson.errors() });
        return nullptr;
    }
    entry.lesson = std::make_unique<Lesson>(*std::move(lesson));
    translate(*entry.lesson, entry.name);
    return entry.lesson.get();
}

/// A translation that is broken is listed, and the original shown.
void LessonLibrary::translate(Lesson &lesson, const std::string &name) const
{
    const fs::path path = textsOf(name);
    if (path.empty())
        return;
    const Result<Document> root = readYamlFile(path);
    if (!root) {
        m_skipped.push_back({ path.string(), root.errors() });
        return;
    }
    Lesson translated = lesson;
    const Problems problems = applyLessonTexts(translated, *root, path.string());
    if (problems.empty())
        lesson = std::move(translated);
    else
        m_skipped.push_back({ path.string(), problems });
}

std::vector<LessonHead> LessonLibrary::heads() const
{
    std::vector<LessonHead> heads;
    for (const Entry &entry : m_entries)
        heads.push_back(entry.head);
    return heads;
}

const Lesson *LessonLibrary::lesson(std::string_view id) const
{
    const auto found
        = std::ranges::find_if(m_entries, [id](const Entry &entry) { return entry.head.id == id; });
    return found == m_entries.end() ? nullptr : read(*found);
}

std::vector<const Lesson *> LessonLibrary::lessons() const
{
    std::vector<const Lesson *> lessons;
    for (Entry &entry : m_entries)
        if (const Lesson *lesson = read(entry))
            lessons.push_back(lesson);
    return lessons;
}

} // namespace headroom
