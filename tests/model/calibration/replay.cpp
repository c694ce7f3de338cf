#include "replay.h"

#include "model/measurement/leave_out.h"
#include "model/measurement/measurement_reader.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>

namespace headroom {
namespace {

double median(std::vector<double> values)
{
    if (values.empty())
        return 0;
    std::ranges::sort(values);
    return values[values.size() / 2];
}

std::vector<MeasuredRun> measuredRows(const ProfileLibrary &library, const Estimator &estimator)
{
    std::ifstream file(library.directories().find("measurements/measurements.csv"));
    auto reader = MeasurementReader::open(file, "measurements", library.directories());
    MeasurementLookups lookups(library);
    std::vector<MeasuredRun> rows;
    MeasurementReader::Row row;
    while (reader && reader.value().next(row))
        if (const auto *measurement = std::get_if<Measurement>(&row))
            if (auto run = measuredRun(*measurement, estimator, lookups);
                std::holds_alternative<MeasuredRun>(run))
                rows.push_back(std::get<MeasuredRun>(std::move(run)));
    return rows;
}

bool isInside(const OwnRun &run, const Estimator &estimator, Seconds predicted)
{
    OwnRun moved = run;
    const StackLibrary &stacks = estimator.stacks();
    const auto stack = std::ranges::find(stacks.stacks(), run.stack, &StackProfile::id);
    const auto chip = std::ranges::find(stacks.chips(), run.chip, &ChipProfile::id);
    moved.prepared.doubt = estimator.doubt();
    applyConstants(moved.prepared, *chip, *stack);
    const IntervalWidths width = timeInterval(moved.prepared, run.candidate, run.run.missing);
    const double ratio = run.step / predicted;
    return ratio >= width.low && ratio <= width.high;
}

} // namespace

ReplaySources::ReplaySources(const ProfileLibrary &library, std::size_t minRows)
{
    m_priors = **CalibrationPriors::of(library);
    const Estimator plain = *Estimator::make(library);
    const std::vector<MeasuredRun> rows = measuredRows(library, plain);
    std::vector<FitRun> fit = fitRuns(rows, plain);
    std::map<std::string, std::vector<const MeasuredRun *>> families;
    for (const MeasuredRun &row : rows)
        if (row.step)
            families[row.row.family()].push_back(&row);
    for (const auto &[name, members] : families) {
        if (members.size() < minRows)
            continue;
        Source source { name, plain, {} };
        source.estimator.stacks() = fitConstants(fit, plain.stacks(), m_priors.kin,
            [&left = name](const FitRun &run) { return run.run.row.family() != left; });
        std::vector<MeasuredRun> own;
        for (const MeasuredRun *row : members) {
            own.push_back(*row);
            const auto place = row->stack - plain.stacks().stacks().data();
            own.back().stack = source.estimator.stacks().stacks().data() + place;
        }
        source.runs = ownRuns(own, source.estimator);
        std::erase_if(source.runs, [](const OwnRun &run) { return run.step <= Seconds {}; });
        if (source.runs.size() >= minRows)
            m_sources.push_back(std::move(source));
    }
}

CalibrationReplay replayCalibration(const ReplaySources::Source &source,
    const CalibrationPriors &priors, int k, const ReplayOptions &options)
{
    CalibrationReplay result;
    result.source = source.name;
    result.rows = static_cast<int>(source.runs.size());
    result.k = k;
    std::mt19937 random(static_cast<unsigned>(k));
    std::vector<double> before, after;
    double inside = 0, insideBefore = 0;
    const auto count = static_cast<std::size_t>(k);
    for (int draw = 0; draw < options.draws; ++draw) {
        std::vector<const OwnRun *> order;
        for (const OwnRun &run : source.runs)
            order.push_back(&run);
        // Drawn by hand: the standard shuffle differs between libraries.
        for (std::size_t i = order.size(); i > 1; --i)
            std::swap(order[i - 1], order[random() % i]);
        CalibrationRequest request;
        request.mode = options.mode;
        for (std::size_t i = 0; i < count; ++i)
            request.runs.push_back(*order[i]);
        Estimator moved = source.estimator;
        moved.setCalibration(calibrate(request, source.estimator, priors));
        ++result.chosen[calibrationModeName(moved.calibration().chosen)];
        for (std::size_t i = count; i < std::min(order.size(), count + options.judged); ++i) {
            const OwnRun &run = *order[i];
            const Seconds predicted = predictedStep(run, moved.stacks());
            before.push_back(std::abs(run.plainStep / run.step - 1));
            after.push_back(std::abs(predicted / run.step - 1));
            inside += isInside(run, moved, predicted);
            insideBefore += isInside(run, source.estimator, run.plainStep);
        }
    }
    const auto judged = static_cast<double>(before.size());
    result.before = median(std::move(before));
    result.after = median(std::move(after));
    result.inside = inside / judged;
    result.insideBefore = insideBefore / judged;
    return result;
}

std::map<std::string, double> spreadsBetweenSources(
    const ReplaySources &sources, const CalibrationPriors &priors, int rounds)
{
    CalibrationPriors now = priors;
    for (ConstantSpread &own : now.constants)
        own.spread = own.first;
    for (int round = 0; round < rounds; ++round) {
        std::map<std::string, double> squares, counts;
        for (const ReplaySources::Source &source : sources.all()) {
            const std::vector<Component> components = componentsOf(
                profilesOf(source.runs), source.estimator.stacks(), now, CalibrationMode::Many);
            const Posterior posterior = fitPosterior(
                stepObservations(source.runs, now), components, source.estimator.stacks());
            for (std::size_t i = 0; i < components.size(); ++i) {
                squares[components[i].key] += posterior.offsets[i] * posterior.offsets[i]
                    + posterior.covariance[i * components.size() + i];
                ++counts[components[i].key];
            }
        }
        // Each first value counts as one source more.
        for (std::size_t i = 0; i < now.constants.size(); ++i) {
            const double first = priors.constants[i].first;
            const std::string &key = priors.constants[i].key;
            now.constants[i].spread = std::sqrt((squares[key] + first * first) / (counts[key] + 1));
        }
    }
    std::map<std::string, double> spreads;
    for (const ConstantSpread &own : now.constants)
        spreads[own.key] = own.spread;
    return spreads;
}

} // namespace headroom
