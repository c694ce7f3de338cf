#include "model/runs/operation_report.h"

#include "model/base/text/display_line.h"
#include "model/base/wording/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

constexpr std::size_t longestName = 400;

} // namespace

Document operationMembers(const OperationSample &sample)
{
    const auto count = [](int value) { return value > 0 ? Document { value } : Document {}; };
    Document members = Document::mapping({ { "kind", sample.kind },
        { "bytes",
            sample.bytes > 0 ? Document { static_cast<std::int64_t>(std::llround(sample.bytes)) }
                             : Document {} },
        { "group", count(sample.group) }, { "nodes", count(sample.nodes) },
        { "seconds", sample.seconds }, { "bus_gbytes_per_s", sample.busGbytesPerSecond } });
    for (const auto &[key, text] : { std::pair { "name", sample.name },
             std::pair { "format", sample.format }, std::pair { "device", sample.device } })
        if (!text.empty())
            members.set(key, displayLine(text, longestName));
    if (sample.flop > 0)
        members.set("tflops", sample.flop / sample.seconds / 1e12);
    return members;
}

Document verdictMembers(const OperationVerdict &verdict)
{
    const auto number = [](double value) { return value > 0 ? Document { value } : Document {}; };
    const auto text
        = [](const std::string &value) { return value.empty() ? Document {} : Document { value }; };
    return Document::mapping({ { "kind", verdict.kind }, { "group", number(verdict.group) },
        { "nodes", number(verdict.nodes) }, { "chip", text(verdict.chip) },
        { "reached", number(verdict.reached) }, { "expected", number(verdict.expected) },
        { "unit", text(verdict.unit) }, { "share", number(verdict.share()) },
        { "culprit", text(verdict.culprit) }, { "text", messageText(verdict.text) },
        { "reason", verdict.reason.id.empty() ? Document {} : messageText(verdict.reason) } });
}

std::string verdictLines(const std::vector<OperationVerdict> &verdicts)
{
    std::string text;
    for (const OperationVerdict &verdict : verdicts) {
        text += messageText(verdict.text) + '\n';
        if (!verdict.reason.id.empty())
            text += "  " + messageText(verdict.reason) + '\n';
    }
    return text;
}

std::string operationTable(const std::vector<OperationSample> &samples)
{
    const auto isKit = [](const OperationSample &sample) { return !sample.name.empty(); };
    const bool hasNames = std::ranges::any_of(samples, isKit);
    const auto count
        = [](double value) { return value > 0 ? fmt::format("{:.0f}", value) : std::string {}; };
    const auto rate
        = [](double value) { return value > 0 ? fmt::format("{:.4g}", value) : std::string {}; };
    std::string text = fmt::format("{:<16}{:>16}{:>8}{:>8}{:>14}{:>14}", "operation", "bytes",
        "ranks", "nodes", "seconds", "bus GB/s");
    text += hasNames ? fmt::format("{:>10}  {}\n", "TFLOP/s", "of") : "\n";
    for (const OperationSample &sample : samples) {
        std::string line = fmt::format("{:<16}{:>16}{:>8}{:>8}{:>14.4g}{:>14}",
            displayLine(sample.kind, 15), count(sample.bytes), count(sample.group),
            count(sample.nodes), sample.seconds, rate(sample.busGbytesPerSecond));
        if (hasNames)
            line += fmt::format("{:>10}  {}",
                rate(sample.flop > 0 ? sample.flop / sample.seconds / 1e12 : 0),
                displayLine(sample.name + ' ' + sample.format, 40));
        line.resize(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    }
    return text;
}

} // namespace headroom
