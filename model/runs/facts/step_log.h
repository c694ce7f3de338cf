#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

namespace headroom {

/// Why a step may not stand for the others.
enum class StepKind {
    Train,
    Evaluation, ///< first step behind an evaluation, whose time may lie in it
    Ramp, ///< the batch was still growing
    Skipped, ///< the optimizer did not step (overflow in fp16)
};

/// One printed step, or the mean of the steps since the last line.
struct StepSample
{
    std::int64_t step = 0;
    double value = 0; ///< what StepLog's measure says: seconds, or a rate
    double covered = 1; ///< steps that the value is the mean of
    double weight = 1; ///< steps that this one stands for where some are not kept
    double tokensPerSecond = 0; ///< per device, where the line has it beside the value; 0: not
    double batch = 0; ///< sequences of the step, where the line has it; 0: not
    double clock = 0; ///< when the step was over, by the line's stamp or counter; 0: not told
    double loss = 0;
    bool hasLoss = false;
    StepKind kind = StepKind::Train;
    int segment = 0; ///< counts restarts
    std::int64_t line = 0; ///< counts the lines of the segment
    int copies = 1; ///< lines of other ranks that say the same step
    double least = 0, most = 0; ///< values over the copies
};

/// What the values of a log's steps are.
enum class StepMeasure {
    Time, ///< seconds
    TokenRate, ///< tokens per second and device
    SampleRate, ///< sequences per second of the whole run
    Clock, ///< nothing: only their clock tells
};

/// Collects the steps of one run from its lines: copies of other ranks are joined, a step number
/// that falls back begins another segment. Memory is bounded: beyond `most` steps every second is
/// kept, then every fourth; the first lines of a segment are.
class StepLog
{
public:
    static constexpr std::size_t most = 1u << 16;

    StepMeasure measure = StepMeasure::Time;
    bool printsMeans = false; ///< a line is the mean of the steps since the last one

    void add(int rank, StepSample sample);
    /// A start was printed: what follows is another segment, even where its steps go on.
    void beginSegment();
    /// An evaluation was printed: the next step is not like the others.
    void evaluated() { m_isBehindEvaluation = true; }

    /// Sequences of the largest batch that a line has; 0: none has it.
    double largestBatch() const { return m_largestBatch; }
    bool empty() const { return m_samples.empty() && m_open.empty(); }
    std::int64_t count() const { return m_count; } ///< steps printed, copies not counted
    int segments() const { return empty() ? 0 : m_segment + 1; }
    /// All that are kept, in the order of the log. A line that comes after a gap covers no more
    /// steps than lines of its attempt usually do.
    std::vector<StepSample> samples() const;
    /// Another attempt of the same run, which came later.
    void append(const StepLog &later);

private:
    struct RankState
    {
        std::int64_t lastStep = 0;
        int segment = -1;
    };
    StepSample *openSample(std::int64_t step);
    bool fallsBack(int rank, const RankState &own, const StepSample &sample, bool isOpen) const;
    void seeInterval(const StepSample &sample);
    void setCovered(StepSample &sample);
    void fillGap(StepSample &sample) const;
    void close();
    static bool isFirst(const StepSample &sample);
    void keep(StepSample sample);

    std::vector<StepSample> m_samples;
    std::vector<std::int64_t> m_intervals; ///< fewest steps between two lines, by attempt
    std::deque<StepSample> m_open; ///< the newest, which lines of other ranks may still join
    std::unordered_map<int, RankState> m_ranks;
    std::int64_t m_count = 0, m_stride = 1, m_kept = 0, m_lastOfSegment = -1, m_line = 0;
    int m_segment = 0;
    double m_largestBatch = 0;
    bool m_hasCopies = false, m_isBehindEvaluation = false;
};

} // namespace headroom
