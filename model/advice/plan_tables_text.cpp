#include "model/advice/plan_tables.h"
#include "model/base/text/text_table.h"
#include "model/base/units/format_quantity.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {
namespace {

using Cells = std::vector<std::string>;

/// A table under its title, the first column to the left.
std::string table(
    const std::string &title, const Cells &head, const std::vector<Cells> &rows, bool isMarkdown)
{
    std::vector<Line> lines;
    const auto add = [&lines](const Cells &cells) {
        Line &line = lines.emplace_back();
        for (const std::string &cell : cells)
            line.push_back({ cell, line.empty() });
    };
    add(head);
    std::ranges::for_each(rows, add);
    return (isMarkdown ? "\n## " + title + "\n\n" : "\n" + title + "\n")
        + headroom::table(lines, isMarkdown);
}

std::string signedShare(double share)
{
    return fmt::format("{:+.1f} %", 100 * share);
}

std::string orDash(double value)
{
    return value > 0 ? formatCount(value) : "–";
}

std::string groupTable(const std::vector<GroupWork> &groups, bool isMarkdown)
{
    std::vector<Cells> rows;
    for (const GroupWork &own : groups)
        rows.push_back({ own.group + ", " + own.phase, formatSeconds(own.time),
            formatFlop(own.flop), formatBytes(own.bytes), fmt::format("{:.1f}", own.intensity()) });
    return table("Kinds of operations per step and device",
        { "group", "time", "work", "moved", "FLOP/byte" }, rows, isMarkdown);
}

std::string dimensionTable(const std::vector<DimensionFit> &fits, bool isMarkdown)
{
    std::vector<Cells> rows;
    for (const DimensionFit &fit : fits)
        rows.push_back({ fit.label, formatCount(fit.perDevice),
            fmt::format("{} ({})", formatCount(fit.best), formatCount(fit.least)),
            fit.isAligned ? "yes" : "no", fit.isAligned ? "–" : formatCount(fit.better),
            fit.isAligned ? "–" : signedShare(fit.gain) });
    return table("Dimensions against the chip's multiples (in brackets: the least that matrix "
                 "units take)",
        { "dimension", "size", "multiple", "fits", "better, whole", "FLOP/s" }, rows, isMarkdown);
}

std::string tileTable(const std::vector<TileFit> &fits, bool isMarkdown)
{
    std::vector<Cells> rows;
    for (const TileFit &fit : fits)
        rows.push_back({ fit.label,
            fmt::format("{} x {} x {}{}", formatCount(fit.m), formatCount(fit.k),
                formatCount(fit.n), fit.batch > 1 ? fmt::format(", {} times", fit.batch) : ""),
            fmt::format("{} x {}", fit.tileRows, fit.tileColumns), formatCount(fit.tiles),
            orDash(fit.waves), formatShare(fit.filled), formatShare(fit.useful) });
    return table("Tiles and waves of the forward GEMMs",
        { "matrix", "m x k x n", "tile", "tiles", "waves", "filled", "useful" }, rows, isMarkdown);
}

std::string axisTable(const std::vector<AxisLimit> &limits, bool isMarkdown)
{
    std::vector<Cells> rows;
    for (const AxisLimit &limit : limits)
        rows.push_back({ fmt::format("{} {}", limit.axis, limit.degree),
            limit.isHidden ? "yes" : "no", formatSeconds(limit.duration),
            formatSeconds(limit.window), formatCount(limit.tokensPerDevice),
            orDash(limit.criticalTokens), orDash(limit.smallestMicroBatch),
            orDash(limit.smallestGlobalBatch), orDash(limit.largestDegree) });
    return limits.empty() ? std::string()
                          : table("What each axis needs to hide its traffic",
                              { "axis", "can hide", "traffic", "window", "tokens", "critical",
                                  "least micro-batch", "least batch", "largest degree" },
                              rows, isMarkdown);
}

std::string policyTable(const std::vector<PolicyFit> &fits, bool isMarkdown)
{
    std::vector<Cells> rows;
    for (const PolicyFit &fit : fits)
        rows.push_back({ fit.names() + (fit.isPlan ? " (plan)" : ""),
            fit.microBatch > 0 ? fmt::format("{}", fit.microBatch) : "none fits",
            formatBytes(fit.peak), formatSeconds(fit.step),
            fmt::format("{:.0f}", fit.tokensPerSecondPerDevice), formatShare(fit.mfu),
            signedShare(fit.gain) });
    return table("Largest micro-batch that fits under each rematerialisation policy",
        { "policy", "micro-batch", "peak", "step", "tokens/s/device", "MFU", "against the plan" },
        rows, isMarkdown);
}

std::string networkTable(const NetworkNeed &need, bool isMarkdown)
{
    if (!need.isUsed)
        return {};
    std::vector<Cells> rows;
    for (const NetworkPoint &own : need.points)
        rows.push_back({ formatBandwidth(own.rate) + (own.isPlan ? " (plan)" : ""),
            formatSeconds(own.step), formatSeconds(own.exposed), formatShare(own.busy),
            own.tier.empty() ? "–" : own.tier });
    std::string text = table("Step over the network rate, one way per device",
        { "rate", "step", "exposed", "busy", "tier" }, rows, isMarkdown);
    text += fmt::format("\nLeast rate that hides the traffic: {}. Paid: {}, of which {} on average "
                        "stand idle ({} of the step).\n",
        need.least.value() > 0 ? formatBandwidth(need.least) : "none is fast enough",
        formatBandwidth(need.paid), formatBandwidth(need.idleRate), formatShare(need.idle));
    if (!need.tier.empty())
        text += fmt::format(
            "{:.0f} Gb/s per node are as {:.0f} Gb/s to a V100: {} by the rule for sharded states "
            "(100 is not enough, 200 to 400 will do, 800 to 1000 is ideal).\n",
            need.nodeGigabitPerSecond, need.scaledGigabitPerSecond, need.tier);
    return text;
}

std::string memoryTable(const std::vector<MemoryScaling> &scaling, bool isMarkdown)
{
    std::vector<Cells> rows;
    for (const MemoryScaling &own : scaling)
        rows.push_back({ termLabel(own.term), formatBytes(own.now), formatBytes(own.twice),
            own.shrinks() ? "yes" : "no" });
    std::string text = table("What more data-parallel ranks shrink",
        { "term", "now", "at twice the ranks", "shrinks" }, rows, isMarkdown);
    text += "\nNot counted in memory:\n";
    for (const std::string &sentence : memoryLeftOut())
        text += (isMarkdown ? "- " : "  ") + sentence + "\n";
    return text;
}

} // namespace

std::string tablesText(const PlanTables &tables, bool isMarkdown)
{
    return groupTable(tables.groups, isMarkdown) + memoryTable(tables.memory, isMarkdown)
        + dimensionTable(tables.dimensions, isMarkdown) + tileTable(tables.tiles, isMarkdown)
        + axisTable(tables.axes, isMarkdown) + policyTable(tables.policies, isMarkdown)
        + networkTable(tables.network, isMarkdown);
}

} // namespace headroom
