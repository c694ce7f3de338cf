#include "app/cli/commands.h"
#include "app/cli/standard_output.h"

#include "model/base/files/write_file.h"
#include "model/base/text/display_line.h"
#include "model/base/wording/messages.h"
#include "model/diagnosis/compiled_comparison.h"
#include "model/diagnosis/measured_chip.h"
#include "model/diagnosis/operation_verdicts.h"
#include "model/diagnosis/term_comparison.h"
#include "model/rules/checked_plan.h"
#include "model/runs/runs_report.h"
#include "model/runs/text/scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

std::string changeLines(const ProjectChange &change, const std::string &file)
{
    std::string text;
    for (std::size_t i = 0; i < change.runs.size(); ++i) {
        const char *word = change.runs[i] == AddedAs::New ? "added"
            : change.runs[i] == AddedAs::Replaced         ? "replaced"
                                                          : "already there";
        text += fmt::format("{} {} in {}\n", displayLine(change.ids[i]), word, displayLine(file));
    }
    return text;
}

/// Writes the plan of each run into a folder; a file that is there already is a problem.
Result<std::string> writePlans(
    const std::vector<RunRecord> &runs, const std::filesystem::path &folder)
{
    std::string lines;
    for (const RunRecord &run : runs) {
        const std::filesystem::path file = folder / (run.id + ".headroom.yaml");
        std::error_code failure;
        if (std::filesystem::exists(file, failure))
            return optionError("plans", file.string() + " is there already; name another folder");
        if (Problems problems = savePlan(run.plan, file); !problems.empty())
            return problems;
        lines += displayLine(file.string()) + " written\n";
    }
    return lines;
}

/// Writes the chip that the kit ran on into the user's folder, where both programs look for it.
Result<MeasuredChip> writeChip(const RunsReading &reading, const ParsedOptions &options,
    const CommandContext &context, const Estimator &estimator)
{
    const std::string name = options.value("chip");
    Result<MeasuredChip> chip = measuredChip(reading, name, context.library, estimator);
    if (!chip)
        return chip;
    if (!options.has("force") && context.library.accelerator(name))
        return Errors { Error { "chip-file-exists", "--chip", { name } } };
    const std::filesystem::path folder = context.library.directories().user / "hardware";
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    if (failure)
        return optionError("chip", folder.string() + " cannot be made: " + failure.message());
    if (Problems problems = writeFileAtomically(folder / (name + ".yaml"), chipFileText(*chip));
        !problems.empty())
        return problems;
    return chip;
}

/// Steps that `--steps` gives to a profile; 0 where it is not said.
Result<int> stepsOfProfile(const ParsedOptions &options)
{
    if (!options.has("steps"))
        return 0;
    const auto steps = wholeNumberText(options.value("steps"));
    constexpr double maxSteps = 1e9;
    if (!steps || *steps < 1 || *steps > maxSteps || *steps != std::floor(*steps))
        return optionError(
            "steps", fmt::format("'{}' is no count of steps", options.value("steps")));
    return static_cast<int>(*steps);
}

/// Compares what was read with the estimate, as far as it can be, and writes the chip that is
/// asked for.
Result<std::optional<MeasuredChip>> judge(RunsReading &reading, const Plan *base,
    const ParsedOptions &options, const CommandContext &context)
{
    std::optional<MeasuredChip> chip;
    const bool compares = std::ranges::any_of(
        reading.runs, [](const RunRecord &run) { return !run.terms.empty() || run.compiled; });
    if (reading.operations.empty() && !compares && !options.has("chip"))
        return chip;
    const Result<Estimator> estimator = context.bench.estimator();
    if (!estimator)
        return estimator.errors();
    compareTerms(reading, context.library, *estimator);
    compareCompiled(reading, context.library, *estimator);
    reading.verdicts = judgeOperations(reading.operations, base, context.library, *estimator);
    noteOperations(reading);
    if (options.has("chip")) {
        Result<MeasuredChip> written = writeChip(reading, options, context, *estimator);
        if (!written)
            return written.errors();
        chip = *written;
    }
    return chip;
}

