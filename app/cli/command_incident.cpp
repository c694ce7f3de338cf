#include "app/cli/commands.h"

#include "model/incidents/incident_answer.h"
#include "model/incidents/incident_files.h"
#include "model/incidents/incident_plans.h"
#include "model/launch/common/export_directory.h"
#include "model/runs/text/scan.h"

#include <charconv>

namespace headroom {
namespace {

/// A whole number of an option; nothing where it is none.
std::optional<std::uint64_t> wholeOption(const ParsedOptions &options, const char *name)
{
    const std::string text = options.value(name);
    std::uint64_t value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc {} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

CommandResult runIncident(const ParsedOptions &options, const CommandContext &context)
{
    const auto seed = wholeOption(options, "seed");
    if (!seed)
        return CommandResult::badInput({ optionError("seed", "needs a whole number from 0 on") });
    const auto level = options.has("level") ? wholeOption(options, "level") : 1;
    const bool tells = options.has("answer");
    if (!tells && options.value("out").empty())
        return CommandResult::badInput({ optionError("out", "is needed, or --answer") });
    const Result<IncidentEngine> engine = IncidentEngine::make(context.bench);
    if (!engine)
        return CommandResult::badInput(engine.errors());
    const int asked = level && *level <= maxIncidentLevel ? static_cast<int>(*level) : 0;
    const auto incident = engine->draw(
        *seed, asked, { options.value("framework"), options.value("fault", "listed") });
    if (!incident)
        return CommandResult::badInput(incident.errors());
    const IncidentRun run = engine->run(*incident);
    const bool isJson = options.format() == OutputFormat::Json;
    if (tells)
        return isJson ? CommandResult::json(incidentAnswerDocument(*incident, run))
                      : CommandResult::text(incidentAnswerText(*incident, run));
    Result<std::vector<ExportFile>> written = incidentFiles(*engine, *incident, run);
    if (!written)
        return CommandResult::badInput(written.errors());
    std::vector<ExportFile> files = *std::move(written);
    if (options.has("trace"))
        files.insert(files.end() - 1, incidentTrace(*engine, run));
    if (const Problems problems = writeExport(options.value("out"), files, options.has("force"));
        !problems.empty())
        return CommandResult::badInput(problems);
    if (isJson)
        return CommandResult::json(incidentDocument(*incident, files));
    std::string text;
    for (const ExportFile &file : files)
        text += file.name + '\n';
    return CommandResult::text(text);
}

} // namespace

CommandSpec incidentCommand()
{
    return { "incident", "Writes what a cluster with a hidden fault would show, to find the cause",
        { { "seed", OptionKind::Value, "The same number gives the same incident", {}, true },
            { "level", OptionKind::Value,
                "1: the log says it; 2: a measurement does; 3: hidden, or two faults at once",
                { "1", "2", "3" }, false },
            { "out", OptionKind::Value, "Folder to write to; made when it does not exist", {},
                false },
            { "framework", OptionKind::Value, "Whose log is written; drawn without it",
                { std::begin(incidentFrameworks), std::end(incidentFrameworks) }, false },
            { "fault", OptionKind::Value,
                "The id of a fault, listed, unlisted (no cause that Headroom knows), or none", {},
                false },
            { "trace", OptionKind::Flag, "Adds the kernels of a step as a table", {}, false },
            { "answer", OptionKind::Flag, "Tells what is wrong instead of writing files", {},
                false },
            { "force", OptionKind::Flag, "Replaces files that Headroom did not write", {}, false },
            formatOption({ "text", "json" }) },
        runIncident };
}

} // namespace headroom
