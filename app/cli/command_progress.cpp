#include "app/cli/commands.h"
#include "model/lessons/class_table.h"

namespace headroom {
namespace {

CommandResult runProgress(const ParsedOptions &options, const CommandContext &context)
{
    std::vector<std::filesystem::path> files;
    for (const std::string &file : options.list("FILE"))
        files.emplace_back(file);
    const auto rows = readClass(files, LessonLibrary { context.library.directories() });
    if (!rows)
        return CommandResult::badInput(rows.errors());
    if (options.format() == OutputFormat::Json)
        return CommandResult::json(classDocument(*rows));
    return CommandResult::text(
        options.value("format") == "csv" ? classCsv(*rows) : classText(*rows));
}

} // namespace

CommandSpec progressCommand()
{
    return { "progress", "Collects learners' progress files into one table",
        { { "FILE", OptionKind::Positionals,
              "Files that learners saved on the page Learn; the file's name is the learner", {},
              true },
            formatOption({ "text", "csv", "json" }) },
        runProgress };
}

} // namespace headroom
