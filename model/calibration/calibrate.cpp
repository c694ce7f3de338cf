#include "model/calibration/calibrate.h"

#include "model/calibration/kernel_evidence.h"
#include "model/calibration/operation_evidence.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

namespace headroom {
namespace {

constexpr std::array triedModes { CalibrationMode::One, CalibrationMode::Few,
    CalibrationMode::Many };

/// Weight, in runs, of what is believed of the scatter before any run. Of those from a quarter to
/// three the one whose intervals after two own runs hold 80 % of the others, mean over sources left
/// out. @source calibration_replay, FORMULAS §10
constexpr double scatterBelief = 0.5;
/// Errors count up to this many of their own deviations in the scatter, which outliers would
/// inflate. ASSUMED
constexpr double maxDeviations = 3;
/// What few runs may make of the scatter that is believed of one. ASSUMED
constexpr double minNoise = 0.5, maxNoise = 3;
/// Median of the size of a normal error, in deviations.
constexpr double medianDeviation = 0.6744897501960817;
/// Mean of the size of a normal error, in deviations.
constexpr double meanDeviation = 0.7978845608028654;

double apeOf(double error)
{
    return std::abs(std::expm1(-error));
}

double median(std::vector<double> values)
{
    std::ranges::sort(values);
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double scatterOf(const OwnRun &run, const CalibrationPriors &priors)
{
    const double own = run.prepared.moeLayers > 0 ? priors.expertScatter : priors.scatter;
    return std::hypot(own, priors.scatterOfMissing * run.run.missing.count());
}

/// 90 % quantile of Student's t over that of a normal error: what not knowing the scatter widens an
/// 80 % interval by. @source Fisher and Cornish 1960, expansion in 1/degrees: 1.4 % off at 2.5
double tailFactor(double degrees)
{
    constexpr double z = deviationsOf80, z3 = z * z * z, z5 = z3 * z * z;
    return 1
        + ((z3 + z) / (4 * degrees) + (5 * z5 + 16 * z3 + 3 * z) / (96 * degrees * degrees)) / z;
}

/// How much wider than expected the errors are, as a factor on deviations.
double noiseOf(const std::vector<LeftOutError> &errors)
{
    std::vector<double> scaled;
    for (const LeftOutError &own : errors)
        scaled.push_back(std::abs(own.error / own.deviation));
    const double own = scaled.empty() ? 1 : median(scaled) / medianDeviation;
    const double most = maxDeviations * std::max(1.0, own);
    double sum = scatterBelief;
    for (const double size : scaled)
        sum += std::pow(std::min(size, most), 2);
    return std::sqrt(sum / (scatterBelief + static_cast<double>(errors.size())));
}

/// The same of an interval: that of the posterior predictive of a normal error whose scatter is
/// known from `errors` and the belief alone.
double scaleOf(const std::vector<LeftOutError> &errors)
{
    return noiseOf(errors) * tailFactor(scatterBelief + static_cast<double>(errors.size()));
}

/// A mode tried on the runs.
struct Trial
{
    CalibrationMode mode = CalibrationMode::None;
    std::vector<Component> components;
    Posterior posterior;
    std::vector<LeftOutError> errors;
    double noise = 1; ///< of the runs over what was believed of their scatter
    double score = 0; ///< of the errors of runs left out, see scoreOf
};

/// Minus the mean log density of the errors of runs left out, each under its own predictive
/// distribution, less a constant: what is both far off and sure of itself counts most, and an
/// outlier little more than a large error. @source Vehtari, Gelman and Gabry 2017, leave-one-out
/// expected log predictive density; Student's t as in fitPosterior
double scoreOf(const std::vector<LeftOutError> &errors)
{
    double sum = 0;
    for (const LeftOutError &own : errors)
        sum += std::log(own.deviation)
            + (tailDegrees + 1) / 2
                * std::log1p(std::pow(own.error / own.deviation, 2) / tailDegrees);
    return sum / static_cast<double>(errors.size());
}

/// How far off errors are, whatever their distribution.
double meanSize(const std::vector<LeftOutError> &errors)
{
    double sum = 0;
    for (const LeftOutError &own : errors)
        sum += std::abs(own.error);
    return sum / static_cast<double>(errors.size());
}

double medianApe(const std::vector<LeftOutError> &errors)
{
    std::vector<double> apes;
    for (const LeftOutError &own : errors)
        apes.push_back(apeOf(own.error));
    return median(std::move(apes));
}

/// Errors of the profiles alone, with the deviations of their own intervals.
std::vector<LeftOutError> plainErrors(const std::vector<OwnRun> &runs)
{
    std::vector<LeftOutError> errors;
    for (const OwnRun &run : runs)
        if (run.step > Seconds {}) {
            const IntervalWidths width = timeInterval(run.prepared, run.candidate, run.run.missing);
            errors.push_back(
                { std::log(run.step / run.plainStep), std::log(width.high) / deviationsOf80 });
        }
    return errors;
}

CalibratedConstant calibrated(const Component &component, double offset, double deviation)
{
    const double posterior = component.prior * std::exp(offset);
    const double reach = std::exp(deviationsOf80 * deviation);
    return { component, component.name, component.unit, component.prior, posterior,
        posterior / reach, posterior * reach };
}

void take(Calibration &calibration, const Trial &trial, double scatter)
{
    const std::size_t n = trial.components.size();
    const double scale = scaleOf(trial.errors);
    calibration.chosen = trial.mode;
    calibration.doubt.scatter = scatter * scale;
    calibration.doubt.covariance = trial.posterior.covariance;
    for (double &value : calibration.doubt.covariance)
        value *= scale * scale;
    for (std::size_t i = 0; i < n; ++i) {
        calibration.doubt.constants.push_back(trial.components[i]);
        calibration.constants.push_back(calibrated(trial.components[i], trial.posterior.offsets[i],
            std::sqrt(std::max(0.0, calibration.doubt.covariance[i * n + i]))));
    }
}

/// What runs of a stack say of its memory, as logarithms over the formulas: figures, and of runs
/// that died for want of memory the least that they would have taken.
struct MemoryRatios
{
    std::vector<double> exact, least;
    std::size_t size() const { return exact.size() + least.size(); }
};

/// ln of the chance that a normal variable lies above `z` deviations, and its mean there.
double logTail(double z)
{
    constexpr double far = 8; // from where the tail is phi(z)/z
    if (z > far)
        return -z * z / 2 - std::log(z * std::sqrt(2 * std::numbers::pi));
    return std::log(std::erfc(z / std::numbers::sqrt2) / 2);
}

double meanAbove(double z)
{
    return std::exp(-z * z / 2 - std::log(2 * std::numbers::pi) / 2 - logTail(z));
}

/// The most likely mean of the ratios, shrunk towards none: a figure counts as it is, a lower bound
/// as the mean above it. @source Tobin 1958 (censored observations); Dempster, Laird and Rubin 1977
double memoryOffset(const MemoryRatios &own, double scatter, double belief)
{
    constexpr int rounds = 30;
    double offset = 0;
    for (int round = 0; round < rounds; ++round) {
        double sum = 0;
        for (const double ratio : own.exact)
            sum += ratio;
        for (const double least : own.least)
            sum += offset + scatter * meanAbove((least - offset) / scatter);
        offset = sum / (static_cast<double>(own.size()) + belief);
    }
    return offset;
}

/// Errors of each run under what the others say, and the score of the bounds.
struct MemoryTrial
{
    std::vector<LeftOutError> errors, plain;
    double bounds = 0, plainBounds = 0; ///< scores, as scoreOf counts them, of all bounds
    bool isBetter() const
    {
        const auto count = static_cast<double>(errors.size());
        const double own = (errors.empty() ? 0 : count * scoreOf(errors)) + bounds;
        return own < (plain.empty() ? 0 : count * scoreOf(plain)) + plainBounds;
    }
};

MemoryTrial tryMemory(const MemoryRatios &own, const CalibrationPriors &priors, double belief)
{
    MemoryTrial trial;
    const double scatter = priors.memoryScatter, wide = std::hypot(priors.memorySpread, scatter);
    const double rest = static_cast<double>(own.size()) - 1 + belief;
    const double deviation = scatter * std::sqrt(1 + 1 / rest);
    for (std::size_t i = 0; i < own.exact.size(); ++i) {
        MemoryRatios others = own;
        others.exact.erase(others.exact.begin() + static_cast<std::ptrdiff_t>(i));
        trial.errors.push_back({ own.exact[i] - memoryOffset(others, scatter, belief), deviation });
        trial.plain.push_back({ own.exact[i], wide });
    }
    for (std::size_t i = 0; i < own.least.size(); ++i) {
        MemoryRatios others = own;
        others.least.erase(others.least.begin() + static_cast<std::ptrdiff_t>(i));
        trial.bounds -= logTail((own.least[i] - memoryOffset(others, scatter, belief)) / deviation);
        trial.plainBounds -= logTail(own.least[i] / wide);
    }
    return trial;
}

/// One factor on the memory of each stack, where it predicts each run better from the others.
void calibrateMemory(Calibration &calibration, const std::vector<OwnRun> &runs,
    const StackLibrary &library, const CalibrationPriors &priors)
{
    std::map<std::string, MemoryRatios> ratios;
    for (const OwnRun &run : runs) {
        if (run.peak > Bytes {} && run.plainPeak > Bytes {})
            ratios[run.stack].exact.push_back(std::log(run.peak / run.plainPeak));
        if (run.peakAtLeast > Bytes {} && run.plainPeak > Bytes {})
            ratios[run.stack].least.push_back(std::log(run.peakAtLeast / run.plainPeak));
    }
    const double belief = std::pow(priors.memoryScatter / priors.memorySpread, 2);
    std::vector<double> plain, after;
    for (const auto &[stack, own] : ratios) {
        const MemoryTrial trial = tryMemory(own, priors, belief);
        const std::vector<LeftOutError> &errors = trial.errors;
        for (std::size_t i = 0; i < errors.size(); ++i) {
            after.push_back(apeOf(errors[i].error));
            plain.push_back(apeOf(own.exact[i]));
        }
        if (own.size() < 2 || !trial.isBetter())
            continue;
        const double offset = memoryOffset(own, priors.memoryScatter, belief);
        const double deviation
            = priors.memoryScatter / std::sqrt(static_cast<double>(own.size()) + belief);
        const double scale = scaleOf(errors);
        Component factor;
        factor.profiles = { stack };
        factor.key = "memory_factor";
        factor.prior = constantValue(library, factor);
        factor.name = "every memory term over the formulas";
        factor.unit = "1";
        calibration.constants.push_back(calibrated(factor, offset, deviation * scale));
        const double width = deviationsOf80 * scale * std::hypot(deviation, priors.memoryScatter);
        factor.key = "memory_width";
        calibration.constants.push_back({ factor, "half of the 80 % band of ln(bytes)", "1",
            constantValue(library, factor), width, width, width });
    }
    if (!plain.empty()) {
        calibration.plainPeak = median(std::move(plain));
        calibration.leftOutPeak = median(std::move(after));
    }
}

/// The mode to take: the most detailed that is as good as the best, of those that beat the
/// profiles; none where these are off by less than half of what single runs scatter by.
const Trial *chosenTrial(
    const std::vector<Trial> &trials, const std::vector<LeftOutError> &plain, double scatter)
{
    /// Log density of all runs together that tells no mode from another.
    /// @source Sivula, Magnusson and Vehtari 2020: differences below 4 are small
    constexpr double asGoodInAll = 4;
    /// What the profiles are left for, and what share of the scatter lets them be. ASSUMED
    constexpr double minGainInAll = 0.2, minError = 0.5;
    const auto runs = static_cast<double>(plain.size());
    const auto best = std::ranges::min_element(trials, {}, &Trial::score);
    if (best == trials.end() || runs < 2 || best->score >= scoreOf(plain) - minGainInAll / runs
        || meanSize(plain) <= minError * meanDeviation * scatter)
        return nullptr;
    return &*std::ranges::find_if(trials.rbegin(), trials.rend(),
        [&](const Trial &trial) { return trial.score <= best->score + asGoodInAll / runs; });
}

/// Fits a mode to the first `steps` observations, the steps, and what was measured beside them. The
/// scatter of the runs is estimated from those left out, which then weigh against the priors by it.
Trial triedMode(CalibrationMode mode, std::vector<Component> components,
    std::vector<Observation> observations, std::size_t steps, const StackLibrary &library)
{
    Trial trial;
    trial.mode = mode;
    trial.components = std::move(components);
    const auto fit = [&] {
        trial.posterior = fitPosterior(observations, trial.components, library);
        trial.errors = leftOutErrors(trial.posterior, observations, trial.components, steps);
    };
    fit();
    trial.noise = std::clamp(noiseOf(trial.errors), minNoise, maxNoise);
    for (std::size_t i = 0; i < steps; ++i)
        observations[i].deviation *= trial.noise;
    fit();
    trial.score = scoreOf(trial.errors);
    return trial;
}

} // namespace

std::vector<Observation> stepObservations(
    const std::vector<OwnRun> &runs, const CalibrationPriors &priors)
{
    std::vector<Observation> observations;
    for (const OwnRun &run : runs)
        if (run.step > Seconds {})
            observations.push_back({ [&run](const StackLibrary &library) {
                                        return std::log(predictedStep(run, library).value());
                                    },
                run.stack, run.chip, std::log(run.step.value()), scatterOf(run, priors), &run });
    return observations;
}

Calibration calibrate(
    const CalibrationRequest &request, const Estimator &estimator, const CalibrationPriors &priors)
{
    Calibration calibration;
    calibration.runs = static_cast<int>(request.runs.size());
    calibration.operations = static_cast<int>(request.operations.size() + request.kernels.size());
    std::set<std::string> stacks, chips;
    for (const OwnRun &run : request.runs) {
        stacks.insert(run.stack);
        chips.insert(run.chip);
        calibration.ids.insert(calibration.ids.end(), run.ids.begin(), run.ids.end());
    }
    calibration.doubt.stacks.assign(stacks.begin(), stacks.end());
    calibration.doubt.chips.assign(chips.begin(), chips.end());
    std::vector<Observation> observations = stepObservations(request.runs, priors);
    const std::size_t steps = observations.size();
    const std::vector<LeftOutError> plain = plainErrors(request.runs);
    addOperations(observations, request, estimator);
    addKernels(observations, request);
    addTerms(observations, request.runs);
    const bool mayMove = request.mode != CalibrationMode::None;
    if (steps > 0) {
        const auto none = static_cast<std::size_t>(CalibrationMode::None);
        calibration.leftOutMedian[none] = medianApe(plain);
        calibration.doubt.widening = std::clamp(scaleOf(plain), minWidening, maxWidening);
    }
    std::vector<Trial> trials;
    for (const CalibrationMode mode : triedModes) {
        if (!mayMove || steps == 0 || (request.mode && *request.mode != mode))
            continue;
        trials.push_back(triedMode(mode,
            componentsOf(profilesOf(request.runs), estimator.stacks(), priors, mode), observations,
            steps, estimator.stacks()));
        calibration.leftOutMedian[static_cast<std::size_t>(mode)] = medianApe(trials.back().errors);
    }
    if (!trials.empty()) {
        double scatter = 0;
        for (std::size_t i = 0; i < steps; ++i)
            scatter += observations[i].deviation / static_cast<double>(steps);
        if (const Trial *trial
            = request.mode ? &trials.front() : chosenTrial(trials, plain, scatter))
            take(calibration, *trial, scatter * trial->noise);
    }
    if (mayMove)
        calibrateMemory(calibration, request.runs, estimator.stacks(), priors);
    return calibration;
}

} // namespace headroom
