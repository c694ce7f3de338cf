#include "model/runs/facts/step_log.h"

#include <algorithm>

namespace headroom {
namespace {

/// Steps that ranks may lie apart in what they print.
constexpr int openSteps = 16;
constexpr std::size_t maxRanks = 16384;
constexpr int maxSegments = 1024; ///< whose first lines are all kept

} // namespace

StepSample *StepLog::openSample(std::int64_t step)
{
    if (step > m_lastOfSegment)
        return nullptr;
    const auto found = std::find_if(m_open.rbegin(), m_open.rend(), [&](const StepSample &sample) {
        return sample.step == step && sample.segment == m_segment;
    });
    return found == m_open.rend() ? nullptr : &*found;
}

/// Whether a step begins another attempt rather than being a copy or the next one.
bool StepLog::fallsBack(int rank, const RankState &own, const StepSample &sample, bool isOpen) const
{
    if (sample.step > m_lastOfSegment || m_lastOfSegment < 0)
        return false;
    if (!isOpen)
        return true;
    const bool hasReported = own.segment == m_segment;
    if (rank >= 0)
        return hasReported && sample.step < own.lastStep;
    return sample.step < own.lastStep && !m_hasCopies;
}

void StepLog::add(int rank, StepSample sample)
{
    RankState *own = &m_ranks[-1];
    if (rank >= 0 && (m_ranks.size() < maxRanks || m_ranks.contains(rank)))
        own = &m_ranks[rank];
    StepSample *open = openSample(sample.step);
    if (fallsBack(rank, *own, sample, open != nullptr)) {
        beginSegment();
        open = nullptr;
    }
    own->lastStep = sample.step;
    own->segment = m_segment;
    if (open) {
        const double copies = open->copies;
        open->value = (open->value * copies + sample.value) / (copies + 1);
        open->least = std::min(open->least, sample.value);
        open->most = std::max(open->most, sample.value);
        ++open->copies;
        m_hasCopies = true;
        return;
    }
    sample.segment = m_segment;
    sample.least = sample.most = sample.value;
    if (m_isBehindEvaluation && sample.kind == StepKind::Train)
        sample.kind = StepKind::Evaluation;
    m_isBehindEvaluation = false;
    seeInterval(sample);
    if (printsMeans)
        setCovered(sample);
    m_lastOfSegment = std::max(m_lastOfSegment, sample.step);
    ++m_count;
    m_largestBatch = std::max(m_largestBatch, sample.batch);
    sample.line = m_line++;
    m_open.push_back(sample);
    if (m_open.size() > static_cast<std::size_t>(openSteps))
        close();
}

void StepLog::seeInterval(const StepSample &sample)
{
    const std::int64_t interval = m_lastOfSegment < 0 ? 0 : sample.step - m_lastOfSegment;
    const auto segment = static_cast<std::size_t>(m_segment);
    if (interval <= 0 || segment >= static_cast<std::size_t>(maxSegments))
        return;
    m_intervals.resize(std::max(m_intervals.size(), segment + 1));
    std::int64_t &least = m_intervals[segment];
    least = least == 0 ? interval : std::min(least, interval);
}

/// Steps whose lines are missing were not measured: after a gap a line is the mean of as many as
/// the lines closest to each other lie apart. The first interval may be one short ("1, 10, 20").
void StepLog::fillGap(StepSample &sample) const
{
    const auto segment = static_cast<std::size_t>(sample.segment);
    if (segment >= m_intervals.size() || m_intervals[segment] == 0)
        return;
    const auto least = static_cast<double>(m_intervals[segment]);
    if (sample.covered >= 2 * least)
        sample.covered = least;
}

/// Sets how many steps a line covers. The first of an attempt covers as many as the second, as far
/// as its own number goes.
void StepLog::setCovered(StepSample &sample)
{
    if (m_lastOfSegment < 0)
        return;
    sample.covered = static_cast<double>(sample.step - m_lastOfSegment);
    if (m_line == 1 && !m_open.empty())
        m_open.back().covered = std::clamp(
            static_cast<double>(m_open.back().step), 1.0, std::max(sample.covered, 1.0));
}

void StepLog::beginSegment()
{
    if (empty() || m_lastOfSegment < 0)
        return;
    while (!m_open.empty())
        close();
    ++m_segment;
    m_lastOfSegment = -1;
    m_line = 0;
    m_isBehindEvaluation = false;
}

void StepLog::close()
{
    keep(m_open.front());
    m_open.pop_front();
}

/// Warm-up lines are told one by one.
bool StepLog::isFirst(const StepSample &sample)
{
    return sample.line < openSteps && sample.segment < maxSegments;
}

void StepLog::keep(StepSample sample)
{
    if (isFirst(sample)) {
        m_samples.push_back(sample);
    } else if (m_kept++ % m_stride == 0) {
        sample.weight = static_cast<double>(m_stride);
        m_samples.push_back(sample);
    }
    if (m_samples.size() < most)
        return;
    std::int64_t index = 0;
    std::erase_if(
        m_samples, [&](const StepSample &kept) { return !isFirst(kept) && index++ % 2 != 0; });
    m_stride *= 2;
    for (StepSample &kept : m_samples)
        if (!isFirst(kept))
            kept.weight = static_cast<double>(m_stride);
}

std::vector<StepSample> StepLog::samples() const
{
    std::vector<StepSample> all;
    all.reserve(m_samples.size() + m_open.size()); // growing would take twice as much for a moment
    all = m_samples;
    all.insert(all.end(), m_open.begin(), m_open.end());
    for (StepSample &sample : all)
        fillGap(sample);
    return all;
}

void StepLog::append(const StepLog &later)
{
    beginSegment();
    m_largestBatch = std::max(m_largestBatch, later.m_largestBatch);
    const int first = m_segment;
    m_intervals.resize(static_cast<std::size_t>(std::min(first, maxSegments)));
    m_intervals.insert(m_intervals.end(), later.m_intervals.begin(), later.m_intervals.end());
    for (StepSample sample : later.samples()) {
        sample.segment += first;
        keep(sample);
        ++m_count;
    }
    m_segment = first + std::max(later.segments() - 1, 0);
    m_ranks.clear();
    m_lastOfSegment = 0;
}

} // namespace headroom
