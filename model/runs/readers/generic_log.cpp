#include "model/runs/readers/generic_log.h"

#include "model/runs/facts/time_stamps.h"
#include "model/runs/readers/log_reader.h"
#include "model/runs/text/line_shapes.h"
#include "model/runs/text/scan.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom {
namespace {

constexpr std::int64_t maxRecordLines = 400; ///< between a heading and the last number of its step
constexpr double maxStep = 1e12;

std::int64_t wholeStep(double value)
{
    return value >= 0 && value <= maxStep ? static_cast<std::int64_t>(value) : -1;
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
    return m_isOpen || !m_means.empty() || !m_bars.empty()
        || std::ranges::any_of(m_steps, [](const StepLog &log) { return !log.empty(); });
}

void GenericLog::take(LogReader &log, const CleanLine &line, LineShape *shape)
{
    Record own;
    own.rank = line.rank;
    const std::string_view behind = behindBars(line.text);
    takePairs(log, { behind, line.rank, line.number }, own,
        behind.data() == line.text.data() ? shape : nullptr);
    const bool isTimed
        = own.seconds > 0 || own.iterationSeconds > 0 || own.maybeSeconds > 0 || own.elapsed > 0;
    const bool isRated
        = own.tokens > 0 || own.deviceTokens > 0 || own.samples > 0 || own.deviceSamples > 0;
    const bool isPart = m_isOpen && line.number - m_openLine < maxRecordLines
        && ((m_open.isHeading && !line.text.empty()
                && (line.text.front() == ' ' || line.text.front() == '\t'))
            || !own.hasNumber());
    if (isPart)
        return merge(own);
    if (!own.hasNumber()) {
        if (own.seconds > 0) {
            StepSample sample;
            sample.step = ++m_unnumbered;
            sample.value = m_meanSeconds = own.seconds;
            m_means.add(-1, sample);
        } else if (own.samples > 0 && m_meanSeconds > 0) { // "examples/sec: 2.6" below
            m_samplesSeconds += own.samples * std::exchange(m_meanSeconds, 0);
            m_seconds += 1;
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

namespace {

/// What the name and the unit of a number mean: a unit says more than a name like "throughput".
Metric meaningOf(const NumberPair &pair)
{
    const Metric metric = metricOf(pair.key);
    if (pair.unit.find('/') == std::string_view::npos)
        return metric;
    const Metric told = metricOfUnit(pair.unit);
    return metric == Metric::Nothing || told == Metric::SamplesPerSecond ? told : metric;
}

/// Whether a number of that kind can say anything, whatever it is.
bool canMatter(const NumberPair &pair, Metric metric, bool isFirst)
{
    return metric != Metric::Nothing || isFirst || pair.unit == "/gpu"
        || (pair.key.empty()
            && (pair.total > 0 || pair.unit == "ms" || pair.unit == "s"
                || pair.rest.starts_with(" loss")));
}

} // namespace

void GenericLog::takePairs(LogReader &log, const CleanLine &line, Record &own, LineShape *shape)
{
    BareNumbers bare;
    const bool isKnown = shape && shape->hasSpots && shape->size == line.text.size();
    if (!isKnown || !takeSpots(log, line, own, bare, *shape)) {
        const bool isNew = shape && !shape->hasSpots;
        NumberPair pair;
        NumberSpot before;
        bool isKept = true; // the number before
        for (std::size_t at = 0, from = 0;;) {
            const std::size_t began = at, keyFrom = from;
            if (!nextNumber(line.text, at, from, pair))
                break;
            const Metric metric = meaningOf(pair);
            NumberSpot spot = isNew ? spotOf(line.text, began, keyFrom, pair) : NumberSpot {};
            spot.metric = static_cast<int>(metric);
            if (isNew && (canMatter(pair, metric, bare.isFirst) || !spot.isPlain)) {
                if (pair.unit == "/gpu" && !isKept)
                    shape->spots.push_back(before);
                shape->spots.push_back(spot);
                isKept = true;
            } else {
                isKept = false;
            }
            before = spot;
            takePair(log, line, own, bare, pair, metric);
        }
        if (isNew) {
            shape->hasSpots = true;
            shape->size = line.text.size();
        }
    }
    if (bare.hasLoss && !own.hasNumber())
        own.step = bare.step;
    if (bare.hasLoss && own.seconds == 0)
        own.seconds = bare.seconds;
    if (own.seconds == 0 && own.stepTokens > 0 && own.tokens > 0) {
        own.seconds = own.stepTokens / own.tokens;
        own.isRate = true;
    }
    m_hasLoss = m_hasLoss || bare.hasLoss;
}

/// The numbers of a line whose shape is known; false, and nothing taken, where one of them is not
/// as it was.
bool GenericLog::takeSpots(
    LogReader &log, const CleanLine &line, Record &own, BareNumbers &bare, const LineShape &shape)
{
    thread_local std::vector<NumberPair> pairs;
    pairs.resize(shape.spots.size());
    for (std::size_t i = 0; i < shape.spots.size(); ++i)
        if (!readSpot(line.text, shape.spots[i], pairs[i]))
            return false;
    for (std::size_t i = 0; i < shape.spots.size(); ++i)
        takePair(log, line, own, bare, pairs[i], static_cast<Metric>(shape.spots[i].metric));
    return true;
}

void GenericLog::takePair(LogReader &log, const CleanLine &line, Record &own, BareNumbers &bare,
    const NumberPair &pair, Metric metric)
{
    if (pair.key.empty()) { // "1300 | loss 5.3149 | lr 4.6e-05 | 8593.85ms | mfu 0.19%"
        if (bare.isFirst && (pair.rest.starts_with(" |") || pair.rest.starts_with(" loss "))
            && pair.value == std::floor(pair.value))
            bare.step = wholeStep(pair.value);
        if (pair.unit == "/gpu" && bare.last > pair.value) { // "tps 6574.51(821.81/gpu)"
            own.tokens = bare.last;
            own.deviceTokens = std::max(pair.value, 0.0);
        }
        if (pair.total > 0 && bare.step < 0)
            bare.step = wholeStep(pair.value); // "2000 / 8223 loss=1.27"
        if (pair.rest.starts_with(" loss"))
            bare.hasLoss = true; // "10.48 loss, 0.00003 LR, 124.27 GB used, 12.50 s"
        if (pair.unit == "ms")
            bare.seconds = pair.value / millisecondsPerSecond;
        else if (pair.unit == "s" && !pair.isDuration && trimmed(pair.rest).empty())
            bare.seconds = pair.value;
    }
    bare.isFirst = false;
    bare.last = pair.value;
    if (metric == Metric::Loss)
        bare.hasLoss = true;
    if (metric != Metric::Nothing)
        takeNumber(log, line, own, metric, pair.key, pair.value, pair.unit, pair.isDuration);
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
    if (unit.empty() && name == "mem")
        return true; // of nobody knows what
    MemoryPeaks peaks;
    (metric == Metric::Allocated             ? peaks.allocated
            : metric == Metric::Reserved     ? peaks.reserved
            : metric == Metric::DeviceMemory ? peaks.device
                                             : peaks.inUse)
        = bytes;
    m_memory.join(peaks);
    return true;
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
        own.isRate = false;
        break;
    case Metric::MaybeSeconds:
        if (isDuration)
            break;
        (unit.empty() ? own.maybeSeconds : own.seconds) = seconds;
        own.isRate = own.isRate && own.seconds != seconds;
        break;
    case Metric::IterationSeconds:
        own.iterationSeconds = seconds;
        break;
    case Metric::Elapsed:
        own.elapsed = seconds;
        break;
    case Metric::StepsPerSecond:
        if (own.seconds == 0 || own.isRate) {
            own.seconds = value > 0 ? 1 / value : 0;
            own.isRate = true;
        }
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
    constexpr double maxFact = 1e15;
    double &last = m_facts[static_cast<std::size_t>(metric)];
    const char *const fact = factOf(metric);
    if (!fact || value == last || !(value > 0) || value > maxFact)
        return;
    constexpr double longestSequence = 1e8, shortestSequence = 128;
    const bool isMaybe = metric == Metric::MaybeLength; // of an answer, where it is short
    if (((isMaybe || metric == Metric::Length) && value > longestSequence) // without a limit
        || (isMaybe && value < shortestSequence))
        return;
    last = value;
    log.told(fact, value, line);
}

void GenericLog::merge(const Record &part)
{
    const auto take = [](double &into, double value) {
        if (value > 0)
            into = value;
    };
    if (part.seconds > 0)
        m_open.isRate = part.isRate;
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
    m_isRateAlone = m_isRateAlone && (record.isRate || record.seconds == 0)
        && record.iterationSeconds == 0 && record.maybeSeconds == 0;
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
