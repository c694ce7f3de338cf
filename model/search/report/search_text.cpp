#include "model/search/report/search_report.h"

#include "model/base/text/text_table.h"
#include "model/base/units/format_quantity.h"
#include "model/base/wording/messages.h"
#include "model/estimate/figure_intervals.h"
#include "model/plan/fields/plan_fields.h"

#include <fmt/format.h>

#include <cmath>

namespace headroom {
namespace {

std::string settingText(const std::vector<FieldChange> &settings, const char *path)
{
    for (const FieldChange &setting : settings)
        if (setting.path == path)
            return setting.value;
    return {};
}

/// "tensor 8, pipeline 4, recomputation full": what a configuration uses, without settings that are
/// off.
std::string configurationText(const Candidate &c, const std::string &policy)
{
    std::string text;
    const auto add
        = [&text](const std::string &part) { text += (text.empty() ? "" : ", ") + part; };
    const auto degree = [&add](const char *name, int value) {
        if (value > 1)
            add(fmt::format("{} {}", name, value));
    };
    degree("data", c.data);
    degree("fsdp", c.fsdp);
    if (c.data * c.fsdp > 1)
        add(fmt::format("ZeRO {}", c.zeroStage));
    degree("tensor", c.tensor);
    if (c.sequenceParallel)
        add("sequence parallel");
    if (c.context > 1)
        add(fmt::format("context {} ({})", c.context,
            c.contextStrategy == ContextStrategy::AllGather  ? "all-gather"
                : c.contextStrategy == ContextStrategy::Ring ? "ring"
                                                             : "Ulysses"));
    degree("pipeline", c.pipeline);
    degree("chunks", c.chunks);
    degree("expert", c.expert);
    degree("expert tensor", c.expertTensor);
    add(fmt::format("micro-batch {}", c.microBatch));
    add("recomputation " + policy);
    return text;
}

/// What a row changes beside degrees and policy: nodes, recipe, optimizer, custom tensors.
std::string otherSettings(const std::vector<FieldChange> &settings)
{
    std::string text;
    for (const FieldChange &setting : settings)
        if (!setting.path.starts_with("parallelism.") && setting.path != "remat.policy"
            && !setting.value.empty())
            text += fmt::format(
                ", {} {}", setting.path.substr(setting.path.rfind('.') + 1), setting.value);
    return text;
}

std::string rowText(const SearchRow &row, const Plan &plan)
{
    const std::string policy = settingText(row.settings, "remat.policy");
    return configurationText(row.candidate, policy.empty() ? plan.remat.policy : policy)
        + otherSettings(row.settings);
}

std::string resultTable(const SearchReport &report, bool isMarkdown)
{
    const SearchOutcome &outcome = report.outcome;
    const bool hasDays = !outcome.rows.empty() && outcome.rows.front().estimate.run.has_value();
    Line head { { "" }, { "step" }, { "MFU" }, { "peak" }, { "headroom" }, { "fits" } };
    if (hasDays) {
        head.push_back({ "days" });
        head.push_back({ "cost" });
    }
    head.push_back({ "configuration", true });
    std::vector<Line> lines { std::move(head) };
    for (std::size_t i = 0; i < outcome.rows.size(); ++i) {
        const SearchRow &row = outcome.rows[i];
        const std::string mark = outcome.recommended == i ? "*" : row.isTie ? "=" : "";
        Line line { { fmt::format("{}{}", mark, i + 1) }, { formatSeconds(row.estimate.time.step) },
            { formatShare(row.estimate.throughput.mfu) }, { formatBytes(row.estimate.memory.peak) },
            { formatBytes(row.estimate.memory.headroom) },
            { amountText(fitAmount(row.estimate.memory)) } };
        if (hasDays && row.estimate.run) {
            line.push_back({ fmt::format("{:.1f}", row.estimate.run->days) });
            line.push_back({ "$" + formatCount(std::round(row.estimate.run->cost)) });
        }
        line.push_back({ rowText(row, report.request.plan), true });
        lines.push_back(std::move(line));
    }
    return table(lines, isMarkdown);
}

/// Full training and adapters side by side: the best of each.
std::string methodsText(const SearchReport &report, bool isMarkdown)
{
    const SearchOutcome &outcome = report.outcome;
    if (outcome.methods.empty())
        return {};
    std::vector<Line> lines { { { "method", true }, { "step" }, { "tokens/s" }, { "trained" },
        { "peak" }, { "fits" }, { "configuration", true } } };
    for (const MethodResult &one : outcome.methods) {
        const Estimate &estimate = one.row.estimate;
        lines.push_back({ { one.method, true }, { formatSeconds(estimate.time.step) },
            { formatCount(std::round(estimate.throughput.tokensPerSecondPerDevice)) },
            { formatCount(estimate.parametersTrained) }, { formatBytes(estimate.memory.peak) },
            { one.fits ? amountText(fitAmount(estimate.memory)) : "no" },
            { rowText(one.row, report.request.plan), true } });
    }
    return "\nThe best of each tuning method:\n" + table(lines, isMarkdown);
}

std::string missText(const NearestMiss &miss, const Plan &plan)
{
    std::string text
        = "No configuration qualifies.\nNearest miss: " + rowText(miss.row, plan) + "\n";
    if (miss.shortBytes.value() > 0)
        text += fmt::format("  it needs {} per device where {} are available: {} too much\n",
            formatBytes(miss.row.estimate.memory.decisive().bytes),
            formatBytes(miss.row.estimate.memory.budget), formatBytes(miss.shortBytes));
    else
        text += fmt::format("  it misses the deadline by {:.1f} days\n", miss.shortDays);
    for (const NearestMiss::Remedy &remedy : miss.remedies) {
        const FieldChange &change = remedy.changes.front();
        text += change.value.empty() ? fmt::format("  freeing {}", change.path)
                                     : fmt::format("  {} = {}", change.path, change.value);
        text += fmt::format(" would do: {} per step\n", formatSeconds(remedy.step));
    }
    return text;
}

std::string countsText(const SearchOutcome &outcome)
{
    const double perSecond = evaluationsPerSecond(outcome.counts, outcome.seconds);
    return fmt::format(
        "{} valid configurations, {} evaluated, {} fit; {:.3f} s, {} evaluations per second\n",
        formatCount(static_cast<double>(outcome.counts.enumerated)),
        formatCount(static_cast<double>(outcome.counts.evaluated)),
        formatCount(static_cast<double>(outcome.counts.feasible)), outcome.seconds,
        formatCount(std::round(perSecond)));
}

std::string ownText(const SearchReport &report)
{
    const SearchOutcome &outcome = report.outcome;
    if (!outcome.own || outcome.rows.empty())
        return {};
    const Estimate &own = outcome.own->estimate;
    if (!own.memory.fits)
        return fmt::format("\nThe plan as it stands does not fit: {} where {} are available.\n",
            formatBytes(own.memory.decisive().bytes), formatBytes(own.memory.budget));
    return fmt::format("\nThe plan as it stands takes {} per step; the first result takes {}.\n",
        formatSeconds(own.time.step), formatSeconds(outcome.rows.front().estimate.time.step));
}

std::string report(const SearchReport &source, bool isMarkdown)
{
    const SearchOutcome &outcome = source.outcome;
    std::string text = isMarkdown
        ? fmt::format("# Search: {}\n\n", source.request.plan.name)
        : fmt::format("{}: best configurations by {}\n", source.request.plan.name,
            objectiveName(source.request.objective));
    text += countsText(outcome);
    if (outcome.wasCancelled)
        text += "The search was stopped early; what follows is the best so far.\n";
    text += "\n";
    if (outcome.nearestMiss)
        return text + missText(*outcome.nearestMiss, source.request.plan)
            + methodsText(source, isMarkdown);
    if (outcome.rows.empty())
        return text + "No configuration qualifies.\n";
    text += resultTable(source, isMarkdown);
    text += "\n= equally fast as far as we can tell; * recommended\n";
    if (outcome.reason)
        text += fmt::format("Recommended: {}{}{}\n", *outcome.recommended + 1,
            outcome.isKept ? ". " : ", ",
            messageText(*outcome.reason) + (outcome.isKept ? "" : "."));
    if (outcome.isKept && outcome.simplest->settings != outcome.own->settings)
        text += "The simplest of the others: " + rowText(*outcome.simplest, source.request.plan)
            + ", " + formatSeconds(outcome.simplest->estimate.time.step) + "\n";
    text += methodsText(source, isMarkdown) + ownText(source);
    return source.reasons ? text + reasonsText(*source.reasons) : text;
}

} // namespace

std::string searchText(const SearchReport &source)
{
    return report(source, false);
}

std::string searchMarkdown(const SearchReport &source)
{
    return report(source, true);
}

} // namespace headroom
