#pragma once

#include "model/flags/flag_catalogue.h"
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

} // namespace headroom
