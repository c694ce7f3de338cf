#include "model/runs/readers/generic_log.h"

#include "model/runs/facts/time_stamps.h"
#include "model/runs/readers/log_reader.h"
#include "model/runs/text/number_pairs.h"
#include "model/runs/text/scan.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom {
namespace {

constexpr std::int64_t mostRecordLines = 400; ///< between a heading and the last number of its step
constexpr double mostStep = 1e12;

std::int64_t wholeStep(double value)
{
    return value >= 0 && value <= mostStep ? static_cast<std::int64_t>(value) : -1;
}

/// "step 250: train loss 1.5440, val loss 1.7220"
bool tellsEvaluation(std::string_view text)
{
    return text.find("val") != std::string_view::npos || text.find("Val") != std::string_view::npos;
}

} // namespace

bool GenericLog::hasSteps() const
{
    return m_bars.longestTotal() > 0 || !m_means.empty() || m_isOpen
        || std::ranges::any_of(m_steps, [](const StepLog &log) { return !log.empty(); });
}

bool GenericLog::hasBegun() const
{
    return m_isOpen || !m_means.empty() || !m_bars.longest().empty()
        || std::ranges::any_of(m_steps, [](const StepLog &log) { return !log.empty(); });
}

void GenericLog::take(LogReader &log, const CleanLine &line)
{
    Record own;
    own.rank = line.rank;
    takePairs(log, { behindBars(line.text), line.rank, line.number }, own);
    const bool isTimed
        = own.seconds > 0 || own.iterationSeconds > 0 || own.maybeSeconds > 0 || own.elapsed > 0;
    const bool isRated
        = own.tokens > 0 || own.deviceTokens > 0 || own.samples > 0 || own.deviceSamples > 0;
    const bool isPart = m_isOpen && line.number - m_openLine < mostRecordLines
        && ((m_open.isHeading && !line.text.empty()
                && (line.text.front() == ' ' || line.text.front() == '\t'))
            || !own.hasNumber());
    if (isPart)
        return merge(own);
    if (!own.hasNumber()) {
        if (own.seconds > 0) {
            StepSample sample;
            sample.step = ++m_unnumbered;
            sample.value = own.seconds;
            m_means.add(-1, sample);
        }
        return;
    }
    close();
    if (!isTimed && !isRated && tellsEvaluation(line.text)) {
        for (StepLog &steps : m_steps)
            steps.evaluated();
        return;
    }
    own.stamp = stampOfLine(line.text).value_or(0);
    const std::string_view text = trimmed(line.text);
    own.isHeading = !isTimed && !isRated && (text.ends_with(']') || text.ends_with("]:"));
    m_open = own;
    m_isOpen = true;
    m_openLine = line.number;
}

void GenericLog::addClocked(std::int64_t step, double clock)
{
    StepSample sample;
    sample.step = step;
    sample.value = sample.clock = clock;
    m_steps[Clocked].add(-1, sample);
}

/// Takes the bars of a line; what they have behind their rate, and the line behind them, is left.
std::string_view GenericLog::behindBars(std::string_view text)
{
    std::string_view left = text;
    BarState bar;
    for (std::size_t at = 0; nextBar(text, at, bar);) {
        m_bars.add(bar);
        left = bar.postfix.empty()
            ? text.substr(at)
            : text.substr(static_cast<std::size_t>(bar.postfix.data() - text.data()));
    }
    return left;
}

