#include "app/cli/commands.h"
#include "model/base/text/plain_number.h"
#include "model/launch/common/shell_text.h"
#include "model/plan/fields/machine_choice.h"
#include "model/rules/checked_plan.h"
#include "model/search/report/cluster_report.h"
#include "model/session/plan_question.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

Result<std::optional<double>> positive(const ParsedOptions &options, const char *name)
{
    if (!options.has(name))
        return std::optional<double> {};
    const std::optional<double> value = plainNumber(options.value(name));
    if (!value || !std::isfinite(*value) || !(*value > 0))
        return optionError(name, "wants a number above 0");
    return value;
}

/// "h100-sxm=2.1,b200=4"
Result<std::map<std::string, double>> prices(
    const ParsedOptions &options, const ProfileLibrary &library)
{
    std::map<std::string, double> found;
    for (const std::string &word : namesIn(options.list("price"))) {
        const std::size_t sign = word.find('=');
        const std::optional<double> value
            = sign == std::string::npos ? std::nullopt : plainNumber(word.substr(sign + 1));
        if (!value || !std::isfinite(*value) || !(*value > 0))
            return optionError("price", "wants CHIP=USD, such as h100-sxm=2.5");
        const auto chip = library.accelerator(word.substr(0, sign));
        if (!chip)
            return chip.errors();
        found[(*chip)->id] = *value;
    }
    return found;
}

/// A plan, or a model alone with the usual workload.
Result<LoadedPlan> asked(const ParsedOptions &options, const CommandContext &context)
{
    const std::string &what = options.value("PLAN");
    const std::vector<std::string> settings = options.list("set");
    const bool isFile = namesPlanFile(what) || context.library.planPath(what);
    if (!isFile && context.library.model(what)) {
        LoadedPlan loaded;
        loaded.plan.model.id = what;
        if (Errors problems = applySettings(loaded, settings); !problems.empty())
            return problems;
        takeMachine(loaded, context.library);
        if (std::ranges::find(loaded.setPaths, "workload.global_batch_sequences")
            == loaded.setPaths.end())
            loaded.plan.workload.globalBatchSequences
                = typicalBatch(loaded.plan.workload.sequenceLength);
        return loaded;
    }
    Result<CheckedPlan> plan = openPlan(what, settings, context.library);
    if (!plan)
        return plan.errors();
    return plan->loaded;
}

Result<ClusterRequest> clusterRequest(
    const ParsedOptions &options, const LoadedPlan &loaded, const ProfileLibrary &library)
{
    constexpr double maxDevicesAsked = 131072;
    constexpr double maxThreads = 1024;
    Errors problems;
    const auto tokens = positive(options, "tokens"), days = positive(options, "days"),
               budget = positive(options, "budget"), most = positive(options, "most-devices"),
               threads = positive(options, "threads");
    const auto own = prices(options, library);
    for (const auto *number : { &tokens, &days, &budget, &most, &threads })
        collect(problems, *number);
    collect(problems, own);
    if (most && *most && **most > maxDevicesAsked)
        problems.push_back(optionError("most-devices", "wants at most 131072"));
    if (!problems.empty())
        return problems;
    ClusterRequest request;
    request.plan = loaded.plan;
    request.folder = loaded.file.parent_path();
    if (*tokens)
        request.plan.workload.trainingTokens = *tokens;
    request.chips = namesIn(options.list("chips"));
    request.prices = *own;
    request.deadlineDays = *days;
    request.budget = *budget;
    if (*most)
        request.maxDevices = static_cast<std::int64_t>(std::max(1.0, **most));
    if (*threads)
        request.threads = static_cast<int>(std::min(**threads, maxThreads));
    request.isExhaustive = options.has("exhaustive");
    return request;
}

CommandResult runCluster(const ParsedOptions &options, const CommandContext &context)
{
    const Result<LoadedPlan> loaded = asked(options, context);
    if (!loaded)
        return CommandResult::badInput(loaded.errors());
    Result<ClusterRequest> request = clusterRequest(options, *loaded, context.library);
    if (!request)
        return CommandResult::badInput(request.errors());
    Result<Estimator> estimator = context.bench.estimator(
        calibrationPath(options.value("calibration"), loaded->plan, loaded->file));
    if (!estimator)
        return CommandResult::badInput(estimator.errors());
    Result<ClusterOutcome> outcome = clusterOptions(*estimator, *request);
    if (!outcome)
        return CommandResult::badInput(outcome.errors());
    ClusterReport report { *std::move(request), *std::move(outcome) };
    const auto &choice = report.outcome.recommended;
    const bool hasPoint = std::ranges::any_of(
        report.outcome.chips, [](const ClusterChip &chip) { return !chip.points.empty(); });
    const ExitStatus status = !hasPoint || (choice && !choice->keepsLimits)
        ? ExitStatus::NegativeVerdict
        : ExitStatus::Success;
    if (options.format() == OutputFormat::Json) {
        QuestionLimits limits { {}, report.request.deadlineDays, report.request.budget, {} };
        for (const ClusterChip &chip : report.outcome.chips)
            limits.machines.push_back(chip.id);
        LoadedPlan asked = *loaded;
        asked.plan.workload.trainingTokens = report.request.plan.workload.trainingTokens;
        if (options.has("tokens"))
            asked.setPaths.emplace_back("workload.training_tokens");
        Document document = clusterDocument(report);
        document.set("question", questionDocument(asked, limits));
        return CommandResult::json(document, status).withNotes(loaded->notes);
    }
    report.request.plan.name = displayLine(report.request.plan.name);
    return CommandResult::text(
        options.format() == OutputFormat::Markdown ? clusterMarkdown(report) : clusterText(report),
        status)
        .withNotes(loaded->notes);
}

} // namespace

CommandSpec clusterCommand()
{
    return { "cluster", "Finds what to train a model on: days and cost on every chip and size",
        { { "PLAN", OptionKind::Positional,
              "A plan file, the id of an example plan, or the id of a model", {}, true },
            setOption(),
            { "tokens", OptionKind::Value, "Training tokens; by default the plan's", {}, false },
            { "days", OptionKind::Value,
                "A deadline: the cheapest machine that keeps it is recommended", {}, false },
            { "budget", OptionKind::Value,
                "A limit in USD: the soonest machine that keeps it is recommended", {}, false },
            { "chips", OptionKind::List,
                "Chips or machines to try, by comma: h100-sxm, p5, v5p-128; by default all chips "
                "with a "
                "price",
                {}, false },
            { "price", OptionKind::List,
                "Prices in USD per device-hour, by comma: h100-sxm=2.5; else the profiles'", {},
                false },
            { "most-devices", OptionKind::Value, "Devices to try at most (16384)", {}, false },
            { "threads", OptionKind::Value, "Threads to use; all cores by default", {}, false },
            { "calibration", OptionKind::Value,
                "Own runs (CSV) or a cluster profile (file or id) that move the estimates", {},
                false },
            { "exhaustive", OptionKind::Flag, "Evaluates every valid plan: no bounds", {}, false },
            formatOption() },
        runCluster };
}

} // namespace headroom
