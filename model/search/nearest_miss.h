#pragma once

#include "model/search/search_rows.h"

namespace headroom {

/// The closest point when nothing qualifies: the fastest that only misses the deadline, else the
/// one that needs least more memory. Of a deadline also what would reach it: more devices, or a
/// setting that is freed, as many as are found before it is stopped.
std::optional<NearestMiss> nearestMiss(const Collector &found, const Estimator &estimator,
    const SearchRequest &request, SearchVariants variants, const RowBuilder &builder,
    const std::stop_token &stop);

} // namespace headroom
