#pragma once

#include "model/estimate/estimator.h"
#include "model/physics/prepare/switched_effects.h"
#include "model/plan/resolved_plan.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// A switch of the compiler that decides what runs behind what. A search that frees it tries, at
/// each point, what the advice says and the opposite.
struct FlagSwitch : SwitchedEffect
{
    /// Whether a configuration has anything for it to act on. Reads nothing but degrees.
    bool (*concerns)(const Candidate &);
};

/// By name of the flag; nullptr when no search varies it.
const FlagSwitch *flagSwitch(std::string_view name);

/// Switches that are the opposite of what they would be; empty: flags as advised.
using FlagFlips = std::vector<const FlagSwitch *>;

/// All sets of the switches that are named ("flags" for all, "flags.NAME") and that this plan's
/// framework and release obey; smaller sets first, so the empty one leads.
std::vector<FlagFlips> flagChoices(
    const Estimator &estimator, const ResolvedPlan &resolved, const std::vector<std::string> &free);

/// Writes the flips into the plan's flags, one after the other, each the opposite of what the flags
/// before it lead to. Returns the effects of the result; nothing when a switch does not concern the
/// configuration or is not obeyed.
std::optional<FlagEffects> applyFlips(const Estimator &estimator, ResolvedPlan &resolved,
    const Candidate &candidate, const FlagFlips &flips);

} // namespace headroom
