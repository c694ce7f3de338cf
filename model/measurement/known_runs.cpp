#include "model/measurement/known_runs.h"

#include "model/base/files/read_file.h"
#include "model/estimate/measured_throughput.h"
#include "model/measurement/visit_runs.h"
#include "model/physics/step/evaluate.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <set>
#include <tuple>

namespace headroom {

/// What runs must share to be compared at all.
struct RunKind
{
    std::string chip; ///< id
    bool hasExperts = false, isTuned = false, isNarrow = false;
    auto operator<=>(const RunKind &) const = default;
};

struct KnownRun
{
    std::string id, source;
    double mfu = 0, parameters = 0, devices = 0;
};

namespace {

/// Like a plan is what differs by no more than these factors in parameters and devices; ASSUMED:
/// MFU of one model on one chip moves by a few points within them.
constexpr double sizeFactor = 2, scaleFactor = 8;
/// Fewer runs, or of fewer sources, are no standard. ASSUMED
constexpr std::size_t minRuns = 4, minSources = 2;

RunKind kindOf(const ResolvedPlan &plan)
{
    return { plan.accelerator.id, plan.model->moe.has_value(), isAdapted(plan.plan),
        !plan.recipe.isNone() };
}

/// The project that published a run: "NVIDIA/dgxc-benchmarking" of
/// "https://github.com/NVIDIA/dgxc-benchmarking@741c886 llama3.1/README.md".
std::string projectOf(std::string_view source)
{
    for (const std::string_view start : { "https://", "github.com/" })
        if (source.starts_with(start))
            source.remove_prefix(start.size());
    std::size_t end = source.find_first_of("@ :");
    const std::size_t slash = source.find('/');
    if (slash < end) {
        end = std::min(end, source.find('/', slash + 1));
        return std::string(source.substr(0, end));
    }
    // "arXiv 2205.05198 Table 5"
    return std::string(source.substr(0, source.find(' ', end == source.npos ? end : end + 1)));
}

bool isWithin(double one, double other, double factor)
{
    return one <= other * factor && other <= one * factor;
}

std::size_t sourcesOf(const std::vector<KnownRun> &runs)
{
    std::set<std::string> sources;
    for (const KnownRun &run : runs)
        sources.insert(run.source);
    return sources.size();
}

/// The MFU below which this share of the runs lie, all sources weighing the same. @pre sorted
double quantile(const std::vector<KnownRun> &runs, double share)
{
    std::map<std::string, int> count;
    for (const KnownRun &run : runs)
        ++count[run.source];
    double sum = 0;
    for (const KnownRun &run : runs) {
        sum += 1.0 / count[run.source];
        if (sum >= share * static_cast<double>(count.size()))
            return run.mfu;
    }
    return runs.back().mfu;
}

MfuStanding standingOf(const MfuPlace &place)
{
    return place.mfu > place.best ? MfuStanding::Best
        : place.mfu > place.upper ? MfuStanding::High
        : place.mfu < place.lower ? MfuStanding::Low
                                  : MfuStanding::Typical;
}

} // namespace

struct KnownRuns::State
{
    explicit State(const ProfileLibrary &profiles)
        : library(profiles)
    { }

    const std::vector<KnownRun> &of(const RunKind &kind, const Estimator &estimator)
    {
        const std::scoped_lock lock(m_mutex);
        read();
        const auto [entry, isNew] = m_known.try_emplace(kind);
        if (isNew)
            entry->second = measured(kind, estimator);
        return entry->second;
    }

private:
    void read()
    {
        if (m_isRead)
            return;
        m_isRead = true;
        const auto file
            = InputStream::open(library.directories().find("measurements/measurements.csv"));
        if (!file)
            return;
        Result<MeasurementReader> reader
            = MeasurementReader::open(**file, "measurements", library.directories());
        if (!reader)
            return;
        MeasurementReader::Row next;
        while (reader.value().next(next))
            if (auto *row = std::get_if<Measurement>(&next))
                if (!row->isWeak() && !row->isDuplicate())
                    m_rows.push_back(std::move(*row));
    }

    std::vector<KnownRun> measured(const RunKind &kind, const Estimator &estimator)
    {
        std::vector<KnownRun> runs;
        MeasurementLookups lookups(library);
        for (const Measurement &row : m_rows) {
            const auto chip = lookups.accelerator(row.hardware);
            if (!chip || chip->id != kind.chip)
                continue;
            const auto mapped = measuredRun(row, estimator, lookups);
            const auto *run = std::get_if<MeasuredRun>(&mapped);
            if (!run || !run->step || kindOf(run->resolved) != kind)
                continue;
            const Prepared prepared = preparedAlone(*run, estimator);
            const double devices = static_cast<double>(run->resolved.deviceCount());
            const double mfu = measuredThroughput(prepared,
                evaluate(prepared, planCandidate(run->resolved.plan)), *run->step, devices,
                *run->step)
                                   .mfu;
            // Above the peak is no measurement of the work that the row describes.
            if (mfu > 0 && mfu < 1)
                runs.push_back(
                    { row.id, projectOf(row.source), mfu, prepared.parametersActive, devices });
        }
        std::ranges::sort(runs, {}, &KnownRun::mfu);
        return runs;
    }

    const ProfileLibrary &library;
    std::mutex m_mutex;
    bool m_isRead = false;
    std::vector<Measurement> m_rows;
    std::map<RunKind, std::vector<KnownRun>> m_known;
};

KnownRuns::KnownRuns(const ProfileLibrary &library)
    : m_state(std::make_unique<State>(library))
{ }

KnownRuns::~KnownRuns() = default;

std::optional<MfuPlace> KnownRuns::place(
    const Estimator &estimator, const ResolvedPlan &plan, double mfu) const
{
    const RunKind kind = kindOf(plan);
    const std::vector<KnownRun> &all = m_state->of(kind, estimator);
    MfuPlace place;
    place.mfu = mfu;
    place.parameters = estimator.prepare(plan).parametersActive;
    place.hasExperts = kind.hasExperts;
    place.isTuned = kind.isTuned;
    place.chip = plan.accelerator.name;
    const auto devices = static_cast<double>(plan.deviceCount());
    std::vector<KnownRun> like;
    const auto isEnough = [&](bool ofClass, bool ofScale) {
        like.clear();
        std::ranges::copy_if(all, std::back_inserter(like), [&](const KnownRun &run) {
            return (!ofClass || isWithin(run.parameters, place.parameters, sizeFactor))
                && (!ofScale || isWithin(run.devices, devices, scaleFactor));
        });
        place.isOfClass = ofClass;
        place.isOfScale = ofScale;
        return like.size() >= minRuns && sourcesOf(like) >= minSources;
    };
    if (!isEnough(true, true) && !isEnough(true, false) && !isEnough(false, false))
        return std::nullopt;
    place.runs = static_cast<int>(like.size());
    place.sources = static_cast<int>(sourcesOf(like));
    place.lower = quantile(like, 0.25);
    place.median = quantile(like, 0.5);
    place.upper = quantile(like, 0.75);
    place.best = like.back().mfu;
    place.bestId = like.back().id;
    place.bestSource = like.back().source;
    place.standing = standingOf(place);
    return place;
}

} // namespace headroom
