#include "model/launch/common/script_text.h"

#include "model/base/units/format_quantity.h"
#include "model/estimate/figure_intervals.h"
#include "model/launch/common/shell_text.h"
#include "model/plan/machine_comment.h"

#include <fmt/format.h>

namespace headroom {
namespace {

std::string hardwareSentence(const LaunchSpec &spec)
{
    const HardwareChoice &hardware = spec.plan().hardware;
    const char *group = spec.isTpu() ? "slice" : "node";
    return fmt::format("{} {}{} of {} {}", hardware.nodes, group, hardware.nodes == 1 ? "" : "s",
        hardware.devicesPerNode, spec.chip().id);
}

void addPrediction(std::vector<std::string> &lines, const Estimate &estimate)
{
    const TimeEstimate &time = estimate.time;
    const MemoryEstimate &memory = estimate.memory;
    lines.push_back(fmt::format("Predicted step time: {} (80 % interval {} to {}), MFU {}.",
        formatSeconds(time.step), formatSeconds(time.p10), formatSeconds(time.p90),
        formatShare(estimate.throughput.mfu)));
    lines.push_back(fmt::format("Predicted memory: {} of a pool of {} per device (80 % interval {} "
                                "to {}; GiB = 2^30 bytes).",
        formatBytes(memory.decisive().bytes), formatBytes(memory.budget),
        formatBytes(memory.decisive().p10), formatBytes(memory.decisive().p90)));
    if (fitCall(memory) == FitCall::DoesNotFit)
        lines.push_back(
            "WARNING: THIS PLAN DOES NOT FIT IN MEMORY. Expect it to fail; the times are "
            "what it would take if it did.");
    else if (fitCall(memory) == FitCall::AtLimit)
        lines.push_back(
            fmt::format("WARNING: THIS PLAN IS AT THE LIMIT OF MEMORY. It fits with {}.",
                amountText(fitAmount(memory))));
}

} // namespace

std::vector<std::string> introduction(const LaunchSpec &spec)
{
    const Plan &plan = spec.plan();
    const std::string &name = spec.request->original.name;
    const std::string &model = spec.model().id.empty() ? spec.model().name : spec.model().id;
    std::vector<std::string> lines;
    lines.push_back(fmt::format("Plan: {}", name.empty() ? spec.slug : displayLine(name)));
    lines.push_back(fmt::format("{} on {}, sequence {}, {} sequences per step; target {}{}.",
        model.empty() ? "A shape of the plan's own" : displayLine(model, 60),
        hardwareSentence(spec), plan.workload.sequenceLength, plan.workload.globalBatchSequences,
        spec.target, spec.isBenchmark() ? ", benchmark" : ""));
    if (spec.request->prediction)
        addPrediction(lines, *spec.request->prediction);
    std::string versions;
    if (spec.framework().runsXla)
        versions += "; written for jaxlib " + displayLine(spec.resolved().releases.jaxlib, 20);
    if (spec.isMaxText())
        versions += " and MaxText " + displayLine(spec.resolved().releases.maxtext, 20);
    lines.push_back(fmt::format("Data of {}{}.", launchDataDate, versions));
    return lines;
}

std::string introductionComment(const LaunchSpec &spec)
{
    std::string text;
    for (const std::string &line : introduction(spec))
        text += "# " + line + '\n';
    return text + "# " + machineCommentText(spec.plan().hardware) + '\n';
}

std::string shellStart(const LaunchSpec &spec, std::string_view purpose)
{
    return fmt::format("#!/usr/bin/env bash\n{}#\n# {}\nset -euo pipefail\n\n",
        introductionComment(spec), purpose);
}

std::string shellFolder()
{
    return "HERE=\"$(cd -- \"$(dirname -- \"${BASH_SOURCE[0]}\")\" && pwd)\"\n";
}

std::string exportVariables(const std::vector<LaunchFlag> &variables)
{
    std::string text;
    for (const LaunchFlag &variable : variables)
        text += fmt::format("export {}={}\n", variable.name, shellQuote(variable.value));
    return text;
}

std::string flagWord(const LaunchFlag &flag)
{
    constexpr std::string_view blanks = " \t\n\r\v\f";
    const std::string &value = flag.value;
    const bool needsQuotes = value.find_first_of(blanks) != std::string::npos
        || (!value.empty() && (value.front() == '"' || value.front() == '\''));
    if (!needsQuotes)
        return fmt::format("--{}={}", flag.name, value);
    std::string quoted;
    for (const char c : value) {
        if (c == '"' || c == '\\')
            quoted += '\\';
        quoted += c;
    }
    return fmt::format("--{}=\"{}\"", flag.name, quoted);
}

std::string flagBlock(
    std::string_view variable, std::string_view array, const std::vector<LaunchFlag> &flags)
{
    if (flags.empty())
        return {};
    std::string text = fmt::format("{}=(\n", array);
    for (const LaunchFlag &flag : flags)
        text += "  " + shellQuote(flagWord(flag)) + '\n';
    text += fmt::format(")\nexport {0}=\"${{{1}[*]}}${{{0}:+ ${{{0}}}}}\"\n", variable, array);
    return text;
}

std::string introducedScript(const LaunchSpec &spec, std::string_view name)
{
    constexpr std::string_view mark = "# @plan\n";
    std::string text(bundledScript(name));
    const std::size_t place = text.find(mark);
    if (place != std::string::npos)
        text.replace(place, mark.size(), introductionComment(spec));
    return text;
}

} // namespace headroom
