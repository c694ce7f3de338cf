#include "app/cli/commands.h"

#include "model/diagnosis/diagnosis_report.h"
#include "model/rules/checked_plan.h"

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

CommandResult runDiagnose(const ParsedOptions &options, const CommandContext &context)
{
    const std::string file = options.value("CSV");
    const Result<std::vector<ProjectRun>> runs = listProject(file);
    if (!runs)
        return CommandResult::badInput(runs.errors());
    if (runs->empty())
        return CommandResult::badInput({ Error { "runs-none", file, {} } });
    const std::string wanted = options.value("run");
    const auto isWanted = [&](const ProjectRun &run) { return wanted.empty() || run.id == wanted; };
    if (std::ranges::none_of(*runs, isWanted))
        return CommandResult::badInput({ Error { "run-id-unknown", "--run", { wanted, file } } });
    const Result<std::optional<LoadedPlan>> planned = plannedFor(options, file, context);
    if (!planned)
        return CommandResult::badInput(planned.errors());
    const LoadedPlan *plan = *planned ? &**planned : nullptr;
    const Result<Diagnoser> diagnoser = Diagnoser::make(context.bench,
        plan ? calibrationPath({}, plan->plan, plan->file) : std::filesystem::path {});
    if (!diagnoser)
        return CommandResult::badInput(diagnoser.errors());
    std::vector<RunDiagnosis> diagnoses;
    for (const ProjectRun &run : *runs)
        if (isWanted(run))
            diagnoses.push_back(diagnoser->diagnose(run, plan ? &plan->plan : nullptr));
    return options.format() == OutputFormat::Json
        ? CommandResult::json(diagnosisDocument(diagnoses))
        : CommandResult::text(diagnosisText(diagnoses));
}

} // namespace

CommandSpec diagnoseCommand()
{
    return { "diagnose", "Says why measured runs differ from their prediction",
        { { "CSV", OptionKind::Positional, "A project file of runs, as runs add writes it", {},
              true },
            { "run", OptionKind::Value, "Only the run with this id", {}, false },
            { "plan", OptionKind::Value,
                "The plan that the runs were meant to follow; the one beside the file without it",
                {}, false },
            formatOption({ "text", "json" }) },
        runDiagnose };
}

} // namespace headroom
