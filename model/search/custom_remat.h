#pragma once

#include "model/search/search_rows.h"

namespace headroom {

/// For the best few rows of a search that may choose the policy: tries every placement (device,
/// host, recompute) of the named activation tensors, and adds the best one as policy `custom` where
/// it beats the named policies. Tensors of one size and role share a place. Frameworks without
/// per-tensor policies are left as they are.
void addCustomRemat(std::vector<SearchRow> &rows, const Estimator &estimator,
    const SearchRequest &request, SearchVariants variants, const RowBuilder &builder);

} // namespace headroom