void GenericLog::takePairs(LogReader &log, const CleanLine &line, Record &own)
{
    bool isFirst = true, hasLoss = false;
    double bareSeconds = 0;
    std::int64_t bareStep = -1;
    forEachNumber(line.text, [&](const NumberPair &pair) {
        Metric metric = metricOf(pair.key);
        // A unit says more than a name like "throughput".
        if (pair.unit.find('/') != std::string_view::npos)
            if (const Metric told = metricOfUnit(pair.unit);
                metric == Metric::Nothing || told == Metric::SamplesPerSecond)
                metric = told;
        if (pair.key.empty()) { // "1300 | loss 5.3149 | lr 4.6e-05 | 8593.85ms | mfu 0.19%"
            if (isFirst && pair.rest.starts_with(" |"))
                bareStep = wholeStep(pair.value);
            if (pair.total > 0 && bareStep < 0)
                bareStep = wholeStep(pair.value); // "2000 / 8223 loss=1.27"
            if (pair.rest.starts_with(" loss"))
                hasLoss = true; // "10.48 loss, 0.00003 LR, 124.27 GB used, 12.50 s"
            if (pair.unit == "ms")
                bareSeconds = pair.value / millisecondsPerSecond;
            else if (pair.unit == "s" && !pair.isDuration && trimmed(pair.rest).empty())
                bareSeconds = pair.value;
        }
        isFirst = false;
        if (metric == Metric::Loss)
            hasLoss = true;
        if (metric != Metric::Nothing)
            takeNumber(log, line, own, metric, pair.key, pair.value, pair.unit, pair.isDuration);
        return true;
    });
    if (hasLoss && !own.hasNumber())
        own.step = bareStep;
    if (hasLoss && own.seconds == 0)
        own.seconds = bareSeconds;
    if (own.seconds == 0 && own.stepTokens > 0 && own.tokens > 0)
        own.seconds = own.stepTokens / own.tokens;
    m_hasLoss = m_hasLoss || hasLoss;
}

/// Rates and totals that need no unit.
bool GenericLog::takeAmount(Record &own, Metric metric, double value)
{
    struct AmountRow
    {
        Metric metric;
        double Record::*member;
    };
    static constexpr std::array amounts {
        AmountRow { Metric::TokensPerSecond, &Record::tokens },
        AmountRow { Metric::DeviceTokensPerSecond, &Record::deviceTokens },
        AmountRow { Metric::SamplesPerSecond, &Record::samples },
        AmountRow { Metric::DeviceSamplesPerSecond, &Record::deviceSamples },
        AmountRow { Metric::ConsumedSamples, &Record::consumedSamples },
        AmountRow { Metric::ConsumedTokens, &Record::consumedTokens },
    };
    const auto row = std::ranges::find(amounts, metric, &AmountRow::metric);
    if (row == amounts.end())
        return false;
    own.*row->member = std::max(value, 0.0);
    return true;
}

bool GenericLog::takeMemory(
    Metric metric, std::string_view name, double value, std::string_view unit)
{
    if (metric < Metric::Allocated || metric > Metric::InUse)
        return false;
    const double bytes = std::max(bytesOf(name, value, unit), 0.0);
    switch (metric) {
    case Metric::Allocated:
        m_memory.join({ bytes, 0, 0, 0, 0 });
        return true;
    case Metric::Reserved:
        m_memory.join({ 0, bytes, 0, 0, 0 });
        return true;
    case Metric::DeviceMemory:
        m_memory.join({ 0, 0, bytes, 0, 0 });
        return true;
    case Metric::InUse:
        m_memory.join({ 0, 0, 0, 0, bytes });
        return true;
    default:
        return false;
    }
}

