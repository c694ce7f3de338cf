#include "app/cli/commands.h"
#include "model/advice/plan_tables.h"
#include "model/estimate/estimate_report.h"
#include "model/estimate/estimator.h"
#include "model/measurement/plan_estimator.h"
#include "model/plan/checked_plan.h"

#include <cmath>
#include <cstdlib>

namespace headroom {
namespace {

Error optionError(const char *option, const char *message)
{
    return { "bad-option", std::string("--") + option, { message } };
}

/// The measured step time of `--measured-step-seconds`: a positive, finite number.
Result<std::optional<double>> measuredSeconds(const ParsedOptions &options)
{
    if (!options.has("measured-step-seconds"))
        return std::optional<double> {};
    const std::string text = options.value("measured-step-seconds");
    char *end = nullptr;
    const double seconds = std::strtod(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !std::isfinite(seconds) || seconds <= 0)
        return optionError("measured-step-seconds", "wants a number of seconds above 0");
    return std::optional<double> { seconds };
}

/// The trees of `--explain [TERM]`; an unknown term is a problem.
Result<std::vector<Derivation>> explanation(
    const ParsedOptions &options, const Estimator &estimator, const ResolvedPlan &resolved)
{
    std::vector<Derivation> trees;
    if (!options.has("explain"))
        return trees;
    const std::string term = options.value("explain");
    if (!term.empty() && !memoryTermById(term) && !timeTermById(term))
        return optionError(
            "explain", "wants the id of a memory or time term, such as weights or gemm");
    for (Derivation &tree : estimator.explain(resolved))
        if (term.empty() || tree.id == term)
            trees.push_back(std::move(tree));
    return trees;
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
    const Result<Estimator> estimator = planEstimator(context.library,
        calibrationPath(options.value("calibration"), plan->loaded.plan, plan->loaded.file));
    if (!estimator)
        return CommandResult::badInput(estimator.errors());
    const ResolvedPlan &resolved = plan->resolved;
    const Result<std::vector<Derivation>> trees = explanation(options, *estimator, resolved);
    if (!trees)
        return CommandResult::badInput(trees.errors());

    EstimateReport report;
    report.estimate = estimator->estimate(resolved);
    report.explained = *trees;
    if (*measured) {
        const Prepared prepared = estimator->prepare(resolved);
        report.measured
            = measuredThroughput(prepared, evaluate(prepared, planCandidate(resolved.plan)),
                **measured, resolved.deviceCount(), report.estimate.time.step.value());
    }
    const ExitStatus status = options.has("check") && !report.estimate.memory.fits
        ? ExitStatus::NegativeVerdict
        : ExitStatus::Success;
    const PlanTables tables = planTables(*estimator, resolved);
    if (options.format() == OutputFormat::Json) {
        Document document = estimateDocument(report);
        addTables(document, tables);
        return CommandResult::json(document, status);
    }
    const bool isMarkdown = options.format() == OutputFormat::Markdown;
    std::string text = isMarkdown ? estimateMarkdown(report) : estimateText(report);
    if (options.has("tables") || isMarkdown)
        text += tablesText(tables, isMarkdown);
    return CommandResult::text(std::move(text), status);
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
                "A CSV of own measurements that moves the prediction", {}, false },
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
