#include "model/lessons/lesson_reader.h"

#include "model/base/document/mapping_reader.h"
#include "model/base/document/schema_version.h"

#include <algorithm>
#include <set>

namespace headroom {
namespace {

std::string at(const std::string &file, int line)
{
    return file + ":" + std::to_string(line);
}

/// A mapping of field paths to plain values.
std::vector<FieldChange> readChanges(
    const Document *node, const std::string &file, Errors &problems)
{
    std::vector<FieldChange> changes;
    if (!node || node->isNull())
        return changes;
    if (!node->isMapping()) {
        problems.push_back({ "not-a-mapping", at(file, node->line()), {} });
        return changes;
    }
    for (const auto &[path, value] : node->members()) {
        std::string text = value.text();
        for (const Document &item : value.items())
            text += (text.empty() ? "" : ",") + item.text();
        if (value.isMapping())
            problems.push_back({ "not-a-text", at(file, value.line()), { path } });
        else
            changes.push_back({ path, text });
    }
    return changes;
}

LessonPlan readPlan(const Document &node, std::string name, const std::string &file,
    const std::vector<LessonPlan> &earlier, Errors &problems)
{
    LessonPlan plan;
    plan.name = std::move(name);
    plan.where = at(file, node.line());
    MappingReader reader { node, file, problems };
    plan.example = reader.text("example");
    plan.from = reader.text("from");
    if (const Document *written = reader.child("plan"))
        plan.written = *written;
    plan.changes = readChanges(reader.child("set"), file, problems);
    reader.rejectUnknownKeys();
    const int origins = (plan.example.empty() ? 0 : 1) + (plan.from.empty() ? 0 : 1)
        + (plan.written.isNull() ? 0 : 1);
    if (origins != 1)
        problems.push_back({ "lesson-plan-origin", plan.where, { plan.name } });
    if (!plan.from.empty()
        && std::ranges::find(earlier, plan.from, &LessonPlan::name) == earlier.end())
        problems.push_back({ "lesson-plan-unknown", plan.where, { plan.from } });
    return plan;
}

const std::vector<Document> &items(const Document *node)
{
    static const std::vector<Document> none;
    return node ? node->items() : none;
}

/// Reads one lesson file; members share the file name and the list of problems.
class LessonReader
{
public:
    LessonReader(std::string file, Errors &problems)
        : m_file(std::move(file))
        , m_problems(problems)
    { }

    Lesson readFile(const Document &root)
    {
        MappingReader reader { root, m_file, m_problems };
        requireSchemaVersion(reader);
        Lesson lesson = read(root, reader);
        if (lesson.screens.empty())
            m_problems.push_back({ "lesson-too-short", at(m_file, root.line()), {} });
        return lesson;
    }

    Lesson readExercise(const Document &node)
    {
        MappingReader reader { node, m_file, m_problems };
        return read(node, reader);
    }

private:
    Lesson read(const Document &root, MappingReader &reader)
    {
        Lesson lesson;
        lesson.file = m_file;
        lesson.line = root.line();
        lesson.id = reader.requiredText("id");
        lesson.title = reader.requiredText("title");
        lesson.summary = reader.requiredText("summary");
        lesson.minutes = static_cast<int>(reader.requiredInteger("minutes", { 1, 600 }));
        lesson.goals = reader.texts("goals");
        lesson.sources = reader.texts("sources");
        readPlans(lesson, reader.child("plans"));
        for (const Document &node : items(reader.child("screens")))
            lesson.screens.push_back(readScreen(node));
        for (const Document &node : items(reader.child("tasks")))
            lesson.tasks.push_back(readTask(node, lesson.plans));
        reader.rejectUnknownKeys();
        checkWhole(lesson, root.line());
        return lesson;
    }

    void readPlans(Lesson &lesson, const Document *node)
    {
        if (!node)
            return;
        for (const auto &[name, value] : node->members())
            lesson.plans.push_back(readPlan(value, name, m_file, lesson.plans, m_problems));
    }

    LessonScreen readScreen(const Document &node)
    {
        LessonScreen screen;
        MappingReader reader { node, m_file, m_problems };
        screen.line = node.line();
        screen.id = reader.requiredText("id");
        screen.title = reader.requiredText("title");
        screen.text = reader.requiredText("text");
        screen.show = reader.text("show");
        reader.rejectUnknownKeys();
        return screen;
    }

