#include "model/runs/facts/step_evidence.h"

#include "model/runs/facts/time_stamps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom {
namespace {

/// Two figures of the same time that differ by more contradict each other.
constexpr double maxDifference = 0.05;

double medianOf(std::vector<StepSample> samples)
{
    if (samples.empty())
        return 0;
    const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
    std::ranges::nth_element(samples, middle, {}, &StepSample::value);
    return middle->value;
}

/// Steps of an interval between two states of a clock.
double medianCovered(std::vector<StepSample> samples)
{
    const auto middle = samples.begin() + static_cast<std::ptrdiff_t>(samples.size() / 2);
    std::ranges::nth_element(samples, middle, {}, &StepSample::covered);
    return std::max(middle->covered, 1.0);
}

/// Iterations that make a step take different times: the last one steps the optimizer. Where lines
/// have each iteration, their mean over a step stands for each; else the lines are left as they
/// are.
std::vector<StepSample> meanIterations(std::vector<StepSample> samples, double iterations)
{
    const std::int64_t each = std::llround(iterations);
    std::vector<StepSample> means;
    std::int64_t count = 0;
    double sum = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const bool isNext = i > 0 && samples[i].step == samples[i - 1].step + 1
            && samples[i].segment == samples[i - 1].segment;
        count = isNext ? count + 1 : 1;
        sum = isNext ? sum + samples[i].value : samples[i].value;
        if (count < each)
            continue;
        StepSample mean = samples[i];
        mean.value = mean.least = mean.most = sum / static_cast<double>(each);
        mean.line = static_cast<std::int64_t>(means.size());
        means.push_back(mean);
        count = 0;
        sum = 0;
    }
    // Of a long log only its beginning is kept line by line.
    const auto covered = static_cast<std::int64_t>(means.size()) * each;
    if (2 * covered < static_cast<std::int64_t>(samples.size()))
        return samples;
    return means;
}

/// Times of a bar: the printed rate is a moving mean that a slow first step or an evaluation stays
/// in. Where the seconds that the bar has run say otherwise, and cannot be meant for the same to a
/// second, they count.
std::vector<StepSample> barTimes(const StepLog &bars)
{
    constexpr double fewestSeconds = 15; // of a clock that shows whole seconds
    constexpr double maxFactor = 2; // beyond, the bar does not count from its own start
    std::vector<StepSample> samples = bars.samples();
    if (samples.size() < 3 || samples.back().clock - samples.front().clock < fewestSeconds)
        return samples;
    std::vector<StepSample> clocked = timedByClock(samples);
    const double printed = medianOf(samples), seconds = medianOf(clocked);
    if (!(seconds > 0) || printed > maxFactor * seconds || seconds > maxFactor * printed)
        return samples;
    constexpr double maxTicks = 1.5; // that two whole seconds are off together, seldom more
    const double tick = 1 / (seconds * medianCovered(clocked));
    if (std::abs(printed / seconds - 1) <= maxTicks * tick)
        return samples;
    return clocked;
}

void scale(std::vector<StepSample> &samples, double by)
{
    for (StepSample &sample : samples) {
        sample.value *= by;
        sample.least *= by;
        sample.most *= by;
    }
}

/// A batch that a rate tells roughly: the power of two, or three times one, that it is nearest to,
/// else the nearest whole number where it is near enough to be that.
std::optional<double> roundedBatch(double batch)
{
    constexpr double nearRound = 0.02, nearWhole = 0.005;
    for (double round = 1; round < 1e9; round *= 2)
        for (const double candidate : { round, 1.5 * round })
            if (candidate == std::floor(candidate) && std::abs(batch / candidate - 1) <= nearRound)
                return candidate;
    const double whole = std::round(batch);
    return whole >= 1 && std::abs(batch / whole - 1) <= nearWhole ? std::optional { whole }
                                                                  : std::nullopt;
}

/// A length that rates tell: whole multiples of 32 tokens.
std::optional<double> roundedLength(double tokens)
{
    constexpr double granule = 32, nearGranule = 0.005;
    const double whole = std::round(tokens / granule) * granule;
    return whole >= granule && std::abs(tokens / whole - 1) <= nearGranule ? std::optional { whole }
                                                                           : std::nullopt;
}

void setMean(RunTrace &trace, const char *fact, std::optional<double> value)
{
    if (value && !trace.facts.has(fact))
        trace.facts.set(fact, fmt::format("{:.15g}", *value), {}, 0);
}

} // namespace

