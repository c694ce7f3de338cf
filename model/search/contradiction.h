#pragma once

#include "model/search/search.h"

namespace headroom {

/// The rules that keep a request from having any valid point: of many trials that give the free
/// settings plausible values, those of the one that breaks fewest.
Errors contradictions(const Estimator &estimator, const SearchRequest &request);

} // namespace headroom
