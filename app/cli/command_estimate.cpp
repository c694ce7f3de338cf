#include "app/cli/commands.h"
#include "model/advice/plan_tables.h"
#include "model/base/text/plain_number.h"
#include "model/estimate/estimator.h"
#include "model/estimate/measured_throughput.h"
#include "model/estimate/report/estimate_report.h"
#include "model/estimate/result_derivations.h"
#include "model/launch/common/shell_text.h"
#include "model/measurement/known_runs.h"
#include "model/rules/checked_plan.h"
#include "model/session/plan_remedies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

/// The measured step time of `--measured-step-seconds`: a positive, finite number.
Result<std::optional<double>> measuredSeconds(const ParsedOptions &options)
{
    if (!options.has("measured-step-seconds"))
        return std::optional<double> {};
    const std::string text = options.value("measured-step-seconds");
    const std::optional<double> seconds = plainNumber(text);
    if (!seconds || !std::isfinite(*seconds) || *seconds < shortestMeasuredStep
        || *seconds > longestMeasuredStep)
        return optionError("measured-step-seconds",
            fmt::format("wants a number of seconds from {} to {}", shortestMeasuredStep,
                longestMeasuredStep));
    return seconds;
}

/// The trees of `--explain [TERM]`: all terms, or one term or result; an unknown id is a problem.
Result<std::vector<Derivation>> explanation(const ParsedOptions &options,
    const Estimator &estimator, const ResolvedPlan &resolved, const Estimate &estimate)
{
    if (!options.has("explain"))
        return std::vector<Derivation> {};
    std::vector<Derivation> trees = estimator.explain(resolved);
    const std::string id = options.value("explain");
    if (id.empty())
        return trees;
    for (Derivation &result : resultDerivations(resolved, estimate, trees))
        if (std::ranges::find(trees, result.id, &Derivation::id) == trees.end())
            trees.push_back(std::move(result));
    const auto found = std::ranges::find(trees, id, &Derivation::id);
    if (found != trees.end())
        return std::vector<Derivation> { *found };
    std::string known;
    for (const Derivation &tree : trees)
        known += (known.empty() ? "" : ", ") + tree.id;
    return optionError("explain", "knows no number " + id + "; it explains " + known);
}

CommandResult runEstimate(const ParsedOptions &options, const CommandContext &context)
{
    const Result<CheckedPlan> plan
        = openCheckedPlan(options.value("PLAN"), options.list("set"), context.library);
    if (!plan)
        return CommandResult::badInput(plan.errors());
    const Result<std::optional<double>> measured = measuredSeconds(options);
    if (!measured)
        return CommandResult::badInput(measured.errors());
    const Result<Estimator> estimator = context.bench.estimator(
        calibrationPath(options.value("calibration"), plan->loaded.plan, plan->loaded.file));
    if (!estimator)
        return CommandResult::badInput(estimator.errors());
    ResolvedPlan resolved = plan->resolved;
    if (options.has("compiled")) {
        resolved.compiledFile = resolved.plan.compiled = options.value("compiled");
        const auto offers = compiledOffers(resolved.compiledFile, context.library);
        if (!offers)
            return CommandResult::badInput(offers.errors());
        const auto nearest = nearestCompiled(*offers, resolved.compiledFile, resolved.plan);
        if (!nearest)
            return CommandResult::badInput(nearest.errors());
    }
    EstimateReport report;
    report.estimate = estimator->estimate(resolved);
    const Result<std::vector<Derivation>> trees
        = explanation(options, *estimator, resolved, report.estimate);
    if (!trees)
        return CommandResult::badInput(trees.errors());
    report.explained = *trees;
    if (*measured) {
        const Prepared prepared = estimator->prepare(resolved);
        report.measured = measuredThroughput(prepared,
            evaluate(prepared, planCandidate(resolved.plan)), Seconds { **measured },
            static_cast<double>(resolved.deviceCount()), report.estimate.time.step);
    }
    const Remedies helps
        = planRemedies(*estimator, resolved, report.estimate, plan->loaded.file.parent_path());
    report.estimate.findings.insert(
        report.estimate.findings.end(), helps.waste.begin(), helps.waste.end());
    const ExitStatus status = options.has("check") && !report.estimate.memory.fits
        ? ExitStatus::NegativeVerdict
        : ExitStatus::Success;
    const PlanTables tables = planTables(*estimator, resolved);
    const auto place
        = KnownRuns(context.library)
              .place(*estimator, resolved,
                  report.measured ? report.measured->mfu : report.estimate.throughput.mfu);
    if (options.format() == OutputFormat::Json) {
        Document document = estimateDocument(report);
        addTables(document, tables);
        addRemedies(document, helps);
        if (place)
            addMfuPlace(document, *place);
        return CommandResult::json(document, status).withNotes(plan->loaded.notes);
    }
    report.estimate.plan = displayLine(report.estimate.plan);
    const bool isMarkdown = options.format() == OutputFormat::Markdown;
    std::string text = isMarkdown ? estimateMarkdown(report) : estimateText(report);
    if (place)
        text += '\n' + mfuText(*place) + '\n';
    text += remediesText(helps, report.estimate);
    if (options.has("tables") || isMarkdown)
        text += tablesText(tables, isMarkdown);
    return CommandResult::text(std::move(text), status).withNotes(plan->loaded.notes);
}

} // namespace

CommandSpec estimateCommand()
{
    return { "estimate", "Predicts memory, step time and throughput of a plan",
        { { "PLAN", OptionKind::Positional, "A plan file, or the id of an example plan", {}, true },
            setOption(),
            { "measured-step-seconds", OptionKind::Value, "A measured step time to compare with",
                {}, false },
            { "calibration", OptionKind::Value,
                "Own runs (CSV) or a cluster profile (file or id) that move the prediction", {},
                false },
            { "compiled", OptionKind::Value,
                "What a compiler planned (prove.json, a log with memory_analysis(), a project file "
                "of runs): of this plan its memory takes the place of the estimated one, of "
                "another it corrects the estimate",
                {}, false },
            formatOption(),
            { "tables", OptionKind::Flag,
                "Adds tables: kinds of operations, dimensions and tiles, axes, policies, network",
                {}, false },
            { "explain", OptionKind::OptionalValue,
                "Prints how a number comes about; all of them without a term", {}, false },
            { "check", OptionKind::Flag, "Exit status 3 when the plan does not fit", {}, false } },
        runEstimate };
}

} // namespace headroom
