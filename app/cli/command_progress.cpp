#include "app/cli/commands.h"
#include "model/lessons/class_table.h"

namespace headroom {
namespace {

CommandResult runProgress(const ParsedOptions &options, const CommandContext &context)
{
    std::vector<std::filesystem::path> files;
    for (const std::string &file : options.list("FILE"))
        files.emplace_back(file);
    const LessonLibrary library { context.library.directories() };
    std::optional<Course> course;
    if (options.has("course")) {
        Result<Course> loaded = loadCourse(options.value("course"), library);
        if (!loaded)
            return CommandResult::badInput(loaded.errors());
        course = *std::move(loaded);
    }
    const auto rows = readClass(files, library, course ? &*course : nullptr);
    if (!rows)
        return CommandResult::badInput(rows.errors());
    const Errors notes = course ? otherCourseNotes(*rows, *course) : Errors {};
    if (options.format() == OutputFormat::Json)
        return CommandResult::json(classDocument(*rows)).withNotes(notes);
    return CommandResult::text(
        options.value("format") == "csv" ? classCsv(*rows) : classText(*rows))
        .withNotes(notes);
}

} // namespace

CommandSpec progressCommand()
{
    return { "progress", "Collects learners' progress files into one table",
        { { "FILE", OptionKind::Positionals,
              "Files that learners saved on the page Learn; the file's name is the learner", {},
              true },
            { "course", OptionKind::Value, "A course: its lessons in their order, and no others",
                {}, false },
            formatOption({ "text", "csv", "json" }) },
        runProgress };
}

} // namespace headroom
