#pragma once

#include <string_view>

namespace headroom {

/// The YAML files of profiles/ as they were at build time, for useKnownTrees.
std::string_view shippedTrees();

} // namespace headroom
