#include "model/timeline/pipeline_play.h"

#include <algorithm>

namespace headroom {
namespace {

constexpr double notYet = -1;

class PipelinePlayer
{
public:
    PipelinePlayer(const PipelinePlay &play, Timeline &timeline)
        : m_play(play)
        , m_timeline(timeline)
        , m_slots(play.stages * play.chunks)
        , m_next(static_cast<std::size_t>(play.stages), 0)
        , m_free(static_cast<std::size_t>(play.stages), 0)
        , m_replicas(static_cast<std::size_t>(play.stages), 0)
        , m_lead(static_cast<std::size_t>(play.stages), 0)
    {
        const auto size
            = static_cast<std::size_t>(m_slots) * static_cast<std::size_t>(play.microBatches);
        m_forwardInput.assign(size, notYet);
        m_backwardInput.assign(size, notYet);
        for (int i = 0; i < play.microBatches; ++i)
            input(false, 0, i) = 0;
        m_timeline.stages.assign(static_cast<std::size_t>(play.stages), {});
        countPasses();
    }

    bool play();

private:
    struct Counts
    {
        int forward = 0, backward = 0;
    };

    void countPasses();
    double &input(bool isBackward, int slot, int microBatch);
    bool advance(int stage);
    void place(int stage, const PassStep &step, double arrival);
    void send(int stage, const PassStep &step, double end);
    double gatherAhead(int stage, int chunk);
    void waitForReplicas(StageTimeline &stage, double from, double to);
    void fillGap(StageTimeline &stage, double from, double to, double lead);

