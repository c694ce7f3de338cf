#include "model/base/document/mapping_reader.h"
#include "model/base/document/schema_version.h"
#include "model/lessons/lesson_reader.h"

#include <algorithm>

namespace headroom {
namespace {

void replace(std::string &text, MappingReader &reader, std::string_view key)
{
    if (reader.has(key))
        text = reader.requiredText(key);
}

/// Lists must have as many entries as the original: a translation adds nothing and drops nothing.
void replaceAll(std::vector<std::string> &texts, MappingReader &reader, std::string_view key)
{
    if (!reader.has(key))
        return;
    std::vector<std::string> given = reader.texts(key);
    if (given.size() == texts.size())
        texts = std::move(given);
    else
        reader.report("lesson-texts-count", key,
            { std::string { key }, std::to_string(given.size()), std::to_string(texts.size()) });
}

void replaceQuestion(LessonTask &task, MappingReader &reader)
{
    if (!reader.has("question"))
        return;
    if (task.question)
        task.question->asks = reader.requiredText("question");
    else
        reader.report("lesson-texts-unknown", "question", { "question" });
}

/// Of each wrong answer what is believed and why it is wrong.
void replaceWrong(std::vector<WrongAnswer> &wrong, MappingReader &reader)
{
    const Document *texts = reader.child("wrong");
    if (!texts)
        return;
    if (texts->items().size() != wrong.size()) {
        reader.report("lesson-texts-count", "wrong",
            { "wrong", std::to_string(texts->items().size()), std::to_string(wrong.size()) });
        return;
    }
    reader.each("wrong", [answer = wrong.begin()](MappingReader &entry) mutable {
        replace(answer->believes, entry, "believes");
        replace(answer->why, entry, "why");
        ++answer;
    });
}

void readScreenTexts(LessonScreen &screen, MappingReader &reader)
{
    replace(screen.title, reader, "title");
    replace(screen.text, reader, "text");
}

void readTaskTexts(LessonTask &task, MappingReader &reader)
{
    replace(task.title, reader, "title");
    replace(task.statement, reader, "statement");
    replace(task.solution, reader, "solution");
    replaceQuestion(task, reader);
    replaceWrong(task.wrong, reader);
    replaceAll(task.hints, reader, "hints");
    std::vector<std::string> says;
    for (const LessonCheck &check : task.checks)
        says.push_back(check.says);
    replaceAll(says, reader, "checks");
    for (std::size_t i = 0; i < says.size(); ++i)
        task.checks[i].says = says[i];
}

template <class Part>
void replaceParts(std::vector<Part> &parts, MappingReader &reader, std::string_view key,
    void (*readTexts)(Part &, MappingReader &))
{
    const Document *given = reader.child(key);
    if (!given)
        return;
    for (const auto &[id, node] : given->members()) {
        const auto part = std::ranges::find(parts, id, &Part::id);
        MappingReader texts = reader.inside(node);
        if (part == parts.end()) {
            texts.report("lesson-texts-unknown", "title", { id });
            continue;
        }
        readTexts(*part, texts);
        texts.rejectUnknownKeys();
    }
}

} // namespace

Problems applyLessonTexts(Lesson &lesson, const Document &root, const std::string &file)
{
    Problems problems;
    MappingReader reader { root, file, problems };
    requireSchemaVersion(reader);
    if (reader.requiredText("id") != lesson.id)
        reader.report("lesson-texts-unknown", "id", { reader.text("id") });
    static_cast<void>(reader.requiredText("language"));
    replace(lesson.title, reader, "title");
    replace(lesson.summary, reader, "summary");
    replaceAll(lesson.goals, reader, "goals");
    replaceParts(lesson.screens, reader, "screens", readScreenTexts);
    replaceParts(lesson.tasks, reader, "tasks", readTaskTexts);
    reader.rejectUnknownKeys();
    return problems;
}

} // namespace headroom
