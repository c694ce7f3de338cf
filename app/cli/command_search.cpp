#include "app/cli/commands.h"
#include "app/cli/export_tools.h"
#include "model/base/text/plain_number.h"
#include "model/launch/common/shell_text.h"
#include "model/plan/fields/plan_fields.h"
#include "model/rules/checked_plan.h"
#include "model/search/report/search_report.h"
#include "model/search/search_settings.h"
#include "model/session/plan_question.h"
#include "model/session/plan_remedies.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace headroom {
namespace {

constexpr int maxResults = 100000;
constexpr int maxThreads = 1024;

Result<int> wholeNumber(const ParsedOptions &options, const char *name, int fallback, int most)
{
    if (!options.has(name))
        return fallback;
    const std::string text = options.value(name);
    int value = 0;
    const auto [rest, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (status != std::errc {} || rest != text.data() + text.size() || value < 1 || value > most)
        return optionError(name, "wants a whole number of at least 1");
    return value;
}

Result<std::optional<double>> days(const ParsedOptions &options)
{
    if (!options.has("deadline-days"))
        return std::optional<double> {};
    const std::string text = options.value("deadline-days");
    const std::optional<double> value = plainNumber(text);
    if (!value || !std::isfinite(*value) || *value <= 0)
        return optionError("deadline-days", "must be a number of days above 0");
    return value;
}

Result<double> minFitOf(const ParsedOptions &options)
{
    if (!options.has("min-fit"))
        return defaultMinFit;
    const std::optional<double> value = plainNumber(options.value("min-fit"));
    if (!value || !(*value > 0) || !(*value < 1))
        return optionError("min-fit", "wants a probability between 0 and 1, such as 0.9");
    return *value;
}

/// Free settings: those named, else the usual ones without what --set and --fix hold.
Result<std::vector<std::string>> freeSettings(
    const ParsedOptions &options, const LoadedPlan &loaded)
{
    Errors problems;
    const auto fixed = settingsByName(namesIn(options.list("fix")), "--fix");
    const auto named = settingsByName(namesIn(options.list("free")), "--free");
    collect(problems, fixed);
    collect(problems, named);
    if (!problems.empty())
        return problems;
    std::vector<std::string> free = options.has("free") ? *named : defaultFreeSettings();
    std::erase_if(free, [&](const std::string &path) {
        const bool isSet = !options.has("free")
            && std::ranges::find(loaded.setPaths, path) != loaded.setPaths.end();
        return isSet || std::ranges::find(*fixed, path) != fixed->end();
    });
    return free;
}

Result<SearchRequest> searchRequest(const ParsedOptions &options, const CheckedPlan &plan)
{
    Errors problems;
    const auto free = freeSettings(options, plan.loaded);
    const auto top = wholeNumber(options, "top", 10, maxResults);
    const auto threads = wholeNumber(options, "threads", 0, maxThreads);
    const auto deadline = days(options);
    collect(problems, free);
    collect(problems, top);
    collect(problems, threads);
    const auto minFit = minFitOf(options);
    collect(problems, deadline);
    collect(problems, minFit);
    if (!problems.empty())
        return problems;
    SearchRequest request;
    request.plan = plan.loaded.plan;
    request.folder = plan.loaded.file.parent_path();
    request.free = *free;
    request.top = static_cast<std::size_t>(*top);
    request.threads = *threads;
    request.objective = *objectiveByName(options.value("objective", "throughput"));
    request.deadlineDays = *deadline;
    request.minFit = *minFit;
    request.isExhaustive = options.has("exhaustive");
    request.where = [loaded = plan.loaded](
                        const std::vector<std::string> &fields) { return loaded.where(fields); };
    return request;
}

/// The target that results are for: the one named, else the first of the plan's framework for the
/// chip; nullptr: the framework has none for it.
Result<const ExportTarget *> wantedTarget(const ParsedOptions &options, const ResolvedPlan &plan)
{
    if (!options.has("target"))
        return firstTarget(plan);
    const Result<const ExportTarget *> named = chosenExportTarget(options.value("target"));
    if (named && (*named)->frameworkFor(plan.plan) != plan.plan.framework)
        return Error { "search-other-framework", "--target",
            { (*named)->id, (*named)->frameworks.front(), plan.plan.framework } };
    return named;
}

/// Leaves the results that the target takes. Where it takes none, the reasons against the first,
/// each with what would lift it.
Errors keepExported(SearchOutcome &outcome, const CheckedPlan &plan, const ExportTarget &target,
    const CommandContext &context)
{
    const Result<ExportWorkshop> workshop = ExportWorkshop::open(context.bench, plan.loaded);
    if (!workshop)
        return workshop.errors();
    std::vector<SearchRow> kept;
    std::optional<std::size_t> recommended;
    Errors first;
    for (std::size_t i = 0; i < outcome.rows.size(); ++i) {
        CheckedPlan point = plan;
        for (const FieldChange &change : outcome.rows[i].settings)
            setPlanField(point.loaded.plan, change.path, change.value, change.path);
        Result<ResolvedPlan> resolved
            = resolvePlan(point.loaded.plan, context.library, plan.loaded.file.parent_path());
        if (!resolved)
            continue;
        point.resolved = *std::move(resolved);
        Errors refused = refusedExport(point, target, {}, *workshop);
        if (!refused.empty()) {
            if (first.empty())
                first = std::move(refused);
            continue;
        }
        if (outcome.recommended == i)
            recommended = kept.size();
        kept.push_back(std::move(outcome.rows[i]));
    }
    if (kept.empty())
        return first;
    outcome.recommended = recommended.value_or(0);
    outcome.rows = std::move(kept);
    return {};
}

CommandResult runSearch(const ParsedOptions &options, const CommandContext &context)
{
    const Result<CheckedPlan> plan
        = openPlan(options.value("PLAN"), options.list("set"), context.library);
    if (!plan)
        return CommandResult::badInput(plan.errors());
    Result<SearchRequest> request = searchRequest(options, *plan);
    if (!request)
        return CommandResult::badInput(request.errors());
    Result<Estimator> estimator = context.bench.estimator(
        calibrationPath(options.value("calibration"), plan->loaded.plan, plan->loaded.file));
    if (!estimator)
        return CommandResult::badInput(estimator.errors());
    const Result<const ExportTarget *> target = wantedTarget(options, plan->resolved);
    if (!target)
        return CommandResult::badInput(target.errors());
    Result<SearchOutcome> outcome = searchConfigurations(*estimator, *request);
    if (!outcome)
        return CommandResult::badInput(outcome.errors());
    if (options.has("target") && !outcome->rows.empty()) {
        const Errors refused = keepExported(outcome.value(), *plan, **target, context);
        if (!refused.empty())
            return CommandResult::badInput(refused);
    }

    SearchReport report { *std::move(request), *std::move(outcome), {} };
    if (options.has("why"))
        report.reasons = searchReasons(*estimator, report.request, report.outcome);
    Remedies helps;
    const auto &miss = report.outcome.nearestMiss;
    if (miss && miss->shortBytes > Bytes {})
        helps = missRemedies(
            *estimator, report.request.plan, miss->row.settings, report.request.folder);
    const ExitStatus status
        = report.outcome.rows.empty() ? ExitStatus::NegativeVerdict : ExitStatus::Success;
    if (options.format() == OutputFormat::Json) {
        Document document = searchDocument(report);
        document.set("target", *target ? Document { (*target)->id } : Document {});
        document.set("question",
            questionDocument(plan->loaded,
                { {}, report.request.deadlineDays, {}, *target ? (*target)->id : std::string {} }));
        if (miss)
            addRemedies(document, helps);
        return CommandResult::json(document, status).withNotes(plan->loaded.notes);
    }
    report.request.plan.name = displayLine(report.request.plan.name);
    const bool isMarkdown = options.format() == OutputFormat::Markdown;
    std::string text = isMarkdown ? searchMarkdown(report) : searchText(report);
    if (miss)
        text += remediesText(helps, miss->row.estimate);
    return CommandResult::text(std::move(text), status).withNotes(plan->loaded.notes);
}

} // namespace

CommandSpec searchCommand()
{
    return { "search", "Finds the best configurations of the searched settings, with reasons",
        { { "PLAN", OptionKind::Positional, "A plan file, or the id of an example plan", {}, true },
            setOption(),
            { "free", OptionKind::List,
                "Settings to vary, by comma: tensor, parallelism, precision, optimizer, nodes, "
                "flags "
                "…; "
                "by default parallelism, micro-batch and remat policy, but for what --set names",
                {}, false },
            { "target", OptionKind::Value,
                "Lists only what exports for this target of the plan's framework; by default its "
                "first one for the chip",
                {}, false },
            { "fix", OptionKind::List, "Settings to keep as in the plan, by comma", {}, false },
            { "top", OptionKind::Value, "How many results to list (10)", {}, false },
            { "threads", OptionKind::Value, "Threads to use; all cores by default", {}, false },
            { "objective", OptionKind::Value, "Objective of the search",
                { "throughput", "memory", "cost", "devices" }, false },
            { "deadline-days", OptionKind::Value,
                "Only configurations that finish the training tokens within this time", {}, false },
            { "min-fit", OptionKind::Value,
                "Probability of fitting that a recommendation needs (0.9)", {}, false },
            { "calibration", OptionKind::Value,
                "Own runs (CSV) or a cluster profile (file or id) that move the estimates", {},
                false },
            { "exhaustive", OptionKind::Flag,
                "Evaluates every valid configuration: no bounds; its time where it fits", {},
                false },
            { "why", OptionKind::Flag,
                "Adds reasons: differences term by term, changing one setting, what fixed settings "
                "cost",
                {}, false },
            formatOption() },
        runSearch };
}

} // namespace headroom