    const PipelinePlay &m_play;
    Timeline &m_timeline;
    int m_slots;
    std::vector<std::size_t> m_next; ///< per stage: position in its order
    std::vector<double> m_free; ///< per stage: end of its last pass
    std::vector<double> m_replicas; ///< per stage: end of the exchange between replicas
    std::vector<double> m_lead; ///< per stage: how long its last transfer keeps it
    std::vector<double> m_forwardInput, m_backwardInput; ///< arrival per slot and micro-batch
    std::vector<Counts> m_left; ///< passes still to come per stage and chunk
    int m_forwardsPerChunk = 0;
};

void PipelinePlayer::countPasses()
{
    m_left.assign(static_cast<std::size_t>(m_slots), {});
    for (int stage = 0; stage < m_play.stages; ++stage)
        for (const PassStep &step : m_play.orders[static_cast<std::size_t>(stage)]) {
            Counts &counts = m_left[static_cast<std::size_t>(stage * m_play.chunks + step.chunk)];
            ++(step.isBackward ? counts.backward : counts.forward);
        }
    m_forwardsPerChunk = m_play.microBatches;
}

double &PipelinePlayer::input(bool isBackward, int slot, int microBatch)
{
    const auto index
        = static_cast<std::size_t>(slot) * static_cast<std::size_t>(m_play.microBatches)
        + static_cast<std::size_t>(microBatch);
    return isBackward ? m_backwardInput[index] : m_forwardInput[index];
}

/// Bubbles and waits are passes too, so that a stage's passes cover the step without gaps. The end
/// of a gap that a transfer takes is a wait for it.
void PipelinePlayer::fillGap(StageTimeline &stage, double from, double to, double lead)
{
    const double gap = to - from;
    if (gap <= 0)
        return;
    const double wait = std::min(gap, lead);
    if (gap > wait) {
        stage.passes.push_back({ from, gap - wait, -1, -1, 0, 0, PassKind::Bubble });
        stage.terms[TimeTerm::Bubble] += Seconds { gap - wait };
    }
    if (wait > 0) {
        stage.passes.push_back({ to - wait, wait, -1, -1, 0, 0, PassKind::TransferWait });
        stage.terms[TimeTerm::ExposedPipeline] += Seconds { wait };
    }
}

void PipelinePlayer::waitForReplicas(StageTimeline &stage, double from, double to)
{
    if (to <= from)
        return;
    stage.passes.push_back({ from, to - from, -1, -1, 0, 0, PassKind::ExchangeWait });
    stage.terms[TimeTerm::ExposedData] += Seconds { to - from };
}

/// Weights of a chunk that is not the first are gathered while earlier passes or bubbles run, one
/// chunk after the other.
double PipelinePlayer::gatherAhead(int stage, int chunk)
{
    const auto slot = static_cast<std::size_t>(chunk * m_play.stages + stage);
    const double seconds = slot < m_play.gathers.size() ? m_play.gathers[slot].value() : 0;
    if (seconds <= 0)
        return 0;
    const auto index = static_cast<std::size_t>(stage);
    std::vector<Transfer> &gathers = m_timeline.stages[index].gathers;
    gathers.push_back({ m_replicas[index], seconds, 0, 0, static_cast<std::int16_t>(chunk) });
    return m_replicas[index] = gathers.back().end();
}

void PipelinePlayer::send(int stage, const PassStep &step, double end)
{
    const int slot = step.chunk * m_play.stages + stage;
    const int target = slot + (step.isBackward ? -1 : 1);
    m_lead[static_cast<std::size_t>(stage)] = 0;
    if (target < 0)
        return;
    if (target == m_slots) {
        // The loss is on this device: the gradient starts where the forward pass ends.
        input(true, slot, step.microBatch) = m_free[static_cast<std::size_t>(stage)];
        return;
    }
    if (m_play.stages == 1) {
        input(step.isBackward, target, step.microBatch) = end;
        return;
    }
    StageTimeline &own = m_timeline.stages[static_cast<std::size_t>(stage)];
    std::vector<Transfer> &transfers = step.isBackward ? own.previous : own.next;
    const double start = std::max(end, transfers.empty() ? 0 : transfers.back().end());
    const double seconds = m_play.transfer.seconds.value();
    input(step.isBackward, target, step.microBatch) = start + seconds;
    if (seconds <= 0)
        return;
    const double lead = seconds * m_play.transfer.exposed;
    // Collectives at the end of a pass run beside its transfer.
    m_lead[static_cast<std::size_t>(stage)]
        = std::max(0.0, start + lead - m_free[static_cast<std::size_t>(stage)]);
    transfers.push_back({ start, seconds, std::min(lead, seconds), step.microBatch,
        static_cast<std::int16_t>(step.chunk) });
}

void PipelinePlayer::place(int stage, const PassStep &step, double arrival)
{
    const auto index = static_cast<std::size_t>(stage);
    StageTimeline &own = m_timeline.stages[index];
    Counts &left = m_left[static_cast<std::size_t>(stage * m_play.chunks + step.chunk)];
    const bool isFirst = !step.isBackward && left.forward == m_forwardsPerChunk;
    const bool isLast = step.isBackward && left.backward == 1;
    --(step.isBackward ? left.backward : left.forward);

    const std::int32_t pattern = m_play.pattern(stage, step, isFirst, isLast);
    const PassTemplate &shape = m_timeline.templates[static_cast<std::size_t>(pattern)];
    // The sender waits for a share of its own transfer before it goes on.
    const double ready = m_free[index] + m_lead[index];
    arrival = std::max(0.0, arrival - shape.leadIn);
    // Replicas exchange one bucket after another: a pass that hands on gradients too early waits.
    const double queued = shape.replicasEnd > 0 ? m_replicas[index] - shape.replicasStart : 0;
    const double gathered
        = isFirst ? gatherAhead(stage, step.chunk) - m_play.gatherOverlap * shape.duration : 0;
    const double start = std::max({ ready, arrival, queued, gathered });
    const double undelayed = std::max(ready, arrival);
    const double waited = arrival >= ready ? m_play.transfer.seconds.value() : m_lead[index];
    const bool hasTransfers = m_play.stages > 1 && (arrival > 0 || m_lead[index] > 0);
    fillGap(own, m_free[index], undelayed, hasTransfers ? waited : 0);
    waitForReplicas(own, undelayed, start);
    own.passes.push_back(
        { start, shape.duration, pattern, step.microBatch, static_cast<std::int16_t>(step.chunk), 0,
            step.isBackward ? PassKind::Backward : PassKind::Forward });
    for (std::size_t term = 0; term < timeTermCount; ++term)
        own.terms.values[term] += shape.terms.values[term];
    m_free[index] = start + shape.duration;
    if (shape.replicasEnd > 0)
        m_replicas[index] = start + shape.replicasEnd;
    send(stage, step, start + shape.output);
}

bool PipelinePlayer::advance(int stage)
{
    const auto index = static_cast<std::size_t>(stage);
    const std::vector<PassStep> &order = m_play.orders[index];
    bool moved = false;
    for (; m_next[index] < order.size(); ++m_next[index]) {
        const PassStep &step = order[m_next[index]];
        const double arrival
            = input(step.isBackward, step.chunk * m_play.stages + stage, step.microBatch);
        if (arrival < 0)
            break;
        place(stage, step, arrival);
        moved = true;
    }
    return moved;
}

bool PipelinePlayer::play()
{
    for (bool moved = true; moved;) {
        moved = false;
        for (int stage = 0; stage < m_play.stages; ++stage)
            moved = advance(stage) || moved;
    }
    for (int stage = 0; stage < m_play.stages; ++stage)
        if (m_next[static_cast<std::size_t>(stage)]
            != m_play.orders[static_cast<std::size_t>(stage)].size())
            return false;
    // Before the update every gradient has to be there.
    for (int stage = 0; stage < m_play.stages; ++stage) {
        const auto index = static_cast<std::size_t>(stage);
        waitForReplicas(m_timeline.stages[index], m_free[index], m_replicas[index]);
    }
    return true;
}

} // namespace

bool playPipeline(const PipelinePlay &play, Timeline &timeline)
{
    return PipelinePlayer(play, timeline).play();
}

} // namespace headroom
