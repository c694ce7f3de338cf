#include "model/estimate/extrapolation.h"

#include <array>

namespace headroom {
namespace {

constexpr double longestMeasured = 65536; ///< tokens of a sequence

constexpr std::array scales {
    MeasuredScale { false, false, 3072 },
    MeasuredScale { false, true, 1024 },
    MeasuredScale { true, false, 2048 },
    MeasuredScale { true, true, 512 },
};

Operand amountOf(double number)
{
    return Amount { Amount::Count, number };
}

} // namespace

std::span<const MeasuredScale> measuredScales()
{
    return scales;
}

std::vector<Message> unmeasuredSettings(const Prepared &p, const Candidate &c)
{
    std::vector<Message> reasons;
    if (p.tuning.isAdapted)
        reasons.push_back({ "unmeasured-adapters" });
    if (p.sequence > longestMeasured)
        reasons.push_back({ "unmeasured-sequence", { amountOf(longestMeasured) } });
    if (c.tensor > p.domain)
        reasons.push_back({ "unmeasured-tensor", { amountOf(p.domain) } });
    if (p.options.offloadParameters || p.options.pagedOptimizer
        || p.remats[static_cast<std::size_t>(c.remat)].offloadBytes > 0)
        reasons.push_back({ "unmeasured-offload" });
    return reasons;
}

std::vector<Message> extrapolations(const Prepared &p, const Candidate &c, double devices)
{
    const bool hasExperts = p.moeLayers > 0;
    const auto isUnknown = [hasExperts](const auto &profile) {
        return (hasExperts ? profile.expertSources : profile.denseSources) == 0;
    };
    const Message models { hasExperts ? "unmeasured-experts" : "unmeasured-dense" };
    std::vector<Message> reasons;
    const bool hasOwnRuns = p.doubt && p.doubt->concerns(p.stack.id, p.chip.id);
    if (isUnknown(p.chip) && !hasOwnRuns)
        reasons.push_back({ "unmeasured-chip", { models } });
    if (isUnknown(p.stack) && !hasOwnRuns)
        reasons.push_back({ "unmeasured-stack", { models, p.stack.id } });
    for (const MeasuredScale &scale : scales)
        if (scale.isTpu == p.isTpu && scale.hasExperts == hasExperts && devices > scale.devices)
            reasons.push_back({ "unmeasured-scale", { models, amountOf(scale.devices) } });
    for (Message &setting : unmeasuredSettings(p, c))
        reasons.push_back(std::move(setting));
    return reasons;
}

Finding extrapolatedFinding(const std::vector<Message> &reasons)
{
    Message words;
    for (const Message &reason : reasons)
        words = words.id.empty() ? reason : Message { "fact-list", { std::move(words), reason } };
    return { Severity::Hint, "extrapolated", { std::move(words) }, {}, {} };
}

} // namespace headroom
