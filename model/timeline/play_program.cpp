#include "model/timeline/pass_program.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace headroom {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr std::size_t computeStream = static_cast<std::size_t>(TimelineStream::Compute);

/// What is known of an operation while the program plays.
struct Progress
{
    double done = 0;
    double start = -1, end = -1;
    double exposed = 0;
    double waitStart = 0, waitEnd = 0;
    std::int32_t limiting = -1; ///< dependency met last
    double limitingShare = 1;
};

class Player
{
public:
    explicit Player(const std::vector<PassOp> &ops)
        : m_ops(ops)
        , m_progress(ops.size())
    {
        for (std::size_t i = 0; i < ops.size(); ++i)
            m_queues[static_cast<std::size_t>(ops[i].stream)].push_back(
                static_cast<std::int32_t>(i));
        m_active.fill(-1);
    }

    PassTemplate play();

private:
    bool isMet(const OpDependency &dependency) const;
    bool isReady(std::int32_t op);
    void startReady();
    std::int32_t waitedFor() const;
    void chargeWait(std::int32_t op, double from, double to);
    double rate(std::size_t stream) const;
    void findRates();
    double nextEvent() const;
    void advance(double step);
    void finish(std::size_t stream);
    PassTemplate result() const;

    const std::vector<PassOp> &m_ops;
    std::vector<Progress> m_progress;
    std::array<std::vector<std::int32_t>, timelineStreamCount> m_queues;
    std::array<std::size_t, timelineStreamCount> m_head {};
    std::array<std::int32_t, timelineStreamCount> m_active {};
    std::array<double, timelineStreamCount> m_rates {};
    std::int32_t m_slowing = -1; ///< collective that slows computation most
    double m_now = 0;
    double m_computeFree = 0; ///< since when the compute stream is idle
    TimeTerms m_terms;
    double m_computeWork = 0;
};

bool Player::isMet(const OpDependency &dependency) const
{
    const Progress &other = m_progress[static_cast<std::size_t>(dependency.op)];
    if (other.end >= 0)
        return true;
    if (other.start < 0 || dependency.share >= 1)
        return false;
    const double work = m_ops[static_cast<std::size_t>(dependency.op)].work;
    return other.done >= dependency.share * work - 1e-12 * work;
}

bool Player::isReady(std::int32_t index)
{
    const PassOp &op = m_ops[static_cast<std::size_t>(index)];
    for (int i = 0; i < op.dependencyCount; ++i) {
        const OpDependency &dependency = op.dependencies[static_cast<std::size_t>(i)];
        if (isMet(dependency))
            continue;
        m_progress[static_cast<std::size_t>(index)].limiting = dependency.op;
        m_progress[static_cast<std::size_t>(index)].limitingShare = dependency.share;
        return false;
    }
    return true;
}

/// What the compute stream waits for: the operation that its next one depends on, or what that one
/// queues behind. −1 when it does not wait.
std::int32_t Player::waitedFor() const
{
    if (m_active[computeStream] >= 0 || m_head[computeStream] == m_queues[computeStream].size())
        return -1;
    const std::int32_t next = m_queues[computeStream][m_head[computeStream]];
    const std::int32_t limiting = m_progress[static_cast<std::size_t>(next)].limiting;
    if (limiting < 0)
        return limiting;
    const auto stream = static_cast<std::size_t>(m_ops[static_cast<std::size_t>(limiting)].stream);
    if (m_active[stream] >= 0)
        return m_active[stream];
    for (const std::int32_t active : m_active)
        if (active >= 0)
            return active;
    return limiting;
}

/// A stretch of waiting belongs to the operation that runs meanwhile.
void Player::chargeWait(std::int32_t op, double from, double to)
{
    if (op < 0 || to <= from)
        return;
    Progress &cause = m_progress[static_cast<std::size_t>(op)];
    cause.exposed += to - from;
    m_terms[m_ops[static_cast<std::size_t>(op)].term] += Seconds { to - from };
    if (cause.waitEnd == from && cause.waitEnd > cause.waitStart) {
        cause.waitEnd = to;
    } else if (to - from > cause.waitEnd - cause.waitStart) {
        cause.waitStart = from;
        cause.waitEnd = to;
    }
}

void Player::startReady()
{
    for (std::size_t stream = 0; stream < timelineStreamCount; ++stream) {
        if (m_active[stream] >= 0 || m_head[stream] == m_queues[stream].size())
            continue;
        const std::int32_t index = m_queues[stream][m_head[stream]];
        if (!isReady(index))
            continue;
        m_progress[static_cast<std::size_t>(index)].start = m_now;
        m_active[stream] = index;
        if (m_ops[static_cast<std::size_t>(index)].work <= 0)
            finish(stream);
    }
}

