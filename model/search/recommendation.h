#pragma once

#include "model/search/search_rows.h"

namespace headroom {

/// A listed result is "as sure" to fit as another while its probability is at most this much lower.
inline constexpr double sureEnough = 0.005;
/// How much shorter a step, as a share, makes one plan beat another that is no better otherwise.
inline constexpr double beatingShare = 0.01;
/// What layout alone must gain, as a share of the step, before a plan that works is worth changing.
/// ASSUMED: below it a change costs more attention than it saves, and the error of the estimate is
/// larger.
inline constexpr double worthChanging = 0.05;

/// Whether one result is better than the other in everything that a recommendation weighs: the step
/// by `beatingShare`, while peak, axes and the probability of fitting are no worse.
bool beats(const SearchRow &one, const SearchRow &other);

/// Brings `outcome.rows` into their order, marks ties, and fills `recommended`, `isKept`, `reason`
/// and `simplest`: the open plan where it fits as surely as the best, is within `worthChanging` of
/// it and is beaten by no result; else the simplest among those that are distinguishable neither
/// from the best nor beaten. What is recommended and the open plan (`outcome.own`), where it
/// qualifies, are listed in any case: at most one result more than was asked for.
/// @pre `outcome.rows` are the best points of `found`, refined
void recommend(SearchOutcome &outcome, const Collector &found, const SearchRequest &request,
    SearchVariants variants, const RowBuilder &builder);

} // namespace headroom
