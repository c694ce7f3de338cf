#pragma once

#include <string_view>

namespace headroom {

/// Whether a MaxText release has a configuration key; an empty release is the newest.
bool maxtextKnowsKey(std::string_view key, std::string_view version);

} // namespace headroom
