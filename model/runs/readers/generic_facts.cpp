#include "model/runs/readers/generic_log.h"

#include "model/runs/facts/time_stamps.h"

#include <algorithm>
#include <cmath>
#include <utility>

// What the lines of a log tell together: quotients of their numbers, and the run that they are.

namespace headroom {
namespace {

/// The first step of a program is set up while it runs.
constexpr WarmUp genericWarmUp { 1, 0 };

} // namespace

void GenericLog::addRatios(const Record &record)
{
    if (record.tokens > 0 && record.deviceTokens > 0) {
        m_tokens += record.tokens;
        m_deviceTokens += record.deviceTokens;
    }
    if (record.samples > 0 && record.deviceSamples > 0) {
        m_samples += record.samples;
        m_deviceSamples += record.deviceSamples;
    }
    if (record.tokens > 0 && record.seconds > 0)
        m_tokensSeconds += record.tokens * record.seconds;
    if (record.samples > 0 && record.seconds > 0)
        m_samplesSeconds += record.samples * record.seconds;
    if (record.seconds > 0 && (record.samples > 0 || record.tokens > 0))
        m_seconds += 1;
    // Counted from the iteration that begins a step to the one that begins another.
    if (record.iteration >= 0 && record.step > m_lastStep) {
        const bool isSecond = m_lastStep >= 0 && !std::exchange(m_hasChanged, true);
        if (m_firstIteration < 0 || isSecond) {
            m_begun = { m_firstIteration, m_firstStep };
            m_firstIteration = record.iteration;
            m_firstStep = record.step;
        }
        m_lastIteration = record.iteration;
        m_lastStep = record.step;
    }
    const std::int64_t counter = record.counter > 0 ? record.counter : record.step;
    if (counter > 0 && (record.consumedSamples > 0 || record.consumedTokens > 0)) {
        if (m_firstConsumed < 0) {
            m_firstSamples = record.consumedSamples;
            m_firstTokens = record.consumedTokens;
            m_firstConsumed = counter;
        }
        m_consumedSamples = record.consumedSamples;
        m_consumedTokens = record.consumedTokens;
        m_consumedSteps = counter;
    }
}

/// Quotients of what the lines print: devices, batch and length.
void GenericLog::setRatios(RunTrace &run) const
{
    constexpr double nearWhole = 0.02;
    const auto set = [&](const char *fact, double value) {
        const double whole = std::round(value);
        if (whole >= 1 && std::abs(value / whole - 1) <= nearWhole && !run.facts.has(fact))
            run.facts.set(fact, std::to_string(static_cast<std::int64_t>(whole)), {}, 0);
    };
    if (m_deviceTokens > 0)
        set("devices_inferred", m_tokens / m_deviceTokens);
    else if (m_deviceSamples > 0)
        set("devices_inferred", m_samples / m_deviceSamples);
    if (m_samplesSeconds > 0 && m_seconds > 0)
        run.facts.set("step_samples", std::to_string(m_samplesSeconds / m_seconds), {}, 0);
    if (m_tokensSeconds > 0 && m_seconds > 0)
        run.facts.set("step_tokens", std::to_string(m_tokensSeconds / m_seconds), {}, 0);
    // Between two lines, where there are two: programs count from 0 or from 1.
    const bool isBetween = m_consumedSteps > m_firstConsumed && m_consumedSamples >= m_firstSamples
        && m_consumedTokens >= m_firstTokens;
    const auto steps
        = static_cast<double>(isBetween ? m_consumedSteps - m_firstConsumed : m_consumedSteps);
    const double samples = isBetween ? m_consumedSamples - m_firstSamples : m_consumedSamples;
    const double tokens = isBetween ? m_consumedTokens - m_firstTokens : m_consumedTokens;
    if (samples > 0)
        run.facts.set("step_samples", std::to_string(samples / steps), {}, 0);
    if (tokens > 0 && samples > 0)
        set("sequence_length_mean", tokens / samples);
    if (const auto iterations = accumulation())
        set("gradient_accumulation_steps", *iterations);
}

/// Iterations of a step, by the numbers that lines print of both; of one line those for which its
/// step has just as many iterations behind it.
std::optional<double> GenericLog::accumulation() const
{
    const bool isShort = m_lastStep == m_firstStep; // one change: from the first line on
    const std::int64_t step = isShort ? m_begun.second : m_firstStep;
    const std::int64_t iteration = isShort ? m_begun.first : m_firstIteration;
    if (step >= 0 && m_lastStep > step)
        return static_cast<double>(m_lastIteration - iteration)
            / static_cast<double>(m_lastStep - step);
    if (m_lastStep <= 0 || m_lastIteration < m_lastStep)
        return std::nullopt;
    const std::int64_t least = m_lastIteration / (m_lastStep + 1) + 1;
    const std::int64_t most = m_lastIteration / m_lastStep;
    return least == most ? std::optional { static_cast<double>(most) } : std::nullopt;
}

/// Whether times that follow from rates alone are not those between the stamps of the lines: rates
/// may count otherwise than they are called.
bool GenericLog::clockRefutesRates() const
{
    if (!m_isRateAlone)
        return false;
    constexpr double maxDifference = 0.1; // half of it for a clock that shows whole seconds
    constexpr double fewestSeconds = 20;
    constexpr std::size_t enough = 4096;
    std::vector<StepSample> samples = m_steps[Times].samples();
    samples.resize(std::min(samples.size(), enough));
    if (samples.size() < 2 || samples.back().clock - samples.front().clock < fewestSeconds)
        return false;
    std::vector<StepSample> clocked = timedByClock(samples);
    const auto middle = [](std::vector<StepSample> &of) {
        const auto at = of.begin() + static_cast<std::ptrdiff_t>(of.size() / 2);
        std::ranges::nth_element(of, at, {}, &StepSample::value);
        return at->value;
    };
    return !clocked.empty() && std::abs(middle(samples) / middle(clocked) - 1) > maxDifference;
}

void GenericLog::finish(RunTrace &run)
{
    close();
    setRatios(run);
    run.memory.join(m_memory);
    run.bars = m_bars.takeLongest();
    m_bars = ProgressBars {};
    if (!run.steps.empty())
        return;
    constexpr std::array measures { StepMeasure::Time, StepMeasure::TokenRate,
        StepMeasure::SampleRate, StepMeasure::Clock };
    for (std::size_t kind = 0; kind < kindCount; ++kind) {
        StepLog &steps = m_steps[kind];
        if (steps.empty())
            continue;
        steps.measure = measures[kind];
        constexpr double fewestMaybe = 3;
        if (kind == Times && m_isMaybeElapsed && m_maybeCount >= fewestMaybe)
            steps.measure = StepMeasure::Clock;
        if (kind == Times && clockRefutesRates())
            steps.measure = StepMeasure::Clock;
        const auto iterations = run.facts.number("gradient_accumulation_steps");
        if (kind == Times && m_isIterationTime && !iterations && m_lastIteration > m_lastStep + 1) {
            run.note({ "run-iterations-unknown", {} });
            return;
        }
        run.stepScale
            = kind == Times && m_isIterationTime ? std::max(iterations.value_or(1), 1.0) : 1;
        run.steps = std::move(steps);
        run.warmUp = genericWarmUp;
        return;
    }
    if (run.unnumbered.empty())
        run.unnumbered = std::move(m_means);
}

} // namespace headroom
