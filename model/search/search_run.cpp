#include "model/search/search_run.h"

#include "model/search/work_ranges.h"

#include <algorithm>
#include <thread>

namespace headroom {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto publishInterval = std::chrono::milliseconds { 30 };
constexpr auto watchInterval = std::chrono::milliseconds { 50 };
constexpr unsigned groupsBetweenLooks = 16; ///< a look at the clock costs as much as some points

unsigned threadCount(int wanted)
{
    const unsigned machine = std::max(1u, std::thread::hardware_concurrency());
    return wanted > 0 ? static_cast<unsigned>(wanted) : machine;
}

} // namespace

/// One thread's share of a phase.
class SearchRun::Worker
{
public:
    Worker(SearchRun &run, unsigned index, SearchMode mode, const PruningLimits &limits,
        Collector &collector)
        : m_run(run)
        , m_index(index)
        , m_collector(collector)
        , m_evaluator(run.m_request, mode, limits, collector)
    { }

    void work(std::span<const Work> work, WorkRanges &ranges)
    {
        while (const auto index = ranges.take(m_index)) {
            const Work &item = work[*index];
            const SearchVariant &variant
                = *m_run.m_variants[static_cast<std::size_t>(item.variant)];
            const Block &block = variant.space.blocks()[static_cast<std::size_t>(item.block)];
            variant.space.forEachGroup(block, [&](const PointGroup &group) {
                m_evaluator.evaluate(variant, item.variant, group);
                return look();
            });
            if (m_run.m_stop.stop_requested())
                return;
            ++m_blocksDone;
            look();
        }
    }

    std::uint64_t blocksDone() const { return m_blocksDone; }

private:
    /// False when the search is to stop.
    bool look()
    {
        if (m_run.m_stop.stop_requested())
            return false;
        if (++m_groups % groupsBetweenLooks != 0)
            return true;
        const Clock::time_point now = Clock::now();
        const bool isFirst = !m_hasPublished && m_collector.counts.feasible > 0;
        if (isFirst || now - m_published > publishInterval) {
            m_published = now;
            m_hasPublished = true;
            m_run.publish(m_index, m_collector, m_blocksDone);
        }
        return true;
    }

    SearchRun &m_run;
    unsigned m_index;
    Collector &m_collector;
    GroupEvaluator m_evaluator;
    unsigned m_groups = 0;
    std::uint64_t m_blocksDone = 0;
    bool m_hasPublished = false;
    Clock::time_point m_published = Clock::now();
};

SearchRun::SearchRun(std::span<const std::unique_ptr<SearchVariant>> variants,
    const SearchRequest &request, std::stop_token stop)
    : m_variants(variants)
    , m_request(request)
    , m_stop(std::move(stop))
    , m_threads(threadCount(request.threads))
{ }

void SearchRun::publish(unsigned worker, const Collector &collector, std::uint64_t blocksDone)
{
    const std::scoped_lock lock(m_mutex);
    m_interim[worker] = { collector.counts, blocksDone, 0, collector.best() };
    m_hasFirst = m_hasFirst || collector.counts.feasible > 0;
    m_changed.notify_one();
}

void SearchRun::watch(const InterimObserver &observer)
{
    std::unique_lock lock(m_mutex);
    if (!observer) {
        m_changed.wait(lock, [this] { return m_running == 0; });
        return;
    }
    bool hasShown = false;
    while (m_running > 0) {
        m_changed.wait_for(
            lock, watchInterval, [&] { return m_running == 0 || (m_hasFirst && !hasShown); });
        if (m_running == 0)
            return;
        InterimResult sum;
        sum.blocks = m_blocks;
        for (const InterimResult &part : m_interim) {
            sum.counts.enumerated += part.counts.enumerated;
            sum.counts.evaluated += part.counts.evaluated;
            sum.counts.feasible += part.counts.feasible;
            sum.blocksDone += part.blocksDone;
            sum.best.insert(sum.best.end(), part.best.begin(), part.best.end());
        }
        hasShown = hasShown || m_hasFirst;
        lock.unlock();
        std::sort(sum.best.begin(), sum.best.end());
        sum.best.resize(std::min(sum.best.size(), m_request.top));
        observer(sum);
        lock.lock();
    }
}

Collector SearchRun::search(std::span<const Work> work, SearchMode mode,
    const PruningLimits &limits, const InterimObserver &observer)
{
    WorkRanges ranges(static_cast<std::uint32_t>(work.size()), m_threads);
    std::vector<Collector> collectors(m_threads, Collector(m_request.top));
    m_interim.assign(m_threads, {});
    m_blocks = work.size();
    m_running = m_threads;
    {
        std::vector<std::jthread> threads;
        for (unsigned i = 0; i < m_threads; ++i)
            threads.emplace_back([&, i] {
                Worker worker(*this, i, mode, limits, collectors[i]);
                worker.work(work, ranges);
                const std::scoped_lock lock(m_mutex);
                --m_running;
                m_changed.notify_one();
            });
        watch(observer);
    }
    Collector sum(m_request.top);
    for (const Collector &collector : collectors)
        sum.merge(collector);
    return sum;
}

PruningLimits SearchRun::limitsFrom(const Collector &probe) const
{
    PruningLimits limits;
    limits.pareto = probe.pareto();
    const std::vector<RankedPoint> best = probe.best();
    if (!best.empty())
        limits.worstValue
            = std::max(probe.worstValue(), tieLimit(m_request.objective, best.front()));
    if (const auto standard = probe.standard(); standard && standard->isSafe)
        limits.worstSafeValue = tieLimit(m_request.objective, *standard);
    return limits;
}

Collector SearchRun::run(const InterimObserver &observer)
{
    Collector total(m_request.top);
    std::size_t next = 0;
    while (next < m_variants.size()) {
        // Fewest devices: one device count after the other, until there are enough results.
        std::size_t end = m_variants.size();
        if (m_request.objective == Objective::Devices && !m_request.isExhaustive) {
            end = next + 1;
            while (end < m_variants.size() && m_variants[end]->devices == m_variants[next]->devices)
                ++end;
        }
        std::vector<Work> work;
        for (std::size_t i = next; i < end; ++i)
            for (std::size_t b = 0; b < m_variants[i]->space.blocks().size(); ++b)
                work.push_back({ static_cast<int>(i), static_cast<int>(b) });
        PruningLimits limits;
        if (!m_request.isExhaustive)
            limits = limitsFrom(search(work, SearchMode::Probe, limits, observer));
        const SearchMode mode
            = m_request.isExhaustive ? SearchMode::Exhaustive : SearchMode::Pruned;
        total.merge(search(work, mode, limits, observer));
        if (m_stop.stop_requested())
            break;
        if (m_request.objective == Objective::Devices && total.best().size() >= m_request.top)
            break;
        next = end;
    }
    return total;
}

} // namespace headroom