    LessonTask readTask(const Document &node, const std::vector<LessonPlan> &plans)
    {
        LessonTask task;
        MappingReader reader { node, m_file, m_problems };
        task.line = node.line();
        task.id = reader.requiredText("id");
        task.title = reader.requiredText("title");
        task.statement = reader.requiredText("statement");
        task.solution = reader.requiredText("solution");
        task.show = reader.text("show");
        task.hints = reader.texts("hints");
        if (const Document *start = reader.child("start"))
            task.start = readPlan(*start, "start", m_file, plans, m_problems);
        else
            task.start = { "start", {}, "start", {}, {}, at(m_file, node.line()) };
        for (const Document &check : items(reader.child("checks")))
            readCheck(check, task);
        task.answer = readChanges(reader.child("answer"), m_file, m_problems);
        if (const Document *question = reader.child("question"))
            task.question = readQuestion(*question);
        for (const Document &wrong : items(reader.child("wrong")))
            task.wrong.push_back(readWrong(wrong));
        reader.rejectUnknownKeys();
        const bool asksForPlan = !task.checks.empty() && !task.answer.empty();
        const bool asksForNumber = task.question && task.checks.empty() && task.answer.empty();
        if (task.hints.empty() || !(asksForPlan || asksForNumber))
            m_problems.push_back(
                { "lesson-task-incomplete", at(m_file, node.line()), { task.id } });
        return task;
    }

    LessonQuestion readQuestion(const Document &node)
    {
        constexpr NumberRange shares { 0.0001, 0.5 };
        constexpr double usual = 0.02;
        MappingReader reader { node, m_file, m_problems };
        LessonQuestion question;
        question.asks = reader.requiredText("asks");
        question.is = readExpression(reader, "is");
        question.within = reader.number("within", shares, usual);
        reader.rejectUnknownKeys();
        return question;
    }

    WrongAnswer readWrong(const Document &node)
    {
        MappingReader reader { node, m_file, m_problems };
        WrongAnswer wrong;
        wrong.line = node.line();
        wrong.believes = reader.requiredText("believes");
        wrong.why = reader.requiredText("why");
        wrong.changes = readChanges(reader.child("set"), m_file, m_problems);
        if (reader.has("gives"))
            wrong.gives = readExpression(reader, "gives");
        reader.rejectUnknownKeys();
        if (wrong.changes.empty() && !wrong.gives)
            m_problems.push_back({ "lesson-wrong-empty", at(m_file, node.line()), {} });
        return wrong;
    }

    Expression readExpression(MappingReader &reader, const char *key)
    {
        const std::string text = reader.requiredText(key);
        Result<Expression> parsed = Expression::parse(text, reader.where(key));
        if (parsed)
            return *std::move(parsed);
        m_problems.insert(m_problems.end(), parsed.errors().begin(), parsed.errors().end());
        return {};
    }

    void readCheck(const Document &node, LessonTask &task)
    {
        MappingReader reader { node, m_file, m_problems };
        Expression that = readExpression(reader, "that");
        std::string says = reader.requiredText("says");
        reader.rejectUnknownKeys();
        task.checks.push_back({ std::move(that), std::move(says), node.line() });
    }

    void checkWhole(const Lesson &lesson, int line)
    {
        if (!lesson.plan("start"))
            m_problems.push_back({ "lesson-plan-unknown", at(m_file, line), { "start" } });
        if (lesson.tasks.empty())
            m_problems.push_back({ "lesson-too-short", at(m_file, line), {} });
        std::set<std::string> ids;
        const auto once = [&](const std::string &id, int where) {
            if (!id.empty() && !ids.insert(id).second)
                m_problems.push_back({ "duplicate-key", at(m_file, where), { id } });
        };
        for (const LessonScreen &screen : lesson.screens)
            once(screen.id, screen.line);
        for (const LessonTask &task : lesson.tasks)
            once(task.id, task.line);
    }

    std::string m_file;
    Errors &m_problems;
};

} // namespace

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

Result<Lesson> readLesson(const Document &root, const std::string &file)
{
    Errors problems;
    Lesson lesson = LessonReader { file, problems }.readFile(root);
    if (!problems.empty())
        return problems;
    return lesson;
}

Lesson readExercise(const Document &node, const std::string &file, Errors &problems)
{
    return LessonReader { file, problems }.readExercise(node);
}

} // namespace headroom
