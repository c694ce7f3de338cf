#include "model/base/units/format_quantity.h"
#include "model/base/wording/messages.h"
#include "model/estimate/figure_intervals.h"
#include "model/estimate/report/derivation_text.h"
#include "model/estimate/report/estimate_report.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {
namespace {

void appendTree(std::string &text, const Derivation &node, int depth)
{
    text += fmt::format(
        "{:{}}{} = {}", "", 2 * depth, node.label, derivationValue(node.value, node.unit));
    if (!node.formula.empty())
        text += fmt::format("   [{}]", node.formula);
    text += fmt::format("   ({})\n", node.source);
    if (!node.assumption.empty())
        text += fmt::format("{:{}}assumes {}\n", "", 2 * depth + 2, node.assumption);
    for (const Derivation &operand : node.operands)
        appendTree(text, operand, depth + 1);
}

struct Row
{
    std::string name, value;
    std::string interval {}; ///< p10 – p90, where the figure has one
};

/// Both ends as the figure itself is written.
template <typename Format>
std::string intervalText(const FigureInterval &ends, const Format &format)
{
    return fmt::format("{} – {}", format(ends.low), format(ends.high));
}

/// Rows as plain columns, or as a Markdown table; the third column stands where a row needs it.
std::string table(const std::string &title, const std::vector<Row> &rows, bool isMarkdown)
{
    constexpr auto heading = "80 % interval";
    const bool hasIntervals
        = std::ranges::any_of(rows, [](const Row &row) { return !row.interval.empty(); });
    std::string text;
    if (isMarkdown)
        text = hasIntervals
            ? fmt::format("\n## {}\n\n| | | {} |\n| --- | ---: | ---: |\n", title, heading)
            : fmt::format("\n## {}\n\n| | |\n| --- | ---: |\n", title);
    else
        text = hasIntervals ? fmt::format("\n{:<52}{:>34}\n", title, heading)
                            : fmt::format("\n{}\n", title);
    for (const Row &row : rows) {
        if (isMarkdown)
            text += fmt::format("| {} | {} |{}\n", row.name, row.value,
                hasIntervals ? fmt::format(" {} |", row.interval) : "");
        else if (row.interval.empty())
            text += fmt::format("  {:<34}{:>16}\n", row.name, row.value);
        else
            text += fmt::format("  {:<34}{:>16}{:>34}\n", row.name, row.value, row.interval);
    }
    return text;
}

std::vector<Row> memoryRows(const Estimate &estimate)
{
    const MemoryEstimate &memory = estimate.memory;
    std::vector<Row> rows;
    for (std::size_t i = 0; i < memoryTermCount; ++i)
        rows.push_back(
            { termLabel(static_cast<MemoryTerm>(i)), formatBytes(memory.terms.values[i]) });
    const auto bytes = [](double value) { return formatBytes(Bytes { value }); };
    const auto add = [&](const char *label, const MemoryFigure &figure) {
        rows.push_back({ label, formatBytes(figure.bytes),
            intervalText({ figure.p10.value(), figure.p90.value() }, bytes) });
    };
    add("Peak of tensors", memory.allocated);
    add("Pool that they need", memory.reserved);
    add("On the whole device", memory.device);
    rows.push_back({ "Pool", formatBytes(memory.budget) });
    rows.push_back({ "Headroom", formatBytes(memory.headroom),
        intervalText(figureIntervals(estimate).headroom, bytes) });
    rows.push_back({ "Probability that it fits", amountText(fitAmount(memory)) });
    rows.push_back({ "Outside the pool", formatBytes(memory.outsidePool) });
    rows.push_back({ "Usable on the chip", formatBytes(memory.capacity) });
    if (memory.host.value() > 0)
        rows.push_back({ "Host memory per node", formatBytes(memory.host) });
    return rows;
}

std::vector<Row> timeRows(const Estimate &estimate)
{
    const TimeEstimate &time = estimate.time;
    std::vector<Row> rows;
    for (std::size_t i = 0; i < timeTermCount; ++i)
        if (time.terms.values[i].value() > 0)
            rows.push_back(
                { termLabel(static_cast<TimeTerm>(i)), formatSeconds(time.terms.values[i]) });
    rows.push_back(
        { estimate.isExtrapolated ? "Step, extrapolated" : "Step", formatSeconds(time.step),
            fmt::format("{} – {}", formatSeconds(time.p10), formatSeconds(time.p90)) });
    return rows;
}

std::vector<Row> throughputRows(const Estimate &estimate)
{
    const ThroughputEstimate &own = estimate.throughput;
    const FigureIntervals ends = figureIntervals(estimate);
    const auto rate = [](double value) { return formatFlopRate(FlopPerSecond { value }); };
    std::vector<Row> rows { { "Tokens per second and device",
                                formatCount(own.tokensPerSecondPerDevice),
                                intervalText(ends.tokensPerSecondPerDevice, formatCount) },
        { "Model FLOPs, causal attention", formatFlopRate(own.model),
            intervalText(ends.modelFlops, rate) },
        { "Hardware FLOPs", formatFlopRate(own.hardware), intervalText(ends.hardwareFlops, rate) },
        { "MFU", formatShare(own.mfu), intervalText(ends.mfu, formatShare) },
        { "HFU", formatShare(own.hfu), intervalText(ends.hfu, formatShare) } };
    if (const auto &run = estimate.run) {
        const auto days = [](double value) { return fmt::format("{:.2f}", value); };
        rows.push_back({ "Days", days(run->days), intervalText(ends.days, days) });
        rows.push_back({ "Device-hours", formatCount(run->deviceHours),
            intervalText(ends.deviceHours, formatCount) });
        const bool hasPrice = run->cost > 0;
        if (hasPrice)
            rows.push_back({ "Cost", fmt::format("{} USD", formatCount(run->cost)),
                intervalText(ends.cost, formatCount) });
        rows.push_back({ "Energy", fmt::format("{} kWh", formatCount(run->energyKwh)),
            intervalText(ends.energyKwh, formatCount) });
        if (const auto &real = run->withFailures) {
            rows.push_back({ "Goodput with failures and checkpoints", formatShare(real->goodput),
                intervalText(ends.goodput, formatShare) });
            rows.push_back({ "Days with failures", days(real->days),
                intervalText(ends.daysWithFailures, days) });
            if (hasPrice)
                rows.push_back(
                    { "Cost with failures", fmt::format("{} USD", formatCount(real->cost)),
                        intervalText(ends.costWithFailures, formatCount) });
        }
    }
    return rows;
}

std::vector<Row> measuredRows(const MeasuredThroughput &measured)
{
    std::vector<Row> rows { { "Measured step", formatSeconds(measured.step) },
        { "Measured over predicted", fmt::format("{:.3f}", measured.measuredOverPredicted) },
        { "MFU", formatShare(measured.mfu) }, { "HFU", formatShare(measured.hfu) } };
    for (const MeasuredRate &rate : measured.rates)
        rows.push_back({ rate.convention,
            fmt::format(
                "{} ({})", formatFlopRate(rate.perDevice), formatShare(rate.shareOfPeak)) });
    rows.push_back({ "Half of the peak (a good run in 2020–2022)",
        measured.isHalfOfPeak ? "reached" : "not reached" });
    return rows;
}

std::string page(const EstimateReport &report, bool isMarkdown)
{
    const Estimate &estimate = report.estimate;
    std::string text
        = isMarkdown ? fmt::format("# {}\n", estimate.plan) : fmt::format("{}\n", estimate.plan);
    text
        += fmt::format("\n{} parameters, {} active. Sizes in GiB are 2^30 bytes; rates are 10^9.\n",
            formatCount(estimate.parametersTotal), formatCount(estimate.parametersActive));
    if (estimate.parametersTrained != estimate.parametersTotal)
        text += fmt::format("{} of adapters are trained, the others are frozen.\n",
            formatCount(estimate.parametersTrained));
    text += table("Memory per device", memoryRows(estimate), isMarkdown);
    text += fmt::format("\nIt {}.\n", messageText(fitWords(estimate.memory)));
    text += table("Step time", timeRows(estimate), isMarkdown);
    text += table("Throughput", throughputRows(estimate), isMarkdown);
    if (report.measured)
        text += table("Measured step", measuredRows(*report.measured), isMarkdown);
    text += fmt::format(
        "\nBottleneck: {}. Software stack: {}.\n", estimate.bottleneck, estimate.stack);
    for (const std::string &assumption : estimate.assumptions)
        text += fmt::format("Assumed: {}\n", assumption);
    if (!estimate.findings.empty())
        text += isMarkdown ? "\n## Findings\n\n" : "\nFindings\n";
    for (const Finding &finding : estimate.findings)
        text += fmt::format("{}{} [{}]: {} {}\n", isMarkdown ? "- " : "  ",
            severityName(finding.severity), finding.id, findingText(finding),
            findingAction(finding));
    if (!report.explained.empty())
        text += isMarkdown ? "\n## Derivation\n\n```\n" : "\nDerivation\n";
    for (const Derivation &tree : report.explained)
        text += derivationText(tree) + "\n";
    if (!report.explained.empty() && isMarkdown)
        text += "```\n";
    return text;
}

} // namespace

std::string derivationText(const Derivation &derivation)
{
    std::string text;
    appendTree(text, derivation, 0);
    return text;
}

std::string estimateText(const EstimateReport &report)
{
    return page(report, false);
}

std::string estimateMarkdown(const EstimateReport &report)
{
    return page(report, true);
}

} // namespace headroom
