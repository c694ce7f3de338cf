#pragma once

#include "model/flags/catalogue/flag_entry.h"

#include <string>

namespace headroom {

/// What a name is at one jaxlib.
enum class FlagPresence {
    Present,
    NotYet, ///< came in a later release
    Removed,
    Absent, ///< a gap between removal and return
    NeverThere, ///< unreleased, never released or never existed
};

struct FlagStatus
{
    FlagPresence presence = FlagPresence::Present;
    std::string defaultValue; ///< meaningful when present and hasDefault
    bool hasDefault = false; ///< false: unknown, or depends on the build
    bool isNoop = false; ///< accepted and dropped, or read by nothing
    bool isKnown = true; ///< false: closed source or another project, taken as present
};

/// The status of an entry at an examined release.
FlagStatus statusAt(const FlagEntry &entry, const JaxlibVersion &version);

} // namespace headroom