std::optional<double> clockedSeconds(const RunTrace &trace)
{
    if (const double clocked = medianOf(timedByClock(trace.steps.samples())); clocked > 0)
        return clocked;
    const double bar = medianOf(barTimes(trace.bars));
    return bar > 0 ? std::optional { bar } : std::nullopt;
}

StepEvidence stepEvidence(const RunTrace &trace, std::optional<double> work)
{
    const bool isBar = trace.steps.empty() && (trace.unnumbered.empty() || trace.isMeanOfRun)
        && !trace.bars.empty();
    const StepLog &log = isBar ? trace.bars : trace.steps.empty() ? trace.unnumbered : trace.steps;
    StepEvidence evidence;
    evidence.samples = isBar ? barTimes(log) : log.samples();
    evidence.attempts = log.segments();
    evidence.warmUp = trace.warmUp;
    if (log.measure == StepMeasure::Time) {
        evidence.isTimed = true;
        if (isBar)
            evidence.warmUp = { 1, 0 };
        else if (trace.steps.empty() && trace.isMeanOfRun)
            evidence.notes.push_back({ "run-mean-only", {} });
        if (!isBar && trace.stepScale != 1) {
            evidence.samples = meanIterations(std::move(evidence.samples), trace.stepScale);
            scale(evidence.samples, trace.stepScale);
        }
        return evidence;
    }
    std::vector<StepSample> clocked = timedByClock(evidence.samples);
    const double seconds = medianOf(clocked);
    const bool isRate = log.measure != StepMeasure::Clock;
    const double rated = isRate && work ? *work / medianOf(evidence.samples) : 0;
    const bool contradicts
        = rated > 0 && seconds > 0 && std::abs(rated / seconds - 1) > maxDifference;
    if (contradicts)
        evidence.notes.push_back({ "run-rate-contradicts",
            { fmt::format("{:.4g}", seconds), fmt::format("{:.4g}", rated) } });
    // A batch that the rates themselves were rounded to says no more than the clock.
    const bool isCircular = trace.facts.has("total_batch_mean") && seconds > 0;
    if (rated > 0 && !contradicts && !isCircular) {
        evidence.isTimed = evidence.isRate = true;
        evidence.work = *work;
        return evidence;
    }
    evidence.isRate = isRate;
    if (!clocked.empty()) {
        // Rates beside the steps stay known.
        evidence.samples = std::move(clocked);
        evidence.isRate = false;
        evidence.isTimed = true;
        evidence.warmUp = {};
        evidence.notes.push_back({ "run-timed-by-clock", {} });
    } else if (!trace.bars.empty()) {
        evidence.samples = barTimes(trace.bars);
        evidence.isRate = false;
        evidence.isTimed = true;
        evidence.warmUp = { 1, 0 };
        evidence.notes.push_back({ "run-timed-by-bar", {} });
    }
    return evidence;
}

void inferFacts(RunTrace &trace)
{
    const bool isBatchKnown = trace.facts.has("total_batch") || trace.config.has("train_batch_size")
        || trace.config.has("global_batch_size");
    if (const auto samples = trace.facts.number("step_samples"); samples && !isBatchKnown)
        setMean(trace, "total_batch_mean", roundedBatch(*samples));
    if (trace.steps.measure == StepMeasure::SampleRate && !trace.steps.empty() && !isBatchKnown)
        if (const auto seconds = clockedSeconds(trace))
            setMean(trace, "total_batch_mean",
                roundedBatch(*seconds * medianOf(trace.steps.samples())));
    double batch = trace.facts.number("total_batch").value_or(0);
    if (batch == 0)
        batch = trace.facts.number("total_batch_mean").value_or(0);
    batch = std::max(batch, trace.steps.largestBatch());
    double tokens = trace.facts.number("step_tokens").value_or(0);
    const double devices = trace.facts.number("devices").value_or(0);
    if (tokens == 0 && devices > 0 && batch > 0 && trace.steps.measure == StepMeasure::Time) {
        std::vector<StepSample> steps = trace.steps.samples();
        for (StepSample &sample : steps)
            sample.value *= sample.tokensPerSecond * devices; // tokens of a step
        tokens = medianOf(std::move(steps));
    }
    if (batch > 0 && tokens > 0)
        setMean(trace, "sequence_length_mean", roundedLength(tokens / batch));
    const double length = trace.facts.number("sequence_length").value_or(0);
    const double stepTokens = trace.facts.number("batch_tokens").value_or(0);
    if (length > 0 && stepTokens > 0 && std::fmod(stepTokens, length) == 0)
        setMean(trace, "total_batch_mean", stepTokens / length);
}

} // namespace headroom
