#pragma once

#include "model/search/group_evaluator.h"
#include "model/search/ties.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <span>

namespace headroom {

/// Best points so far, for whoever watches.
struct InterimResult
{
    SearchCounts counts;
    std::uint64_t blocksDone = 0, blocks = 0;
    std::vector<RankedPoint> best;
};
using InterimObserver = std::function<void(const InterimResult &)>;

/// Evaluates the spaces of some variants on several threads.
class SearchRun
{
public:
    /// Variants and request must outlive the run.
    SearchRun(std::span<const std::unique_ptr<SearchVariant>> variants,
        const SearchRequest &request, std::stop_token stop);

    /// `observer` is called from this thread.
    Collector run(const InterimObserver &observer = {});
    bool wasCancelled() const { return m_stop.stop_requested(); }

private:
    struct Work
    {
        int variant = 0, block = 0;
    };
    class Worker;

    Collector search(std::span<const Work> work, SearchMode mode, const PruningLimits &limits,
        const InterimObserver &observer);
    PruningLimits limitsFrom(const Collector &probe) const;
    void publish(unsigned worker, const Collector &collector, std::uint64_t blocksDone);
    void watch(const InterimObserver &observer);

    std::span<const std::unique_ptr<SearchVariant>> m_variants;
    const SearchRequest &m_request;
    std::stop_token m_stop;
    unsigned m_threads = 1;

    std::mutex m_mutex; ///< guards the rest
    std::condition_variable m_changed;
    std::vector<InterimResult> m_interim; ///< by worker
    std::uint64_t m_blocks = 0;
    unsigned m_running = 0;
    bool m_hasFirst = false;
};

} // namespace headroom
