#include "model/search/search_rows.h"

#include "model/estimate/figure_intervals.h"
#include "model/plan/plan_fields.h"

#include <algorithm>
#include <tuple>

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
    const Mesh &mesh = m_asked.parallelism.mesh;
    if (plan.parallelism.mesh == mesh)
        return settings;
    for (const auto &[axis, degree] : mesh.ici)
        add("parallelism.mesh.ici." + axis, "");
    for (const auto &[axis, degree] : mesh.dcn)
        add("parallelism.mesh.dcn." + axis, "");
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
        row.estimate.time.step, row.estimate.memory.peak, row.estimate.memory.budget);
    return row;
}

SearchRow RowBuilder::row(const RankedPoint &point) const
{
    const SearchVariant &variant = *m_variants[static_cast<std::size_t>(point.variant)];
    SearchRow made = row(variant.pool.resolvedAt(point.candidate), point.candidate, point.variant);
    made.value = point.value;
    return made;
}

namespace {

bool isSafe(const SearchRow &row, const SearchRequest &request)
{
    return row.estimate.memory.fitProbability >= request.minFit;
}

RankedPoint asPoint(const SearchRow &row)
{
    RankedPoint point;
    point.value = row.value;
    point.peak = row.estimate.memory.peak.value();
    return point;
}

/// The best row that fits as surely as asked for; the first where none does. Rows are sorted.
const SearchRow &standardOf(const std::vector<SearchRow> &rows, const SearchRequest &request)
{
    const auto safe = std::ranges::find_if(
        rows, [&request](const SearchRow &row) { return isSafe(row, request); });
    return safe == rows.end() ? rows.front() : *safe;
}

/// Rows that may be recommended.
std::vector<const SearchRow *> contenders(
    const std::vector<SearchRow> &rows, const SearchRequest &request)
{
    const SearchRow &standard = standardOf(rows, request);
    const double limit = tieLimit(request.objective, asPoint(standard));
    std::vector<const SearchRow *> found;
    for (const SearchRow &row : rows)
        if (isSafe(row, request) == isSafe(standard, request) && row.value <= limit)
            found.push_back(&row);
    return found;
}

} // namespace

void markTies(std::vector<SearchRow> &rows, Objective objective)
{
    for (SearchRow &row : rows)
        row.isTie = row.value <= tieLimit(objective, asPoint(rows.front()));
}

std::optional<std::size_t> recommendedRow(
    const std::vector<SearchRow> &rows, const SearchRequest &request)
{
    if (rows.empty())
        return std::nullopt;
    const auto key = [](const SearchRow *row) {
        return std::tuple(row->simplicity, row->estimate.time.step, row->estimate.memory.peak);
    };
    const SearchRow *simplest = std::ranges::min(contenders(rows, request), {}, key);
    return static_cast<std::size_t>(simplest - rows.data());
}

Message recommendationReason(
    const std::vector<SearchRow> &rows, std::size_t recommended, const SearchRequest &request)
{
    const SearchRow &row = rows[recommended];
    const SearchRow &standard = standardOf(rows, request);
    const std::size_t ties = contenders(rows, request).size();
    const auto past = &standard - rows.data();
    const Message comparison = ties > 1
        ? Message { "recommended-simplest", { std::to_string(ties) } }
        : Message { past > 0 ? "recommended-roomy" : "recommended-alone" };
    const char *id = !isSafe(standard, request) ? "recommended-unsure"
        : past == 0                             ? "recommended"
        : past == 1                             ? "recommended-past-one"
                                                : "recommended-past-some";
    return { id,
        { row.estimate.time.step, row.estimate.memory.peak, fitAmount(row.estimate.memory),
            comparison, Amount { Amount::WholePercent, request.minFit }, std::to_string(past) } };
}

} // namespace headroom
