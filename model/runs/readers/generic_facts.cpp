#include "model/runs/readers/generic_log.h"

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
    if (m_consumedSamples > 0)
        run.facts.set("step_samples",
            std::to_string(m_consumedSamples / static_cast<double>(m_consumedSteps)), {}, 0);
    if (m_consumedTokens > 0 && m_consumedSamples > 0)
        set("sequence_length_mean", m_consumedTokens / m_consumedSamples);
    const bool isShort = m_lastStep == m_firstStep; // one change: from the first line on
    const std::int64_t step = isShort ? m_begun.second : m_firstStep;
    const std::int64_t iteration = isShort ? m_begun.first : m_firstIteration;
    if (step >= 0 && m_lastStep > step)
        set("gradient_accumulation_steps",
            static_cast<double>(m_lastIteration - iteration)
                / static_cast<double>(m_lastStep - step));
}

void GenericLog::finish(RunTrace &run)
{
    close();
    setRatios(run);
    run.memory.join(m_memory);
    run.bars = m_bars.longest();
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
        const double iterations = run.facts.number("gradient_accumulation_steps").value_or(1);
        run.stepScale = kind == Times && m_isIterationTime ? std::max(iterations, 1.0) : 1;
        run.steps = std::move(steps);
        run.warmUp = genericWarmUp;
        return;
    }
    if (run.unnumbered.empty())
        run.unnumbered = std::move(m_means);
}

} // namespace headroom
