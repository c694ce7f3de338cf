#pragma once

#include "model/search/caches/known_layers.h"
#include "model/search/search_variant.h"

#include <optional>
#include <stop_token>

namespace headroom {

/// The fastest point of a variant that fits with the probability that the request asks for; equal
/// steps by fewer axes, then by settings. Nothing when none does.
///
/// Branch and bound: the time of the layers of a group of points, under the best flags there are,
/// orders the groups and ends the search where no group left can beat what is found; a group whose
/// least memory exceeds the chip is never opened. With `isExhaustive` of the request every point is
/// evaluated instead. `counts` grows by what was enumerated and evaluated; `layers` keeps what the
/// next machine of the same chip can use.
std::optional<RankedPoint> fastestPoint(const SearchVariant &variant, const SearchRequest &request,
    SearchCounts &counts, KnownLayers &layers, const std::stop_token &stop = {});

} // namespace headroom
