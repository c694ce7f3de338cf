#include "model/lessons/class_table.h"

#include "model/base/text/display_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <numeric>

namespace headroom {
namespace {

ClassRow rowOf(const std::filesystem::path &file, const LessonProgress &progress,
    const std::vector<std::string> &order)
{
    ClassRow row;
    row.learner = file.stem().string();
    row.file = file.string();
    row.course = progress.course.id;
    for (const auto &[id, state] : progress.lessons) {
        const int hints = std::accumulate(state.hints.begin(), state.hints.end(), 0,
            [](int sum, const auto &hint) { return sum + hint.second; });
        row.lessons.push_back({ id, static_cast<int>(state.solved.size()), state.taskCount, hints,
            static_cast<int>(state.answersShown.size()), state.isFinished });
    }
    std::ranges::stable_sort(row.lessons, {}, [&order](const ClassCell &cell) {
        return std::ranges::find(order, cell.lesson) - order.begin();
    });
    return row;
}

/// As RFC 4180 asks for it.
std::string csvCell(const std::string &text)
{
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? std::string { "\"\"" } : std::string { c };
    return quoted + '"';
}

/// The cells of a course in its order; lessons that were not opened have their tasks and no marks.
void keepCourse(ClassRow &row, const Course &course, const LessonLibrary &library)
{
    std::vector<ClassCell> cells;
    for (const CourseEntry &entry : course.entries) {
        const auto known = std::ranges::find(row.lessons, entry.lesson, &ClassCell::lesson);
        if (known != row.lessons.end())
            cells.push_back(*known);
        else if (entry.incident)
            cells.push_back({ entry.lesson, 0, incidentTasks, 0, 0, false });
        else if (const Lesson *lesson = course.lesson(entry.lesson, library))
            cells.push_back(
                { entry.lesson, 0, static_cast<int>(lesson->tasks.size()), 0, 0, false });
    }
    row.lessons = std::move(cells);
}

std::vector<std::string> lessonsOf(const std::vector<ClassRow> &rows)
{
    std::vector<std::string> ids;
    for (const ClassRow &row : rows)
        for (const ClassCell &cell : row.lessons)
            if (std::ranges::find(ids, cell.lesson) == ids.end())
                ids.push_back(cell.lesson);
    return ids;
}

int sumOf(const std::vector<ClassCell> &cells, int ClassCell::*number)
{
    return std::accumulate(cells.begin(), cells.end(), 0,
        [number](int sum, const ClassCell &cell) { return sum + cell.*number; });
}

std::string padded(std::string text, std::size_t width)
{
    text.resize(std::max(width, text.size()), ' ');
    return text;
}

} // namespace

int ClassRow::solved() const
{
    return sumOf(lessons, &ClassCell::solved);
}

int ClassRow::hints() const
{
    return sumOf(lessons, &ClassCell::hints);
}

int ClassRow::answers() const
{
    return sumOf(lessons, &ClassCell::answers);
}

int ClassRow::finished() const
{
    return static_cast<int>(std::ranges::count_if(lessons, &ClassCell::isFinished));
}

Result<std::vector<ClassRow>> readClass(const std::vector<std::filesystem::path> &files,
    const LessonLibrary &library, const Course *course)
{
    std::vector<std::string> order;
    for (const LessonHead &head : library.heads())
        order.push_back(head.id);
    Errors problems;
    std::vector<ClassRow> rows;
    for (const std::filesystem::path &file : files) {
        std::error_code failure;
        if (!std::filesystem::exists(file, failure)) {
            problems.push_back({ "file-unreadable", file.string(), { std::strerror(ENOENT) } });
            continue;
        }
        const Result<LessonProgress> progress = loadProgress(file);
        if (progress)
            rows.push_back(rowOf(file, *progress, order));
        else
            problems.insert(problems.end(), progress.errors().begin(), progress.errors().end());
    }
    if (!problems.empty())
        return problems;
    if (course)
        for (ClassRow &row : rows)
            keepCourse(row, *course, library);
    return rows;
}

Errors otherCourseNotes(const std::vector<ClassRow> &rows, const Course &course)
{
    Errors notes;
    for (const ClassRow &row : rows)
        if (!row.course.empty() && row.course != course.id)
            notes.push_back({ "progress-other-course", row.file, { row.course } });
    return notes;
}

std::string classCsv(const std::vector<ClassRow> &rows)
{
    std::string text = "learner,course,lesson,solved,tasks,hints,answers,finished\n";
    for (const ClassRow &row : rows)
        for (const ClassCell &cell : row.lessons)
            text += csvCell(row.learner) + ',' + csvCell(row.course) + ',' + csvCell(cell.lesson)
                + ',' + std::to_string(cell.solved) + ',' + std::to_string(cell.tasks) + ','
                + std::to_string(cell.hints) + ',' + std::to_string(cell.answers) + ','
                + (cell.isFinished ? "yes" : "no") + '\n';
    return text;
}

std::string classText(const std::vector<ClassRow> &rows)
{
    constexpr std::string_view first = "learner";
    std::size_t nameWidth = first.size();
    for (const ClassRow &row : rows)
        nameWidth = std::max(nameWidth, displayLine(row.learner).size());
    const std::vector<std::string> lessons = lessonsOf(rows);
    std::string text = padded(std::string { first }, nameWidth);
    for (const std::string &lesson : lessons)
        text += "  " + displayLine(lesson);
    text += "  solved  hints  answers\n";
    for (const ClassRow &row : rows) {
        text += padded(displayLine(row.learner), nameWidth);
        for (const std::string &lesson : lessons) {
            const auto cell = std::ranges::find(row.lessons, lesson, &ClassCell::lesson);
            const std::string shown = cell == row.lessons.end() ? "-"
                                                                : std::to_string(cell->solved) + '/'
                    + std::to_string(cell->tasks) + (cell->isFinished ? "*" : "");
            text += "  " + padded(shown, displayLine(lesson).size());
        }
        text += fmt::format("  {:<6}  {:<5}  {}\n", row.solved(), row.hints(), row.answers());
    }
    return text;
}

Document classDocument(const std::vector<ClassRow> &rows)
{
    Document learners = Document::sequence();
    for (const ClassRow &row : rows) {
        Document lessons = Document::sequence();
        for (const ClassCell &cell : row.lessons)
            lessons.append(Document::mapping({ { "lesson", cell.lesson }, { "solved", cell.solved },
                { "tasks", cell.tasks }, { "hints", cell.hints }, { "answers", cell.answers },
                { "finished", cell.isFinished } }));
        learners.append(Document::mapping(
            { { "learner", row.learner }, { "course", row.course }, { "solved", row.solved() },
                { "finished", row.finished() }, { "lessons", std::move(lessons) } }));
    }
    return Document::mapping({ { "learners", std::move(learners) } });
}

} // namespace headroom
