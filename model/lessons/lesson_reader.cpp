#include "model/lessons/lesson_reader.h"

#include "model/base/document/mapping_reader.h"
#include "model/base/document/schema_version.h"
#include "model/physics/trace/terms.h"

#include <algorithm>
#include <array>
#include <set>

namespace headroom {
namespace {

/// A mapping of field paths to plain values.
std::vector<FieldChange> readChanges(MappingReader &reader, std::string_view key)
{
    std::vector<FieldChange> changes;
    const Document *node = reader.child(key);
    if (!node)
        return changes;
    MappingReader fields = reader.inside(*node);
    for (const auto &[path, value] : node->members()) {
        std::string text = value.text();
        for (const Document &item : value.items())
            text += (text.empty() ? "" : ",") + item.text();
        if (value.isMapping())
            fields.report("not-a-text", path, { path });
        else
            changes.push_back({ path, text });
    }
    return changes;
}

LessonPlan readPlan(MappingReader &reader, std::string name, const std::vector<LessonPlan> &earlier)
{
    LessonPlan plan;
    plan.name = std::move(name);
    plan.where = reader.where({});
    plan.example = reader.text("example");
    plan.from = reader.text("from");
    if (const Document *written = reader.child("plan"))
        plan.written = *written;
    plan.changes = readChanges(reader, "set");
    const int origins = (plan.example.empty() ? 0 : 1) + (plan.from.empty() ? 0 : 1)
        + (plan.written.isNull() ? 0 : 1);
    if (origins != 1)
        reader.report("lesson-plan-origin", {}, { plan.name });
    if (!plan.from.empty()
        && std::ranges::find(earlier, plan.from, &LessonPlan::name) == earlier.end())
        reader.report("lesson-plan-unknown", {}, { plan.from });
    return plan;
}

/// "figure: {memory: [gradients], plans: [start]}": memory or time, with the terms to light up.
std::optional<LessonFigure> readFigure(MappingReader &part, const std::vector<LessonPlan> &plans)
{
    std::optional<LessonFigure> read;
    part.one("figure", [&](MappingReader &reader) {
        LessonFigure &figure = read.emplace();
        const bool isOfTime = reader.has("time");
        if (isOfTime == reader.has("memory"))
            reader.report("lesson-figure-kind", {}, {});
        const char *kind = isOfTime ? "time" : "memory";
        figure.of = isOfTime ? LessonFigure::Of::Time : LessonFigure::Of::Memory;
        figure.lit = reader.texts(kind);
        for (const std::string &term : figure.lit)
            if (isOfTime ? !timeTermById(term) : !memoryTermById(term))
                reader.report("lesson-figure-term", kind, { term, kind });
        figure.plans = reader.texts("plans");
        for (const std::string &name : figure.plans)
            if (std::ranges::find(plans, name, &LessonPlan::name) == plans.end())
                reader.report("lesson-plan-unknown", "plans", { name });
    });
    return read;
}

LessonScreen readScreen(MappingReader &reader, const std::vector<LessonPlan> &plans)
{
    LessonScreen screen;
    screen.line = reader.line();
    reader.requiredTexts(
        { { "id", &screen.id }, { "title", &screen.title }, { "text", &screen.text } });
    screen.show = reader.text("show");
    screen.figure = readFigure(reader, plans);
    return screen;
}

Expression readExpression(MappingReader &reader, const char *key)
{
    const std::string text = reader.requiredText(key);
    Result<Expression> parsed = Expression::parse(text, reader.where(key));
    if (parsed)
        return *std::move(parsed);
    reader.add(parsed.errors());
    return {};
}

LessonCheck readCheck(MappingReader &reader)
{
    Expression that = readExpression(reader, "that");
    return { std::move(that), reader.requiredText("says"), reader.line() };
}

LessonQuestion readQuestion(MappingReader &reader)
{
    constexpr NumberRange shares { 0.0001, 0.5 };
    constexpr double usual = 0.02;
    LessonQuestion question;
    question.asks = reader.requiredText("asks");
    question.is = readExpression(reader, "is");
    question.within = reader.number("within", shares, usual);
    return question;
}

WrongAnswer readWrong(MappingReader &reader)
{
    WrongAnswer wrong;
    wrong.line = reader.line();
    reader.requiredTexts({ { "believes", &wrong.believes }, { "why", &wrong.why } });
    wrong.changes = readChanges(reader, "set");
    if (reader.has("gives"))
        wrong.gives = readExpression(reader, "gives");
    if (wrong.changes.empty() && !wrong.gives)
        reader.report("lesson-wrong-empty", {}, {});
    return wrong;
}

LessonTask readTask(MappingReader &reader, const std::vector<LessonPlan> &plans)
{
    LessonTask task;
    task.line = reader.line();
    reader.requiredTexts({ { "id", &task.id }, { "title", &task.title },
        { "statement", &task.statement }, { "solution", &task.solution } });
    task.show = reader.text("show");
    task.after = reader.text("after");
    task.figure = readFigure(reader, plans);
    task.practises = reader.texts("practises");
    task.hints = reader.texts("hints");
    const bool hasStart = reader.one(
        "start", [&](MappingReader &start) { task.start = readPlan(start, "start", plans); });
    if (!hasStart)
        task.start = { "start", {}, "start", {}, {}, reader.where({}) };
    task.checks = reader.list("checks", readCheck);
    task.answer = readChanges(reader, "answer");
    reader.one(
        "question", [&](MappingReader &question) { task.question = readQuestion(question); });
    task.wrong = reader.list("wrong", readWrong);
    for (const std::string &word : reader.texts("frees")) {
        const auto known = std::ranges::find(runPartWords, word);
        if (known == runPartWords.end())
            reader.report("not-a-choice", "frees",
                { "frees", word, "model, chip, devices, sequence_length, global_batch, mode" });
        else
            task.frees.insert(static_cast<RunPart>(known - runPartWords.begin()));
    }
    for (const FieldChange &change : task.answer)
        if (const auto part = runPartOf(change.path))
            task.frees.insert(*part);
    const bool asksForPlan = !task.checks.empty() && !task.answer.empty();
    const bool asksForNumber = task.question && task.checks.empty() && task.answer.empty();
    if (task.hints.empty() || !(asksForPlan || asksForNumber))
        reader.report("lesson-task-incomplete", {}, { task.id });
    return task;
}

Lesson readWhole(MappingReader &reader, const std::string &file)
{
    Lesson lesson;
    lesson.file = file;
    lesson.line = reader.line();
    reader.requiredTexts(
        { { "id", &lesson.id }, { "title", &lesson.title }, { "summary", &lesson.summary } });
    lesson.minutes = static_cast<int>(reader.requiredInteger("minutes", { 1, 600 }));
    lesson.icon = reader.text("icon");
    lesson.goals = reader.texts("goals");
    lesson.sources = reader.texts("sources");
    reader.eachNamed("plans", [&](const std::string &name, MappingReader &plan) {
        lesson.plans.push_back(readPlan(plan, name, lesson.plans));
    });
    std::set<std::string> ids;
    const auto once = [&ids](MappingReader &part, const std::string &id) {
        if (!id.empty() && !ids.insert(id).second)
            part.report("duplicate-key", {}, { id });
    };
    reader.each("screens", [&](MappingReader &screen) {
        lesson.screens.push_back(readScreen(screen, lesson.plans));
        once(screen, lesson.screens.back().id);
    });
    reader.each("tasks", [&](MappingReader &task) {
        lesson.tasks.push_back(readTask(task, lesson.plans));
        once(task, lesson.tasks.back().id);
        const std::string &after = lesson.tasks.back().after;
        if (!after.empty() && !lesson.screen(after))
            task.report("lesson-task-after", "after", { after });
    });
    reader.rejectUnknownKeys();
    if (!lesson.plan("start"))
        reader.report("lesson-plan-unknown", {}, { "start" });
    if (lesson.tasks.empty())
        reader.report("lesson-too-short", {}, {});
    return lesson;
}

} // namespace

std::optional<RunPart> runPartOf(std::string_view path)
{
    struct Home
    {
        std::string_view path;
        RunPart part;
    };
    static constexpr std::array homes { Home { "model", RunPart::Model },
        Home { "hardware.accelerator", RunPart::Chip }, Home { "hardware.machine", RunPart::Chip },
        Home { "hardware.nodes", RunPart::Devices },
        Home { "hardware.devices_per_node", RunPart::Devices },
        Home { "hardware.topology", RunPart::Devices },
        Home { "workload.sequence_length", RunPart::SequenceLength },
        Home { "workload.global_batch_sequences", RunPart::GlobalBatch },
        Home { "workload.mode", RunPart::Mode } };
    const auto home = std::ranges::find(homes, path, &Home::path);
    return home == homes.end() ? std::nullopt : std::optional { home->part };
}

std::vector<std::string> LessonTask::demands() const
{
    std::vector<std::string> says;
    for (const LessonCheck &check : checks)
        says.push_back(check.says);
    if (question)
        says.push_back(question->asks);
    return says;
}

const LessonPlan *Lesson::plan(std::string_view name) const
{
    const auto found = std::ranges::find(plans, name, &LessonPlan::name);
    return found == plans.end() ? nullptr : &*found;
}

const LessonScreen *Lesson::screen(std::string_view screenId) const
{
    const auto found = std::ranges::find(screens, screenId, &LessonScreen::id);
    return found == screens.end() ? nullptr : &*found;
}

const LessonTask *Lesson::task(std::string_view taskId) const
{
    const auto found = std::ranges::find(tasks, taskId, &LessonTask::id);
    return found == tasks.end() ? nullptr : &*found;
}

std::vector<LessonPlace> Lesson::places() const
{
    std::vector<LessonPlace> places;
    const auto addTasks = [&](std::string_view after) {
        for (const LessonTask &task : tasks)
            if (task.after == after)
                places.push_back({ nullptr, &task });
    };
    for (const LessonScreen &screen : screens) {
        places.push_back({ &screen, nullptr });
        addTasks(screen.id);
    }
    addTasks({});
    return places;
}

Result<Lesson> readLesson(const Document &root, const std::string &file)
{
    Errors problems;
    MappingReader reader { root, file, problems };
    requireSchemaVersion(reader);
    Lesson lesson = readWhole(reader, file);
    if (lesson.screens.empty())
        reader.report("lesson-too-short", {}, {});
    if (!problems.empty())
        return problems;
    return lesson;
}

Lesson readExercise(const Document &node, const std::string &file, Errors &problems)
{
    MappingReader reader { node, file, problems };
    return readWhole(reader, file);
}

} // namespace headroom
