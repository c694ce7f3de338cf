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
    FlagSwitch { "xla_gpu_enable_latency_hiding_scheduler", &FlagEffects::latencyHiding, isSpread },
    FlagSwitch {
        "xla_gpu_enable_pipelined_all_gather", &FlagEffects::pipelinedAllGather, hasShards },
    FlagSwitch { "xla_gpu_enable_pipelined_reduce_scatter", &FlagEffects::pipelinedReduceScatter,
        hasShards },
    FlagSwitch {
        "xla_gpu_enable_pipelined_all_reduce", &FlagEffects::pipelinedAllReduce, hasReplicas },
    FlagSwitch { "xla_gpu_enable_pipelined_p2p", &FlagEffects::pipelinedP2p, hasStages },
    FlagSwitch { "xla_gpu_enable_highest_priority_async_stream",
        &FlagEffects::highestPriorityStream, isSpread },
};

std::string settingName(const FlagSwitch &one)
{
    return std::string("flags.") + one.name;
}

/// Both values of the switch take effect, given something to act on.
bool isObeyed(const Estimator &estimator, ResolvedPlan resolved, const FlagSwitch &one)
{
    Parallelism &degrees = resolved.plan.parallelism;
    degrees.data = degrees.fsdp = degrees.tensor = degrees.pipeline = 2;
    return std::ranges::all_of(std::array { false, true }, [&](bool value) {
        resolved.plan.flags[one.name] = value ? "true" : "false";
        return estimator.flagsOf(resolved).*one.effect == value;
    });
}

} // namespace

const FlagSwitch *flagSwitch(std::string_view name)
{
    const auto found = std::ranges::find(
        switches, name, [](const FlagSwitch &one) { return std::string_view(one.name); });
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
            if ((isFree("flags") || isFree(settingName(one))) && isObeyed(estimator, resolved, one))
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
        resolved.plan.flags[one->name] = value ? "true" : "false";
        effects = estimator.flagsOf(resolved);
        if (effects.*one->effect != value)
            return std::nullopt;
    }
    return effects;
}

} // namespace headroom
