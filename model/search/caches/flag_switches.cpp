#include "model/search/caches/flag_switches.h"

#include <algorithm>
#include <array>

namespace headroom {
namespace {

bool isSpread(const Candidate &c)
{
    return c.data * c.fsdp * c.tensor * c.context * c.pipeline * c.expert > 1;
}

bool hasShards(const Candidate &c)
{
    return c.fsdp > 1;
}

bool hasReplicas(const Candidate &c)
{
    return c.data > 1;
}

bool hasStages(const Candidate &c)
{
    return c.pipeline > 1;
}

constexpr std::array switches {
    FlagSwitch { switched::latencyHiding, isSpread },
    FlagSwitch { switched::pipelinedAllGather, hasShards },
    FlagSwitch { switched::pipelinedReduceScatter, hasShards },
    FlagSwitch { switched::pipelinedAllReduce, hasReplicas },
    FlagSwitch { switched::pipelinedP2p, hasStages },
    FlagSwitch { switched::priorityStream, isSpread },
};

std::string flagPath(const FlagSwitch &one)
{
    return std::string("flags.") + one.flag;
}

/// Both values of the switch take effect, given something to act on.
bool isObeyed(const Estimator &estimator, ResolvedPlan resolved, const FlagSwitch &one)
{
    Parallelism &degrees = resolved.plan.parallelism;
    degrees.data = degrees.fsdp = degrees.tensor = degrees.pipeline = 2;
    return std::ranges::all_of(std::array { false, true }, [&](bool value) {
        resolved.plan.flags[one.flag] = value ? "true" : "false";
        return estimator.flagsOf(resolved).*one.effect == value;
    });
}

} // namespace

const FlagSwitch *flagSwitch(std::string_view name)
{
    const auto found = std::ranges::find(
        switches, name, [](const FlagSwitch &one) { return std::string_view(one.flag); });
    return found == switches.end() ? nullptr : found;
}

std::vector<FlagFlips> flagChoices(
    const Estimator &estimator, const ResolvedPlan &resolved, const std::vector<std::string> &free)
{
    FlagFlips usable;
    const auto isFree
        = [&free](const std::string &path) { return std::ranges::find(free, path) != free.end(); };
    if (estimator.followsFlags())
        for (const FlagSwitch &one : switches)
            if ((isFree("flags") || isFree(flagPath(one))) && isObeyed(estimator, resolved, one))
                usable.push_back(&one);
    std::vector<FlagFlips> choices;
    for (unsigned set = 0; set < 1u << usable.size(); ++set) {
        FlagFlips flips;
        for (std::size_t i = 0; i < usable.size(); ++i)
            if (set >> i & 1u)
                flips.push_back(usable[i]);
        choices.push_back(std::move(flips));
    }
    std::ranges::stable_sort(choices, {}, [](const FlagFlips &flips) { return flips.size(); });
    return choices;
}

std::optional<FlagEffects> applyFlips(const Estimator &estimator, ResolvedPlan &resolved,
    const Candidate &candidate, const FlagFlips &flips)
{
    if (!std::ranges::all_of(
            flips, [&](const FlagSwitch *one) { return one->concerns(candidate); }))
        return std::nullopt;
    FlagEffects effects = estimator.flagsOf(resolved);
    for (const FlagSwitch *one : flips) {
        const bool value = !(effects.*one->effect);
        resolved.plan.flags[one->flag] = value ? "true" : "false";
        effects = estimator.flagsOf(resolved);
        if (effects.*one->effect != value)
            return std::nullopt;
    }
    return effects;
}

} // namespace headroom
