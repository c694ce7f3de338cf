#include "model/advice/verdict.h"

#include "model/base/text/ascii.h"
#include "model/base/wording/messages.h"
#include "model/estimate/figure_intervals.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {
namespace {

std::string labelOf(const std::string &termIdText)
{
    std::string label = termIdText;
    if (const auto term = timeTermById(termIdText))
        label = termLabel(*term);
    else if (const auto memory = memoryTermById(termIdText))
        label = termLabel(*memory);
    // Inside a sentence a label starts small, unless it is an abbreviation.
    if (label.size() > 1 && isAsciiLower(label[1]))
        label[0] = asciiLower(label[0]);
    return label;
}

} // namespace

Verdict verdict(const Estimate &estimate)
{
    const MemoryEstimate &memory = estimate.memory;
    Verdict result;
    result.needed = memory.decisive().bytes;
    result.available = memory.budget;
    const bool poolFits = result.needed <= memory.budget;
    if (!memory.fits && poolFits) {
        // The pool is large enough, but what lives outside it is squeezed.
        result.needed = memory.device.bytes;
        result.available = memory.capacity;
    }
    result.messageId = std::string("verdict-") + fitCallId(memory);
    result.mfu = estimate.throughput.mfu;
    const FigureInterval mfu = figureIntervals(estimate).mfu;
    result.mfuHalfWidth = (mfu.high - mfu.low) / 2;
    result.bottleneck = estimate.bottleneck;
    return result;
}

Doubt doubt(const Estimate &estimate)
{
    if (fitCall(estimate.memory) > FitCall::ShouldFit) // a finding says so
        return Doubt::MayNotFit;
    if (estimate.throughput.mfu < minSoundMfu)
        return Doubt::HardlyUsed;
    const bool isWarned = std::ranges::any_of(estimate.findings,
        [](const Finding &finding) { return finding.severity != Severity::Hint; });
    return isWarned ? Doubt::Warned : Doubt::None;
}

std::string verdictText(const Verdict &verdict)
{
    return messageText({ verdict.messageId,
        { fmt::format("{:.1f}", inGib(verdict.needed)),
            fmt::format("{:.1f}", inGib(verdict.available)),
            fmt::format("{:.0f}", verdict.mfu * 100),
            fmt::format("{:.0f}", verdict.mfuHalfWidth * 100), labelOf(verdict.bottleneck) } });
}

} // namespace headroom