/// Keeps the runs in the project file and their plans in a folder, where those are named; lines
/// that say so.
Result<std::string> keepRuns(RunsReading &reading, const CheckedPlan *base,
    const ParsedOptions &options, const CommandContext &context)
{
    std::string project = options.value("project");
    // Beside the user's own plan file; an example plan lies among the shipped data.
    if (project.empty() && base && namesPlanFile(options.value("plan")))
        project = projectFileBeside(options.value("plan")).string();
    std::string changes;
    if (!project.empty() && !reading.runs.empty()) {
        const Result<ProjectChange> change
            = addToProject(project, reading.runs, context.library, toldPatience());
        if (!change)
            return change.errors();
        for (std::size_t i = 0; i < reading.runs.size(); ++i)
            reading.runs[i].id = change->ids[i];
        changes = changeLines(*change, project);
    }
    if (options.has("plans")) {
        const Result<std::string> written = writePlans(reading.runs, options.value("plans"));
        if (!written)
            return written.errors();
        changes += *written;
    }
    return changes;
}

CommandResult addRuns(const ParsedOptions &options, const CommandContext &context)
{
    std::optional<CheckedPlan> base;
    if (options.has("plan")) {
        Result<CheckedPlan> plan = openPlan(options.value("plan"), {}, context.library);
        if (!plan)
            return CommandResult::badInput(plan.errors());
        base = std::move(*plan);
    }
    const Result<int> steps = stepsOfProfile(options);
    if (!steps)
        return CommandResult::badInput(steps.errors());
    const Plan *plan = base ? &base->loaded.plan : nullptr;
    RunsReading reading = readRuns(options.list("FILE"), context.library, plan, *steps);
    const Result<std::optional<MeasuredChip>> chip = judge(reading, plan, options, context);
    if (!chip)
        return CommandResult::badInput(chip.errors());
    const std::string messages = unrecognisedText(reading);
    if (reading.isEmpty())
        return { ExitStatus::BadInput, {}, messages };
    const Result<std::string> kept = keepRuns(reading, base ? &*base : nullptr, options, context);
    if (!kept)
        return CommandResult::badInput(kept.errors());
    std::string changes = *kept;
    if (*chip)
        changes += measuredChipText(**chip);
    Document document = runsDocument(reading);
    if (*chip)
        document.set("chip", measuredChipDocument(**chip));
    CommandResult result = options.format() == OutputFormat::Json
        ? CommandResult::json(document)
        : CommandResult::text(runsText(reading) + (changes.empty() ? "" : '\n' + changes));
    result.messages = messages;
    return result;
}

CommandResult listRuns(const ParsedOptions &options, const CommandContext &)
{
    const std::vector<std::string> files = options.list("FILE");
    if (files.size() != 1)
        return CommandResult::badInput(
            { Error { "bad-option", "FILE", { "runs list takes one project file" } } });
    const Result<std::vector<ProjectRun>> runs = listProject(files.front());
    if (!runs)
        return CommandResult::badInput(runs.errors());
    return options.format() == OutputFormat::Json ? CommandResult::json(projectDocument(*runs))
                                                  : CommandResult::text(projectTable(*runs));
}

CommandResult runRuns(const ParsedOptions &options, const CommandContext &context)
{
    return options.value("ACTION") == "list" ? listRuns(options, context)
                                             : addRuns(options, context);
}

} // namespace

CommandSpec runsCommand()
{
    return { "runs", "Reads logs, configurations and measurements of real runs",
        { { "ACTION", OptionKind::Positional,
              "add: read files, rebuild plans, keep them in a project file; list: show one",
              { "add", "list" }, true },
            { "FILE", OptionKind::Positionals,
                "Logs, metrics, configurations, scripts, tables of nccl-tests, profiles of XProf, "
                "PyTorch and Nsight Systems, packed by gzip or not; \"-\" is standard input; for "
                "list the project file",
                {}, true },
            { "plan", OptionKind::Value,
                "The plan of these runs: what the files do not tell is taken from it", {}, false },
            { "steps", OptionKind::Value,
                "Steps that a profile without marks of steps covers, counted once for each device",
                {}, false },
            { "project", OptionKind::Value,
                "Project file that runs are added to; NAME.runs.csv beside --plan without it", {},
                false },
            { "plans", OptionKind::Value,
                "Folder that the plan of each run is written to, as ID.headroom.yaml", {}, false },
            { "chip", OptionKind::Value,
                "Also write the chip that measure.json was measured on into your data folder, "
                "under this id",
                {}, false },
            { "force", OptionKind::Flag, "Replace a chip file that is there already", {}, false },
            formatOption({ "text", "json" }) },
        runRuns, {}, true };
}

} // namespace headroom
