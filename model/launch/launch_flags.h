#pragma once

#include "model/flags/flag_advice.h"
#include "model/launch/prepare_export.h"

#include <span>
#include <string>

namespace headroom {

/// A setting that wants to be in a run, before anybody asked whether the run can take it.
struct WantedFlag
{
    std::string name; ///< dashes in front do not count
    std::string value;
    std::string reason; ///< one sentence; may be empty
};

/// Puts settings where their programs read them. Left out, with the reason: names that nobody
/// knows, compiler flags that the plan's jaxlib does not have (an unknown one would end the process
/// at start-up), compiler flags of the other kind of chip, and those of compilers that the
/// framework does not use. `default` as a value means that a piece of advice is switched off: not
/// written.
LaunchFlags placeFlags(
    std::span<const WantedFlag> wanted, const ResolvedPlan &plan, const FlagCatalogue &catalogue);

/// The effective flags of a plan, advice overlaid by its own, each where its program reads it. An
/// own flag that this jaxlib spells differently is carried under its new name and told in a note.
LaunchFlags launchFlags(const ResolvedPlan &plan, std::shared_ptr<const FlagCatalogue> catalogue);

/// launchFlags for a catalogue that stays alive in it.
LaunchFlagSource launchFlagSource(std::shared_ptr<const FlagCatalogue> catalogue);

} // namespace headroom
