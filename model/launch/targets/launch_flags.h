#pragma once

#include "model/flags/advice/flag_advice.h"
#include "model/launch/targets/prepare_export.h"

#include <memory>

namespace headroom {

/// The effective flags of a plan, advice overlaid by its own, each where its program reads it. An
/// own flag that this jaxlib spells differently is carried under its new name and told in a note.
LaunchFlags launchFlags(
    const ResolvedPlan &plan, const std::shared_ptr<const FlagCatalogue> &catalogue);

/// launchFlags for a catalogue that stays alive in it.
LaunchFlagSource launchFlagSource(std::shared_ptr<const FlagCatalogue> catalogue);

} // namespace headroom
