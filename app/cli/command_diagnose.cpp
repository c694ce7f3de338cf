#include "app/cli/commands.h"

#include "model/diagnosis/diagnosis_report.h"
#include "model/rules/checked_plan.h"
#include "model/runs/runs_report.h"

#include <algorithm>

namespace headroom {
namespace {

/// The plan that the runs were meant to follow: the one named, else the one that the project file
/// lies beside.
Result<std::optional<LoadedPlan>> plannedFor(
    const ParsedOptions &options, const std::string &project, const CommandContext &context)
{
    std::string file = options.value("plan");
    if (file.empty()) {
        const std::filesystem::path beside = planFileBeside(project);
        std::error_code failure;
        if (beside.empty() || !std::filesystem::exists(beside, failure))
            return std::optional<LoadedPlan> {};
        file = beside.string();
    }
    const Result<CheckedPlan> plan = openCheckedPlan(file, {}, context.library);
    if (!plan)
        return plan.errors();
    return std::optional<LoadedPlan> { plan->loaded };
}

/// The runs of a project file; those of logs where the files are none.
struct NamedRuns
{
    std::vector<ProjectRun> runs;
    std::string project {}; ///< empty: logs
    std::string messages {}; ///< what was not understood of the logs
};

Result<NamedRuns> namedRuns(const ParsedOptions &options, const ProfileLibrary &library)
{
    const std::vector<std::string> files = options.list("FILE");
    if (files.size() == 1) {
        const Result<std::vector<ProjectRun>> runs = listProject(files.front());
        if (runs)
            return NamedRuns { *runs, files.front() };
        const bool isTable = std::filesystem::path(files.front()).extension() == ".csv";
        if (isTable || runs.errors().front().id != "measurement-header")
            return runs.errors();
    }
    std::optional<CheckedPlan> base;
    if (options.has("plan")) {
        Result<CheckedPlan> plan = openCheckedPlan(options.value("plan"), {}, library);
        if (!plan)
            return plan.errors();
        base = std::move(*plan);
    }
    const RunsReading reading = readRuns(files, library, base ? &base->loaded.plan : nullptr);
    const Result<std::vector<ProjectRun>> runs = listRuns(reading.runs, library);
    if (!runs)
        return runs.errors();
    return NamedRuns { *runs, {}, unrecognisedText(reading) };
}

CommandResult runDiagnose(const ParsedOptions &options, const CommandContext &context)
{
    const Result<NamedRuns> named = namedRuns(options, context.library);
    if (!named)
        return CommandResult::badInput(named.errors());
    const std::string file = options.list("FILE").front();
    if (named->runs.empty() && !named->messages.empty())
        return { ExitStatus::BadInput, {}, named->messages };
    if (named->runs.empty())
        return CommandResult::badInput({ Error { "runs-none", file, {} } });
    const std::string wanted = options.value("run");
    const auto isWanted = [&](const ProjectRun &run) { return wanted.empty() || run.id == wanted; };
    if (std::ranges::none_of(named->runs, isWanted))
        return CommandResult::badInput({ Error { "run-id-unknown", "--run", { wanted, file } } });
    const Result<std::optional<LoadedPlan>> planned = plannedFor(options, named->project, context);
    if (!planned)
        return CommandResult::badInput(planned.errors());
    const LoadedPlan *plan = *planned ? &**planned : nullptr;
    const Result<Diagnoser> diagnoser = Diagnoser::make(context.bench,
        plan ? calibrationPath({}, plan->plan, plan->file) : std::filesystem::path {});
    if (!diagnoser)
        return CommandResult::badInput(diagnoser.errors());
    std::vector<RunDiagnosis> diagnoses;
    for (const ProjectRun &run : named->runs)
        if (isWanted(run))
            diagnoses.push_back(diagnoser->diagnose(run, plan ? &plan->plan : nullptr));
    CommandResult result = options.format() == OutputFormat::Json
        ? CommandResult::json(diagnosisDocument(diagnoses))
        : CommandResult::text(diagnosisText(diagnoses));
    result.messages = named->messages;
    return result;
}

} // namespace

CommandSpec diagnoseCommand()
{
    return { "diagnose", "Says why measured runs differ from their prediction",
        { { "FILE", OptionKind::Positionals,
              "A project file of runs, as runs add writes it, or logs and configurations as runs "
              "add reads them",
              {}, true },
            { "run", OptionKind::Value, "Only the run with this id", {}, false },
            { "plan", OptionKind::Value,
                "The plan that the runs were meant to follow; the one beside the file without it",
                {}, false },
            formatOption({ "text", "json" }) },
        runDiagnose };
}

} // namespace headroom
