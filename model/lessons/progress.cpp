#include "model/lessons/progress.h"

#include "model/base/document/mapping_reader.h"
#include "model/base/document/schema_version.h"
#include "model/base/files/write_file.h"

namespace headroom {
namespace {

LessonState readState(MappingReader &reader)
{
    LessonState state;
    state.place = reader.text("place");
    for (std::string &task : reader.texts("solved"))
        state.solved.insert(std::move(task));
    reader.one("hints", [&state](MappingReader &counts) {
        for (const auto &[task, count] : counts.node().members())
            state.hints[task] = static_cast<int>(counts.integer(task, { 0, 100 }, 0));
    });
    for (std::string &task : reader.texts("answers_shown"))
        state.answersShown.insert(std::move(task));
    state.taskCount = static_cast<int>(reader.integer("tasks", { 0, 1000 }, 0));
    state.isFinished = reader.boolean("finished", false);
    return state;
}

Document stateDocument(const LessonState &state)
{
    Document node = Document::mapping();
    node.set("place", state.place);
    node.set("solved", Document::texts(state.solved));
    Document hints = Document::mapping();
    for (const auto &[task, count] : state.hints)
        hints.set(task, count);
    node.set("hints", std::move(hints));
    if (!state.answersShown.empty())
        node.set("answers_shown", Document::texts(state.answersShown));
    node.set("tasks", state.taskCount);
    node.set("finished", state.isFinished);
    return node;
}

} // namespace

Result<LessonProgress> parseProgress(std::string_view text, const std::string &name)
{
    const Result<Document> root = parseJson(text, name);
    if (!root)
        return root.errors();
    Errors problems;
    LessonProgress progress;
    MappingReader reader { *root, name, problems };
    requireSchemaVersion(reader);
    reader.eachNamed("lessons", [&](const std::string &id, MappingReader &state) {
        progress.lessons[id] = readState(state);
    });
    reader.one("course", [&](MappingReader &place) {
        progress.course.id = place.text("id");
        progress.course.file = place.text("file");
    });
    reader.one("plan_aside", [&](MappingReader &plan) {
        progress.aside.planText = plan.text("plan");
        progress.aside.file = plan.text("file");
        progress.aside.isModified = plan.boolean("modified", false);
        if (progress.aside.planText.empty())
            progress.aside = {}; // nothing lies aside
    });
    reader.rejectUnknownKeys();
    if (!problems.empty())
        return problems;
    return progress;
}

Result<LessonProgress> loadProgress(const std::filesystem::path &file)
{
    std::error_code failure;
    if (!std::filesystem::exists(file, failure))
        return LessonProgress {};
    const Result<std::string> text = readTextFile(file, largestDocument);
    if (!text)
        return text.errors();
    return parseProgress(*text, file.string());
}

LessonProgress withoutOwnWork(LessonProgress progress)
{
    progress.aside = {};
    progress.course.file.clear();
    return progress;
}

std::string writeProgress(const LessonProgress &progress)
{
    Document root = Document::mapping();
    root.set("schema_version", 1);
    Document lessons = Document::mapping();
    for (const auto &[id, state] : progress.lessons)
        lessons.set(id, stateDocument(state));
    root.set("lessons", std::move(lessons));
    if (!progress.course.id.empty() || !progress.course.file.empty()) {
        Document course = Document::mapping({ { "id", progress.course.id } });
        if (!progress.course.file.empty())
            course.set("file", progress.course.file);
        root.set("course", std::move(course));
    }
    if (!progress.aside.planText.empty())
        root.set("plan_aside",
            Document::mapping({ { "plan", progress.aside.planText },
                { "file", progress.aside.file }, { "modified", progress.aside.isModified } }));
    return writeJson(root) + "\n";
}

Problems saveProgress(const LessonProgress &progress, const std::filesystem::path &file)
{
    std::error_code failure;
    std::filesystem::create_directories(file.parent_path(), failure);
    return writeFileAtomically(file, writeProgress(progress));
}

} // namespace headroom
