#pragma once

#include "model/search/search.h"

namespace headroom {

/// The best configuration of each tuning method, where a search may choose among them: one search
/// for each method, so that the fastest does not crowd the others out. Methods that no rule allows
/// here are left out; empty where the method is not free.
std::vector<MethodResult> searchTuningMethods(
    const Estimator &estimator, const SearchRequest &request, const std::stop_token &stop);

} // namespace headroom
