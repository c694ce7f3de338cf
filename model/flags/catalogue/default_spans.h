#pragma once

#include "model/flags/catalogue/flag_entry.h"
#include "model/flags/catalogue/flag_status.h"
#include "model/flags/catalogue/jaxlib_releases.h"

#include <cstddef>
#include <string>
#include <vector>

namespace headroom {

/// Neighbouring releases in which a flag stands the same way.
struct DefaultSpan
{
    std::size_t first = 0, last = 0; ///< indices into JaxlibReleases::examined(), both inside
    FlagPresence presence = FlagPresence::Present;
    bool hasDefault = false;
    bool isNoop = false;
    std::string value; ///< default there, when it is known
};

/// The history of a name over every examined release, oldest first, without gaps. Empty when
/// nothing is known about its versions.
std::vector<DefaultSpan> defaultSpans(const FlagEntry &entry, const JaxlibReleases &releases);

} // namespace headroom
