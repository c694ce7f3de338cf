#include "model/base/text/text_table.h"
#include "model/base/units/format_quantity.h"
#include "model/base/wording/messages.h"
#include "model/search/report/cluster_report.h"

#include <fmt/format.h>

namespace headroom {
namespace {

std::string daysText(double days)
{
    return days < 10 ? fmt::format("{:.2f}", days) : fmt::format("{:.0f}", days);
}

/// Three figures, as a price is spoken: "$1.23 million".
std::string moneyText(double dollars)
{
    constexpr double million = 1e6, thousand = 1e3;
    if (dollars >= million)
        return fmt::format("${:.3g} million", dollars / million);
    if (dollars >= 10 * thousand)
        return fmt::format("${:.0f} thousand", dollars / thousand);
    return fmt::format("${:.0f}", dollars);
}

std::string endsText(const FigureInterval &ends, std::string (*text)(double))
{
    return fmt::format("{} – {}", text(ends.low), text(ends.high));
}

std::string machineText(const ClusterPoint &point)
{
    const HardwareChoice &hardware = point.plan.hardware;
    return fmt::format("{} × {} {}", hardware.nodes, hardware.devicesPerNode, point.chip);
}

Line head()
{
    return { { "Machine", true }, { "Days" }, { "80 %" }, { "Cost" }, { "80 %" }, { "Goodput" },
        { "MFU" }, { "Fits" }, { "Plan", true } };
}

Line lineOf(const ClusterPoint &point)
{
    const Estimate &estimate = point.estimate;
    return { { machineText(point), true }, { daysText(point.run().days) },
        { endsText(point.days, daysText) }, { moneyText(point.run().cost) },
        { endsText(point.cost, moneyText) }, { formatShare(point.run().goodput) },
        { formatShare(estimate.throughput.mfu) }, { amountText(fitAmount(estimate.memory)) },
        { choicesText(point.plan), true } };
}

std::string askedText(const ClusterReport &report)
{
    const ClusterRequest &request = report.request;
    const Workload &workload = request.plan.workload;
    const std::string what
        = request.plan.model.id.empty() ? request.plan.name : request.plan.model.id;
    std::string text = fmt::format("{}: {} training tokens, sequences of {}, {} of them a step on "
                                   "every machine.\n",
        what, formatCount(workload.trainingTokens.value_or(0)),
        formatCount(static_cast<double>(workload.sequenceLength)),
        formatCount(static_cast<double>(workload.globalBatchSequences)));
    text += "Days and cost include failures and checkpoints; every plan fits with ";
    text += amountText({ Amount::WholePercent, request.minFit }) + " or more.\n";
    return text;
}

std::string recommendationText(const ClusterReport &report)
{
    const auto &choice = report.outcome.recommended;
    if (!choice)
        return {};
    const ClusterPoint &point = report.outcome.chips[choice->chip].points[choice->point];
    std::string text = fmt::format("\n{}: {} days ({}) for {} ({}), {}.\n", machineText(point),
        daysText(point.run().days), endsText(point.days, daysText), moneyText(point.run().cost),
        endsText(point.cost, moneyText), messageText(choice->reason));
    if (report.request.deadlineDays)
        text += fmt::format(
            "In time with {}.\n", amountText(probabilityAmount(point.deadlineProbability)));
    return text;
}

/// The machines worth a look, chip by chip: no other number of devices is sooner and cheaper.
std::string fronts(const ClusterReport &report, bool isMarkdown)
{
    std::vector<Line> lines { head() };
    std::string rest;
    for (const ClusterChip &chip : report.outcome.chips) {
        for (const ClusterPoint &point : chip.points)
            if (point.isOnFront)
                lines.push_back(lineOf(point));
        if (chip.points.empty())
            rest += fmt::format("{}{}: {}\n", isMarkdown ? "- " : "", chip.id,
                chip.refusal ? errorText(*chip.refusal) : "no plan fits up to this many devices");
    }
    std::string text = "\n";
    if (lines.size() > 1)
        text += table(lines, isMarkdown);
    if (!rest.empty())
        text += "\nWithout a plan:\n" + rest;
    return text;
}

std::string prices(const ClusterReport &report, bool isMarkdown)
{
    std::vector<Line> lines { { { "Chip", true }, { "USD per device-hour" }, { "Price", true } } };
    for (const ClusterChip &chip : report.outcome.chips)
        if (!chip.points.empty())
            lines.push_back({ { chip.id, true }, { fmt::format("{:.2f}", chip.price) },
                { chip.priceSource.empty() ? "given" : chip.priceDate + ", " + chip.priceSource,
                    true } });
    return lines.size() > 1 ? "\n" + table(lines, isMarkdown) : std::string {};
}

std::string reportText(const ClusterReport &report, bool isMarkdown)
{
    const SearchCounts &counts = report.outcome.counts;
    return askedText(report) + recommendationText(report) + fronts(report, isMarkdown)
        + prices(report, isMarkdown)
        + fmt::format("\n{} valid plans, {} of them evaluated, {:.2f} s.\n",
            formatCount(static_cast<double>(counts.enumerated)),
            formatCount(static_cast<double>(counts.evaluated)), report.outcome.seconds);
}

} // namespace

std::string choicesText(const Plan &plan)
{
    const Parallelism &p = plan.parallelism;
    std::string text;
    const auto add = [&text](const char *name, int degree) {
        if (degree > 1)
            text += fmt::format("{} {}, ", name, degree);
    };
    add("data", p.data);
    add("fsdp", p.fsdp);
    add("tensor", p.tensor);
    add("context", p.context);
    add("pipeline", p.pipeline);
    add("chunks", p.chunks);
    add("expert", p.expert);
    return text + fmt::format("micro-batch {}, {}", p.microBatch, plan.remat.policy);
}

std::string clusterText(const ClusterReport &report)
{
    return reportText(report, false);
}

std::string clusterMarkdown(const ClusterReport &report)
{
    return reportText(report, true);
}

} // namespace headroom
