#include "app/cli/commands.h"
#include "app/cli/export_tools.h"
#include "model/base/wording/messages.h"
#include "model/launch/common/export_directory.h"
#include "model/rules/checked_plan.h"

#include <fmt/format.h>

namespace headroom {
namespace {

CommandResult listTargets(OutputFormat format)
{
    std::vector<Document> rows;
    std::string text;
    for (const ExportTarget &target : exportTargets()) {
        rows.push_back(Document::mapping({ { "id", target.id }, { "purpose", target.purpose } }));
        text += fmt::format("{:<18} {}\n", target.id, target.purpose);
    }
    if (format == OutputFormat::Json)
        return CommandResult::json(
            Document::mapping({ { "targets", Document::sequence(std::move(rows)) } }));
    return CommandResult::text(text);
}

CommandResult report(const ParsedOptions &options, const ExportRequest &request,
    const std::vector<ExportFile> &files)
{
    const bool fits = !request.prediction || request.prediction->memory.fits;
    const ExitStatus status
        = options.has("check") && !fits ? ExitStatus::NegativeVerdict : ExitStatus::Success;
    const bool isPreview = options.has("preview");
    CommandResult result;
    if (options.format() == OutputFormat::Json) {
        std::vector<Document> listed;
        for (const ExportFile &file : files)
            listed.push_back(isPreview
                    ? Document::mapping({ { "name", file.name }, { "text", file.content } })
                    : Document { file.name });
        result = CommandResult::json(
            Document::mapping({ { "target", options.value("target") },
                { "files", Document::sequence(std::move(listed)) }, { "fits", fits } }),
            status);
    } else {
        std::string text;
        for (const ExportFile &file : files)
            text += isPreview ? fmt::format("==> {} <==\n{}\n", file.name, file.content)
                              : file.name + '\n';
        result = CommandResult::text(text, status);
    }
    if (request.prediction)
        for (const Finding &finding : request.prediction->findings)
            if (finding.severity != Severity::Hint)
                result.messages += fmt::format(
                    "{}: {}\n", severityName(finding.severity), findingText(finding));
    return result;
}

CommandResult runExport(const ParsedOptions &options, const CommandContext &context)
{
    if (options.has("list-targets"))
        return listTargets(options.format());
    const bool isPreview = options.has("preview");
    for (const char *needed : { "PLAN", "target", "out" })
        if (options.value(needed).empty() && !(isPreview && std::string(needed) == "out"))
            return CommandResult::badInput({ { "bad-option",
                std::string(needed) == "PLAN" ? "PLAN" : std::string("--") + needed,
                { "is needed" } } });
    const Result<const ExportTarget *> chosen = chosenExportTarget(options.value("target"));
    if (!chosen)
        return CommandResult::badInput(chosen.errors());
    const ExportTarget *target = *chosen;
    const Result<CheckedPlan> plan
        = openCheckedPlan(options.value("PLAN"), options.list("set"), context.library);
    if (!plan)
        return CommandResult::badInput(plan.errors());
    const Result<ExportWorkshop> workshop = ExportWorkshop::open(context.bench, plan->loaded);
    if (!workshop)
        return CommandResult::badInput(workshop.errors());
    const std::filesystem::path folder = plan->loaded.file.parent_path();
    const ExportOptions choices { options.has("benchmark") };
    const ExportTools tools = (*workshop).tools();
    const auto refused = [&] {
        return CommandResult::badInput(refusedExport(*plan, *target, choices, *workshop));
    };
    const Result<ExportRequest> request
        = prepareExport(plan->resolved, folder, *target, choices, tools);
    if (!request)
        return refused();
    const Result<std::vector<ExportFile>> files = renderTarget(*request, *target);
    if (!files)
        return refused();
    if (!isPreview)
        if (const Problems problems
            = writeExport(options.value("out"), *files, options.has("force"));
            !problems.empty())
            return CommandResult::badInput(problems);
    return report(options, *request, *files).withNotes(plan->loaded.notes);
}

} // namespace

CommandSpec exportCommand()
{
    std::vector<std::string> ids;
    for (const ExportTarget &target : exportTargets())
        ids.push_back(target.id);
    return { "export", "Writes the files that run a plan on a cluster",
        { { "PLAN", OptionKind::OptionalPositional, "A plan file, or the id of an example plan", {},
              false },
            { "target", OptionKind::Value, "What to write for; --list-targets names them", {},
                false, std::move(ids) },
            { "out", OptionKind::Value, "Folder to write to; made when it does not exist", {},
                false },
            setOption(),
            { "benchmark", OptionKind::Flag,
                "Synthetic data, fixed steps, no checkpoints, a profiler window", {}, false },
            { "force", OptionKind::Flag, "Replaces files that Headroom did not write", {}, false },
            { "preview", OptionKind::Flag, "Prints the files instead of writing them", {}, false },
            { "check", OptionKind::Flag, "Exit status 3 when the plan does not fit", {}, false },
            { "list-targets", OptionKind::Flag, "Lists the targets", {}, false },
            formatOption({ "text", "json" }) },
        runExport };
}

} // namespace headroom
