#pragma once

#include "model/runs/facts/metric_names.h"
#include "model/runs/facts/run_trace.h"
#include "model/runs/readers/progress_bars.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace headroom {

class LogReader;
struct CleanLine;
struct LineShape;
struct NumberPair;

/// Reads steps out of lines of no known framework: whatever prints the number of a step and a time
/// or a rate under a name of metric_names.cpp, on one line or on several below a heading, as text,
/// as a Python dictionary or as JSON; and progress bars.
class GenericLog
{
public:
    /// `shape` keeps which numbers of such lines matter; nullptr: it is not known.
    void take(LogReader &log, const CleanLine &line, LineShape *shape = nullptr);
    /// A point of an exported curve.
    void addClocked(std::int64_t step, double clock);
    /// Whether training was seen: steps, a bar, or a loss.
    bool hasTraining() const { return hasSteps() || m_hasLoss; }
    bool hasSteps() const;
    bool hasLoss() const { return m_hasLoss; }
    /// A step was seen: what is set up is no longer set anew.
    bool hasBegun() const;
    /// Gives what was read to a run: steps where it has none, bars beside them, memory.
    void finish(RunTrace &run);

private:
    /// What the lines of one step print.
    struct Record
    {
        std::int64_t step = -1, iteration = -1, counter = -1;
        double seconds = 0, iterationSeconds = 0, maybeSeconds = 0, elapsed = 0, stamp = 0;
        double tokens = 0, deviceTokens = 0, samples = 0, deviceSamples = 0;
        double consumedSamples = 0, consumedTokens = 0, stepTokens = 0;
        std::optional<double> loss;
        int rank = -1;
        bool isHeading = false, isRate = false; ///< the seconds follow from a rate
        bool hasNumber() const { return step >= 0 || iteration >= 0; }
    };
    /// Steps whose lines say the same.
    enum Kind : std::size_t { Times, Tokens, Samples, Clocked, kindCount };

    std::string_view behindBars(std::string_view text);
    /// What the numbers of a line say without names of their own.
    struct BareNumbers
    {
        bool isFirst = true, hasLoss = false;
        double seconds = 0, last = 0;
        std::int64_t step = -1;
    };
    void takePairs(LogReader &log, const CleanLine &line, Record &own, LineShape *shape);
    bool takeSpots(LogReader &log, const CleanLine &line, Record &own, BareNumbers &bare,
        const LineShape &shape);
    void takePair(LogReader &log, const CleanLine &line, Record &own, BareNumbers &bare,
        const NumberPair &pair, Metric metric);
    void takeNumber(LogReader &log, const CleanLine &line, Record &own, Metric metric,
        std::string_view name, double value, std::string_view unit, bool isDuration);
    static bool takeAmount(Record &own, Metric metric, double value);
    bool takeMemory(Metric metric, std::string_view name, double value, std::string_view unit);
    void takeFact(LogReader &log, const CleanLine &line, Metric metric, double value);
    void merge(const Record &part);
    void close();
    void addRatios(const Record &record);
    void setRatios(RunTrace &run) const;
    std::optional<double> accumulation() const;
    bool clockRefutesRates() const;

    Record m_open;
    bool m_isOpen = false, m_hasLoss = false;
    std::int64_t m_openLine = 0, m_unnumbered = 0;
    std::array<StepLog, kindCount> m_steps;
    StepLog m_means; ///< times of lines without a number
    ProgressBars m_bars;
    MemoryPeaks m_memory;
    std::array<double, static_cast<std::size_t>(Metric::Count)> m_facts {}; ///< last of each
    /// Sums for quotients that are the same in every step.
    double m_tokens = 0, m_deviceTokens = 0, m_samples = 0, m_deviceSamples = 0, m_seconds = 0;
    double m_tokensSeconds = 0, m_samplesSeconds = 0;
    std::pair<std::int64_t, std::int64_t> m_begun { -1,
        -1 }; ///< iteration and step of the first line
    bool m_hasChanged = false; ///< a second step has begun
    std::int64_t m_firstIteration = -1, m_firstStep = -1, m_lastIteration = -1, m_lastStep = -1;
    double m_consumedSamples = 0, m_consumedTokens = 0;
    std::int64_t m_consumedSteps = 0;
    double m_firstSamples = 0, m_firstTokens = 0; ///< consumed at the first step that tells it
    std::int64_t m_firstConsumed = -1;
    double m_meanSeconds = 0; ///< of the last line without a number
    bool m_isRateAlone = true; ///< no line prints a time, all print what it follows from
    double m_lastMaybe = 0, m_maybeCount = 0;
    bool m_isMaybeElapsed = true, m_isIterationTime = false;
};

} // namespace headroom
