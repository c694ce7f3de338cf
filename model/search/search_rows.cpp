#include "model/search/search_rows.h"

#include "model/plan/fields/plan_fields.h"
#include "model/plan/mesh.h"

#include <algorithm>

namespace headroom {

std::vector<FieldChange> RowBuilder::settings(const Plan &plan, int variant) const
{
    std::vector<FieldChange> settings;
    const auto add = [&settings](const std::string &path, const std::string &value) {
        const bool isKnown = std::ranges::any_of(
            settings, [&path](const FieldChange &change) { return change.path == path; });
        if (!isKnown)
            settings.push_back({ path, value });
    };
    const auto &changes = m_variants[static_cast<std::size_t>(variant)]->changes;
    for (const std::string &path : m_request.free) {
        const bool isIdle = path.starts_with("flags")
            || (path == "parallelism.stage_layers" && m_asked.parallelism.stageLayers.empty());
        if (!isIdle)
            add(path, planFieldText(plan, path));
    }
    for (const FieldChange &change : changes)
        if (change.path != "parallelism.stage_layers")
            add(change.path, change.value);
    for (const auto &[flag, value] : plan.flags)
        if (!m_asked.flags.contains(flag) || m_asked.flags.at(flag) != value)
            add("flags." + flag, value);
    const auto &tensors = m_asked.remat.tensors;
    for (const auto &[tensor, place] : plan.remat.tensors)
        if (!tensors.contains(tensor) || tensors.at(tensor) != place)
            add("remat.tensors." + tensor, nameOf(place));
    for (const auto &[tensor, place] : tensors)
        if (!plan.remat.tensors.contains(tensor))
            add("remat.tensors." + tensor, "");
    if (plan.parallelism.mesh != m_asked.parallelism.mesh)
        for (const FieldChange &axis : meshRemoval(m_asked.parallelism.mesh))
            add(axis.path, axis.value);
    return settings;
}

SearchRow RowBuilder::row(
    const ResolvedPlan &resolved, const Candidate &candidate, int variant) const
{
    SearchRow row;
    row.candidate = candidate;
    row.variant = variant;
    row.settings = settings(resolved.plan, variant);
    row.estimate = m_estimator.estimate(resolved);
    row.simplicity = simplicityOf(*m_variants[static_cast<std::size_t>(variant)], candidate);
    row.value = objectiveValue(m_request.objective, *m_variants[static_cast<std::size_t>(variant)],
        row.estimate.time.step, row.estimate.memory.decisive().bytes, row.estimate.memory.budget);
    return row;
}

SearchRow RowBuilder::row(const RankedPoint &point) const
{
    const SearchVariant &variant = *m_variants[static_cast<std::size_t>(point.variant)];
    SearchRow made = row(variant.pool.resolvedAt(point.candidate), point.candidate, point.variant);
    made.value = point.value;
    return made;
}

void markTies(std::vector<SearchRow> &rows, Objective objective)
{
    RankedPoint best;
    best.value = rows.front().value;
    best.peak = rows.front().estimate.memory.peak.value();
    const double limit = tieLimit(objective, best);
    const Seconds longest = rows.front().estimate.time.step * (1 + tieShare());
    for (SearchRow &row : rows)
        row.isTie = row.value <= limit
            && (objective != Objective::Devices || row.estimate.time.step <= longest);
}

} // namespace headroom