void Player::findRates()
{
    m_rates.fill(1);
    m_slowing = -1;
    if (m_active[computeStream] < 0)
        return;
    // Where the device waits for its host there is nothing to slow down.
    const BlockOp beside = m_ops[static_cast<std::size_t>(m_active[computeStream])].op;
    const bool computes = beside != BlockOp::Launch && beside != BlockOp::HostWork;
    double worst = 0;
    for (std::size_t stream = 1; stream < timelineStreamCount; ++stream) {
        if (m_active[stream] < 0)
            continue;
        const PassOp &op = m_ops[static_cast<std::size_t>(m_active[stream])];
        const double kappa = computes ? op.contention * op.reach : 0;
        m_rates[stream] = op.reach / (1 + kappa);
        if (kappa > worst) {
            worst = kappa;
            m_slowing = m_active[stream];
        }
    }
    m_rates[computeStream] = 1 / (1 + worst);
}

double Player::nextEvent() const
{
    double step = never;
    for (std::size_t stream = 0; stream < timelineStreamCount; ++stream) {
        if (const std::int32_t active = m_active[stream]; active >= 0) {
            const auto index = static_cast<std::size_t>(active);
            step = std::min(step, (m_ops[index].work - m_progress[index].done) / m_rates[stream]);
            continue;
        }
        if (m_head[stream] == m_queues[stream].size())
            continue;
        const PassOp &waiting = m_ops[static_cast<std::size_t>(m_queues[stream][m_head[stream]])];
        for (int i = 0; i < waiting.dependencyCount; ++i) {
            const OpDependency &dependency = waiting.dependencies[static_cast<std::size_t>(i)];
            const auto other = static_cast<std::size_t>(dependency.op);
            const auto otherStream = static_cast<std::size_t>(m_ops[other].stream);
            if (dependency.share >= 1 || m_active[otherStream] != dependency.op)
                continue;
            const double missing = dependency.share * m_ops[other].work - m_progress[other].done;
            if (missing > 1e-12 * m_ops[other].work)
                step = std::min(step, missing / m_rates[otherStream]);
        }
    }
    return step;
}

void Player::finish(std::size_t stream)
{
    Progress &own = m_progress[static_cast<std::size_t>(m_active[stream])];
    own.end = m_now;
    m_active[stream] = -1;
    ++m_head[stream];
    if (stream == computeStream)
        m_computeFree = m_now;
}

void Player::advance(double step)
{
    if (m_slowing >= 0) {
        const double stretch = step * (1 - m_rates[computeStream]);
        m_progress[static_cast<std::size_t>(m_slowing)].exposed += stretch;
        m_terms[m_ops[static_cast<std::size_t>(m_slowing)].term] += Seconds { stretch };
    }
    const double before = m_now;
    const std::int32_t cause = waitedFor();
    m_now += step;
    chargeWait(cause, before, m_now);
    for (std::size_t stream = 0; stream < timelineStreamCount; ++stream) {
        if (m_active[stream] < 0)
            continue;
        const auto index = static_cast<std::size_t>(m_active[stream]);
        m_progress[index].done += step * m_rates[stream];
        if (m_progress[index].done >= m_ops[index].work * (1 - 1e-12))
            finish(stream);
    }
}

PassTemplate Player::play()
{
    while (true) {
        for (std::size_t before = 0, after = 1; before != after;) {
            before = m_head[computeStream];
            startReady();
            after = m_head[computeStream];
        }
        findRates();
        const double step = nextEvent();
        if (step == never)
            break;
        advance(step);
    }
    return result();
}

PassTemplate Player::result() const
{
    PassTemplate pattern;
    pattern.duration = m_computeFree;
    pattern.terms = m_terms;
    std::vector<std::int32_t> blockOf(m_ops.size(), -1);
    for (std::size_t stream = 0; stream < timelineStreamCount; ++stream) {
        pattern.firstOfStream[stream] = static_cast<std::uint32_t>(pattern.blocks.size());
        for (const std::int32_t index : m_queues[stream]) {
            const PassOp &op = m_ops[static_cast<std::size_t>(index)];
            const Progress &own = m_progress[static_cast<std::size_t>(index)];
            assert(own.end >= 0);
            if (op.work <= 0)
                continue;
            blockOf[static_cast<std::size_t>(index)]
                = static_cast<std::int32_t>(pattern.blocks.size());
            TimelineBlock block { own.start, own.end - own.start, op.work, own.exposed,
                own.waitStart, own.waitEnd, op.term, op.op, op.phase, op.stream, op.layer, op.part,
                op.parts, own.limiting, own.limitingShare };
            pattern.blocks.push_back(block);
            if (op.stream == TimelineStream::Replicas) {
                if (pattern.replicasEnd == 0)
                    pattern.replicasStart = block.start;
                pattern.replicasEnd = block.end();
            }
            if (stream == computeStream) {
                pattern.computeWork += op.work;
                pattern.output = own.end;
                pattern.terms[op.term] += Seconds { op.work };
            }
        }
    }
    pattern.firstOfStream[timelineStreamCount] = static_cast<std::uint32_t>(pattern.blocks.size());
    for (TimelineBlock &block : pattern.blocks)
        if (block.dependency >= 0)
            block.dependency = blockOf[static_cast<std::size_t>(block.dependency)];
    return pattern;
}

} // namespace

PassTemplate playProgram(const PassProgram &program)
{
    return Player(program.ops()).play();
}

} // namespace headroom
