#include "model/lessons/class_table.h"

#include "model/base/text/display_line.h"

#include <algorithm>
#include <numeric>

namespace headroom {
namespace {

ClassRow rowOf(const std::filesystem::path &file, const LessonProgress &progress,
    const std::vector<std::string> &order)
{
    ClassRow row;
    row.learner = file.stem().string();
    for (const auto &[id, state] : progress.lessons) {
        const int hints = std::accumulate(state.hints.begin(), state.hints.end(), 0,
            [](int sum, const auto &hint) { return sum + hint.second; });
        row.lessons.push_back({ id, static_cast<int>(state.solved.size()), state.taskCount, hints,
            state.isFinished });
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

std::vector<std::string> lessonsOf(const std::vector<ClassRow> &rows)
{
    std::vector<std::string> ids;
    for (const ClassRow &row : rows)
        for (const ClassCell &cell : row.lessons)
            if (std::ranges::find(ids, cell.lesson) == ids.end())
                ids.push_back(cell.lesson);
    return ids;
}

std::string padded(std::string text, std::size_t width)
{
    text.resize(std::max(width, text.size()), ' ');
    return text;
}

} // namespace

int ClassRow::solved() const
{
    return std::accumulate(lessons.begin(), lessons.end(), 0,
        [](int sum, const ClassCell &cell) { return sum + cell.solved; });
}

int ClassRow::finished() const
{
    return static_cast<int>(std::ranges::count_if(lessons, &ClassCell::isFinished));
}

Result<std::vector<ClassRow>> readClass(
    const std::vector<std::filesystem::path> &files, const LessonLibrary &library)
{
    std::vector<std::string> order;
    for (const LessonHead &head : library.heads())
        order.push_back(head.id);
    Errors problems;
    std::vector<ClassRow> rows;
    for (const std::filesystem::path &file : files) {
        std::error_code failure;
        if (!std::filesystem::exists(file, failure)) {
            problems.push_back({ "profile-file-missing", file.string(), {} });
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
    return rows;
}

std::string classCsv(const std::vector<ClassRow> &rows)
{
    std::string text = "learner,lesson,solved,tasks,hints,finished\n";
    for (const ClassRow &row : rows)
        for (const ClassCell &cell : row.lessons)
            text += csvCell(row.learner) + ',' + csvCell(cell.lesson) + ','
                + std::to_string(cell.solved) + ',' + std::to_string(cell.tasks) + ','
                + std::to_string(cell.hints) + ',' + (cell.isFinished ? "yes" : "no") + '\n';
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
    text += "  solved\n";
    for (const ClassRow &row : rows) {
        text += padded(displayLine(row.learner), nameWidth);
        for (const std::string &lesson : lessons) {
            const auto cell = std::ranges::find(row.lessons, lesson, &ClassCell::lesson);
            const std::string shown = cell == row.lessons.end() ? "-"
                                                                : std::to_string(cell->solved) + '/'
                    + std::to_string(cell->tasks) + (cell->isFinished ? "*" : "");
            text += "  " + padded(shown, displayLine(lesson).size());
        }
        text += "  " + std::to_string(row.solved()) + '\n';
    }
    return text;
}

Document classDocument(const std::vector<ClassRow> &rows)
{
    Document learners = Document::sequence();
    for (const ClassRow &row : rows) {
        Document lessons = Document::sequence();
        for (const ClassCell &cell : row.lessons)
            lessons.append(Document::mapping(
                { { "lesson", cell.lesson }, { "solved", cell.solved }, { "tasks", cell.tasks },
                    { "hints", cell.hints }, { "finished", cell.isFinished } }));
        learners.append(Document::mapping({ { "learner", row.learner }, { "solved", row.solved() },
            { "finished", row.finished() }, { "lessons", std::move(lessons) } }));
    }
    return Document::mapping({ { "learners", std::move(learners) } });
}

} // namespace headroom
