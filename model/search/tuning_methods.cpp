#include "model/search/tuning_methods.h"

#include "model/plan/fields/plan_fields.h"

#include <algorithm>

namespace headroom {
namespace {

constexpr const char *methodPath = "tuning.method";
constexpr const char *basePath = "tuning.base";

/// The same search with one method. A base format that was written for another method gives way.
SearchRequest searchOf(SearchRequest request, const std::string &method)
{
    setPlanField(request.plan, methodPath, method, methodPath);
    setPlanField(request.plan, basePath, "auto", basePath);
    std::erase(request.free, methodPath);
    request.top = 1;
    request.wantsCustomRemat = false;
    return request;
}

/// Puts in front what the search of one method holds fixed.
void nameMethod(SearchRow &row, const Plan &plan)
{
    std::vector<FieldChange> settings;
    for (const char *path : { methodPath, basePath })
        if (std::ranges::find(row.settings, path, &FieldChange::path) == row.settings.end())
            settings.push_back({ path, planFieldText(plan, path) });
    row.settings.insert(row.settings.begin(), settings.begin(), settings.end());
}

} // namespace

std::vector<MethodResult> searchTuningMethods(
    const Estimator &estimator, const SearchRequest &request, const std::stop_token &stop)
{
    std::vector<MethodResult> results;
    if (std::ranges::find(request.free, methodPath) == request.free.end())
        return results;
    for (const std::string &method : planField(methodPath)->choices) {
        if (stop.stop_requested())
            break;
        const SearchRequest own = searchOf(request, method);
        Result<SearchOutcome> outcome = searchConfigurations(estimator, own, {}, stop);
        if (!outcome)
            continue;
        std::optional<SearchRow> row;
        if (outcome->recommended)
            row = outcome->rows[*outcome->recommended];
        else if (outcome->nearestMiss)
            row = outcome->nearestMiss->row;
        if (!row)
            continue;
        nameMethod(*row, own.plan);
        results.push_back({ method, *std::move(row), outcome->recommended.has_value() });
    }
    return results;
}

} // namespace headroom