void GenericLog::takeNumber(LogReader &log, const CleanLine &line, Record &own, Metric metric,
    std::string_view name, double value, std::string_view unit, bool isDuration)
{
    if (takeAmount(own, metric, value) || takeMemory(metric, name, value, unit))
        return;
    const bool isTime = metric >= Metric::StepSeconds && metric <= Metric::Elapsed;
    const double seconds = isTime ? secondsOf(name, value, unit).value_or(0) : 0;
    switch (metric) {
    case Metric::Step:
        own.step = own.step < 0 ? wholeStep(value) : own.step;
        break;
    case Metric::SureStep:
        own.step = own.counter = wholeStep(value);
        break;
    case Metric::Iteration:
        own.iteration = wholeStep(value);
        break;
    case Metric::StepSeconds:
        own.seconds = seconds;
        break;
    case Metric::MaybeSeconds:
        if (isDuration)
            break;
        (unit.empty() ? own.maybeSeconds : own.seconds) = seconds;
        break;
    case Metric::IterationSeconds:
        own.iterationSeconds = seconds;
        break;
    case Metric::Elapsed:
        own.elapsed = seconds;
        break;
    case Metric::StepsPerSecond:
        own.seconds = value > 0 ? 1 / value : 0;
        break;
    case Metric::Loss:
        own.loss = value;
        break;
    case Metric::TokensPerStep:
        own.stepTokens = value;
        [[fallthrough]];
    default:
        takeFact(log, line, metric,
            metric == Metric::Parameters && unit == "billion" ? value * 1e9 : value);
    }
}

void GenericLog::takeFact(LogReader &log, const CleanLine &line, Metric metric, double value)
{
    constexpr double mostFact = 1e15;
    double &last = m_facts[static_cast<std::size_t>(metric)];
    const char *const fact = factOf(metric);
    if (!fact || value == last || !(value > 0) || value > mostFact)
        return;
    constexpr double longestSequence = 1e8;
    if (metric == Metric::Length && value > longestSequence)
        return; // a tokenizer without a limit
    last = value;
    log.told(fact, value, line);
}

void GenericLog::merge(const Record &part)
{
    const auto take = [](double &into, double value) {
        if (value > 0)
            into = value;
    };
    take(m_open.seconds, part.seconds);
    take(m_open.iterationSeconds, part.iterationSeconds);
    take(m_open.elapsed, part.elapsed);
    take(m_open.tokens, part.tokens);
    take(m_open.deviceTokens, part.deviceTokens);
    take(m_open.samples, part.samples);
    take(m_open.deviceSamples, part.deviceSamples);
    take(m_open.consumedSamples, part.consumedSamples);
    take(m_open.consumedTokens, part.consumedTokens);
    m_open.counter = std::max(m_open.counter, part.counter);
    if (part.loss)
        m_open.loss = part.loss;
}

/// Puts the step that is over into the log of what it measures.
void GenericLog::close()
{
    if (!m_isOpen)
        return;
    m_isOpen = false;
    Record &record = m_open;
    StepSample sample;
    sample.step = record.iteration >= 0 && record.step < 0 ? record.iteration : record.step;
    // Several iterations make a step: their own numbers tell the lines apart.
    const bool isIteration
        = record.iteration >= 0 && record.step >= 0 && record.iterationSeconds > 0;
    if (isIteration)
        sample.step = record.iteration;
    m_isIterationTime = m_isIterationTime || isIteration;
    if (record.seconds == 0)
        record.seconds
            = record.iterationSeconds > 0 ? record.iterationSeconds : record.maybeSeconds;
    if (record.maybeSeconds > 0) {
        m_isMaybeElapsed = m_isMaybeElapsed && record.maybeSeconds > m_lastMaybe;
        m_lastMaybe = record.maybeSeconds;
        ++m_maybeCount;
    }
    sample.clock = record.elapsed > 0 ? record.elapsed
        : record.maybeSeconds > 0     ? record.maybeSeconds
                                      : record.stamp;
    sample.tokensPerSecond = record.deviceTokens;
    if (record.loss && std::isfinite(*record.loss)) {
        sample.loss = *record.loss;
        sample.hasLoss = true;
    }
    addRatios(record);
    const Kind kind = record.seconds > 0 ? Times
        : record.samples > 0             ? Samples
        : record.deviceTokens > 0        ? Tokens
                                         : Clocked;
    sample.value = kind == Times ? record.seconds
        : kind == Samples        ? record.samples
        : kind == Tokens         ? record.deviceTokens
                                 : sample.clock;
    if (sample.value > 0 && sample.step >= 0)
        m_steps[kind].add(record.rank, sample);
}

} // namespace headroom
