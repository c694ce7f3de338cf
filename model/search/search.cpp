#include "model/search/search.h"

#include "model/plan/degrees.h"
#include "model/rules/broken_rules.h"
#include "model/search/contradiction.h"
#include "model/search/custom_remat.h"
#include "model/search/nearest_miss.h"
#include "model/search/recommendation.h"
#include "model/search/search_rows.h"
#include "model/search/tuning_methods.h"

#include <algorithm>
#include <array>
#include <chrono>

namespace headroom {
namespace {

constexpr std::array<const char *, 4> objectiveNames { "throughput", "memory", "cost", "devices" };

Errors inputProblems(const SearchRequest &request, const Estimator &estimator)
{
    Errors problems;
    if (request.deadlineDays && !request.plan.workload.trainingTokens)
        problems.push_back({ "search-needs-tokens", "--deadline-days", {} });
    if (request.objective == Objective::Cost) {
        const auto chip = estimator.library().accelerator(request.plan.hardware.accelerator);
        const double price = request.plan.hardware.pricePerDeviceHour.value_or(
            chip ? (*chip)->pricePerDeviceHour : 1);
        if (price <= 0)
            problems.push_back({ "search-needs-price", "--objective", {} });
    }
    return problems;
}

bool isFree(const SearchRequest &request, std::string_view path)
{
    return std::ranges::find(request.free, path) != request.free.end();
}

/// "Fewest devices" asks for the device count, whether or not it was named; a mesh lies down with
/// the degrees that it splits.
SearchRequest completed(SearchRequest request, const Estimator &estimator)
{
    for (const char *axis : meshAxes)
        if (isFree(request, std::string("parallelism.") + axis))
            request.plan.parallelism.mesh = {};
    if (request.objective != Objective::Devices || isFree(request, "hardware.nodes")
        || isFree(request, "hardware.devices_per_node"))
        return request;
    const auto chip = estimator.library().accelerator(request.plan.hardware.accelerator);
    const bool isSlice
        = chip && (*chip)->kind == AcceleratorKind::Tpu && request.plan.hardware.nodes == 1;
    request.free.insert(
        request.free.begin(), isSlice ? "hardware.devices_per_node" : "hardware.nodes");
    return request;
}

/// The plan's own point, when the plan that was asked about is valid.
std::optional<SearchRow> ownRow(const Plan &asked, const ProfileLibrary &library,
    const SearchRequest &request, SearchVariants variants, const RowBuilder &builder)
{
    const Result<ResolvedPlan> resolved = resolvePlan(asked, library, request.folder);
    if (!resolved || !brokenRules(*resolved).empty())
        return std::nullopt;
    for (std::size_t i = 0; i < variants.size(); ++i) {
        const SearchVariant &variant = *variants[i];
        if (variant.space.ownIsValid() && variant.pool.resolved().plan == request.plan)
            return builder.row(variant.pool.resolved(), variant.space.own(), static_cast<int>(i));
    }
    return std::nullopt;
}

class ProgressAdapter
{
public:
    using Clock = std::chrono::steady_clock;

    ProgressAdapter(
        const SearchObserver &observer, const RowBuilder &builder, Clock::time_point start)
        : m_observer(observer)
        , m_builder(builder)
        , m_start(start)
    { }
    void operator()(const InterimResult &interim)
    {
        const double seconds = std::chrono::duration<double>(Clock::now() - m_start).count();
        SearchProgress progress { interim.counts, seconds, interim.blocksDone, interim.blocks, {} };
        for (const RankedPoint &point : interim.best)
            progress.rows.push_back(m_builder.row(point));
        m_observer(progress);
    }

private:
    const SearchObserver &m_observer;
    const RowBuilder &m_builder;
    Clock::time_point m_start;
};

void fillRows(SearchOutcome &outcome, const Collector &found, const Estimator &estimator,
    const SearchRequest &request, SearchVariants variants, const RowBuilder &builder)
{
    for (const RankedPoint &point : found.best())
        outcome.rows.push_back(builder.row(point));
    if (request.wantsCustomRemat)
        addCustomRemat(outcome.rows, estimator, request, variants, builder);
    recommend(outcome, found, request, variants, builder);
    for (const RankedPoint &point : found.pareto().points())
        outcome.pareto.push_back(builder.row(point));
}

} // namespace

const char *objectiveName(Objective objective)
{
    return objectiveNames[static_cast<std::size_t>(objective)];
}

std::optional<Objective> objectiveByName(std::string_view name)
{
    for (std::size_t i = 0; i < objectiveNames.size(); ++i)
        if (name == objectiveNames[i])
            return static_cast<Objective>(i);
    return std::nullopt;
}

double evaluationsPerSecond(const SearchCounts &counts, double seconds)
{
    return seconds > 0 ? static_cast<double>(counts.evaluated) / seconds : 0;
}

Result<SearchOutcome> searchConfigurations(const Estimator &estimator, const SearchRequest &asked,
    const SearchObserver &observer, const std::stop_token &stop)
{
    const auto start = std::chrono::steady_clock::now();
    if (Errors problems = inputProblems(asked, estimator); !problems.empty())
        return problems;
    const SearchRequest request = completed(asked, estimator);
    Result<std::vector<std::unique_ptr<SearchVariant>>> made = searchVariants(estimator, request);
    if (!made)
        return made.errors();
    const std::vector<std::unique_ptr<SearchVariant>> variants = *std::move(made);
    if (variants.empty())
        return contradictions(estimator, request);

    const RowBuilder builder(estimator, request, asked.plan, variants);
    SearchRun run(variants, request, stop);
    InterimObserver interim;
    if (observer)
        interim = ProgressAdapter(observer, builder, start);
    const Collector found = run.run(interim);

    SearchOutcome outcome;
    outcome.counts = found.counts;
    outcome.wasCancelled = stop.stop_requested();
    outcome.own = ownRow(asked.plan, estimator.library(), request, variants, builder);
    fillRows(outcome, found, estimator, request, variants, builder);
    outcome.seconds
        = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (outcome.rows.empty() && !outcome.wasCancelled)
        outcome.nearestMiss = nearestMiss(found, estimator, request, variants, builder, stop);
    outcome.methods = searchTuningMethods(estimator, asked, stop);
    return outcome;
}

} // namespace headroom
