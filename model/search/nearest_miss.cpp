#include "model/search/nearest_miss.h"

#include "model/search/bounds.h"
#include "model/search/search_settings.h"

#include <algorithm>

namespace headroom {
namespace {

constexpr int maxDeviceFactor = 64;
/// What a freed setting may gain, and more devices beyond their number. ASSUMED: generous.
constexpr double mostGain = 8;

/// What is beyond what there is, in the pool or outside of it.
Bytes excess(const Prepared &p, const Evaluation &evaluation)
{
    const Bytes outside = p.poolBytes > Bytes {}
        ? evaluation.outsidePool - (p.usableBytes - p.poolBytes)
        : Bytes {};
    return std::max(evaluation.reserved - evaluation.budget, outside);
}

std::optional<RankedPoint> minExcess(SearchVariants variants)
{
    std::optional<RankedPoint> least;
    NoTrace none;
    Evaluation evaluation;
    PointFlags flags;
    for (std::size_t v = 0; v < variants.size(); ++v)
        for (const Block &block : variants[v]->space.blocks())
            variants[v]->space.forEachGroup(block, [&](const PointGroup &group) {
                const PreparedPool &pool = variants[v]->pool;
                if (!pool.isUniform())
                    flags.begin(pool);
                PointSpace::forEachPoint(
                    group, [&, chunks = 0, isSkipped = false](const Candidate &candidate) mutable {
                        const FlaggedPrepared *flagged
                            = pool.isUniform() ? &pool.ownFlagged() : flags.at(candidate);
                        if (!flagged)
                            return;
                        const Prepared &p = flagged->prepared;
                        if (chunks != candidate.chunks) {
                            chunks = candidate.chunks;
                            isSkipped = least
                                && minPeak(p, candidate) - maxBudget(p) > Bytes { least->value };
                        }
                        if (isSkipped)
                            return;
                        evaluateMemory(p, candidate, makeLayout(p, candidate), evaluation, none);
                        RankedPoint point;
                        point.value = excess(p, evaluation).value();
                        point.variant = static_cast<int>(v);
                        point.candidate = candidate;
                        if (!least || point < *least)
                            least = point;
                    });
                return true;
            });
    return least;
}

/// Best step of a changed request, if anything qualifies then.
std::optional<Seconds> bestStep(
    const Estimator &estimator, const SearchRequest &request, const std::stop_token &stop)
{
    if (stop.stop_requested())
        return std::nullopt;
    Result<std::vector<std::unique_ptr<SearchVariant>>> made = searchVariants(estimator, request);
    if (!made || made->empty())
        return std::nullopt;
    const Collector found = SearchRun(*made, request, stop).run();
    if (found.best().empty() || stop.stop_requested())
        return std::nullopt;
    return Seconds { found.best().front().step };
}

/// `missing`: how many times faster the step must be.
void addMoreDevices(NearestMiss &miss, const Estimator &estimator, const SearchRequest &request,
    double missing, const std::stop_token &stop)
{
    for (int factor = 2; factor <= maxDeviceFactor; factor *= 2) {
        if (missing > factor * mostGain)
            continue; // each of these searches may take seconds
        SearchRequest wider = request;
        wider.plan.hardware.nodes *= factor;
        std::erase(wider.free, "hardware.nodes");
        if (const auto step = bestStep(estimator, wider, stop)) {
            miss.remedies.push_back({ "more-devices",
                { { "hardware.nodes", std::to_string(wider.plan.hardware.nodes) } }, *step });
            return;
        }
    }
}

/// Fixed settings that would help when freed, one at a time.
void addFreedSettings(NearestMiss &miss, const Estimator &estimator, const SearchRequest &request,
    const std::stop_token &stop)
{
    std::vector<std::string> candidates = defaultFreeSettings();
    for (const char *path : { "optimizer", "precision.optimizer_state", "precision.weights",
             "options.vocab_tiling", "options.offload_optimizer", "options.offload_parameters" })
        candidates.emplace_back(path);
    for (const std::string &path : candidates) {
        if (std::ranges::find(request.free, path) != request.free.end())
            continue;
        SearchRequest freed = request;
        freed.free.push_back(path);
        freed.top = 1;
        if (const auto step = bestStep(estimator, freed, stop))
            miss.remedies.push_back({ "free-knob", { { path, "" } }, *step });
    }
}

} // namespace

std::optional<NearestMiss> nearestMiss(const Collector &found, const Estimator &estimator,
    const SearchRequest &request, SearchVariants variants, const RowBuilder &builder,
    const std::stop_token &stop)
{
    NearestMiss miss;
    if (found.fastestLate()) {
        const RankedPoint &late = *found.fastestLate();
        const SearchVariant &variant = *variants[static_cast<std::size_t>(late.variant)];
        miss.row = builder.row(late);
        miss.shortDays
            = *request.deadlineDays * (late.step / variant.stepLimit) - *request.deadlineDays;
    } else {
        const std::optional<RankedPoint> least = minExcess(variants);
        if (!least)
            return std::nullopt;
        miss.row = builder.row(*least);
        miss.shortBytes = Bytes { least->value };
        return miss; // what makes a plan fit is said by the ladder of remedies
    }
    SearchRequest quick = request;
    quick.top = 1;
    quick.isExhaustive = false;
    const double missing = 1 + miss.shortDays / *request.deadlineDays;
    addMoreDevices(miss, estimator, quick, missing, stop);
    if (missing <= mostGain)
        addFreedSettings(miss, estimator, quick, stop);
    std::ranges::stable_sort(
        miss.remedies, {}, [](const NearestMiss::Remedy &remedy) { return remedy.step.value(); });
    return miss;
}

} // namespace headroom
