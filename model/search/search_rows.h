#pragma once

#include "model/search/search_run.h"

namespace headroom {

using SearchVariants = std::span<const std::unique_ptr<SearchVariant>>;

/// Turns points into what a search reports.
class RowBuilder
{
public:
    /// `asked` is the plan as the user gave it: settings are relative to it.
    RowBuilder(const Estimator &estimator, const SearchRequest &request, const Plan &asked,
        SearchVariants variants)
        : m_estimator(estimator)
        , m_request(request)
        , m_asked(asked)
        , m_variants(variants)
    { }

    /// The point as settings, with a full estimate.
    SearchRow row(const RankedPoint &point) const;
    /// The row of any resolved plan that differs from the request's in free settings.
    SearchRow row(const ResolvedPlan &resolved, const Candidate &candidate, int variant) const;
    /// Values of the free settings in such a plan, and what its variant and flags change.
    std::vector<FieldChange> settings(const Plan &plan, int variant) const;

private:
    const Estimator &m_estimator;
    const SearchRequest &m_request;
    const Plan &m_asked;
    SearchVariants m_variants;
};

/// Marks what ties with the first row.
void markTies(std::vector<SearchRow> &rows, Objective objective);

} // namespace headroom
