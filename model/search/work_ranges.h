#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

namespace headroom {

/// Work stealing over the indices 0 … count−1. Each worker owns a range and takes from its front;
/// one that runs dry takes the back half of the fullest other range. A range is one atomic word,
/// and an index that was handed out never returns, so compare-and-swap needs no further care.
class WorkRanges
{
public:
    WorkRanges(std::uint32_t count, unsigned workers)
        : m_ranges(workers)
    {
        const std::uint64_t total = count;
        for (unsigned i = 0; i < workers; ++i)
            m_ranges[i].word.store(pack(static_cast<std::uint32_t>(total * i / workers),
                static_cast<std::uint32_t>(total * (i + 1) / workers)));
    }

    /// The next index for a worker; nothing when all have been handed out.
    std::optional<std::uint32_t> take(unsigned worker)
    {
        if (const auto index = takeFront(m_ranges[worker].word))
            return index;
        while (true) {
            Range *victim = nullptr;
            std::uint32_t most = 0;
            for (Range &range : m_ranges) {
                const std::uint64_t word = range.word.load();
                const std::uint32_t size = last(word) - first(word);
                if (first(word) < last(word) && size > most) {
                    victim = &range;
                    most = size;
                }
            }
            if (!victim)
                return std::nullopt;
            std::uint64_t word = victim->word.load();
            if (first(word) >= last(word))
                continue;
            const std::uint32_t middle = first(word) + (last(word) - first(word)) / 2;
            if (victim->word.compare_exchange_strong(word, pack(first(word), middle))) {
                m_ranges[worker].word.store(pack(middle + 1, last(word)));
                return middle;
            }
        }
    }

private:
    struct alignas(64) Range
    {
        std::atomic<std::uint64_t> word { 0 };
    };
    static std::uint64_t pack(std::uint32_t first, std::uint32_t last)
    {
        return std::uint64_t { first } << 32 | last;
    }
    static std::uint32_t first(std::uint64_t word)
    {
        return static_cast<std::uint32_t>(word >> 32);
    }
    static std::uint32_t last(std::uint64_t word) { return static_cast<std::uint32_t>(word); }

    static std::optional<std::uint32_t> takeFront(std::atomic<std::uint64_t> &range)
    {
        std::uint64_t word = range.load();
        while (first(word) < last(word))
            if (range.compare_exchange_weak(word, pack(first(word) + 1, last(word))))
                return first(word);
        return std::nullopt;
    }

    std::vector<Range> m_ranges;
};

} // namespace headroom
