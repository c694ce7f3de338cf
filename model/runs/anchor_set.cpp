#include "model/runs/anchor_set.h"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace headroom {
namespace {

constexpr int classBits = 7; // ASCII at most

std::size_t cell(std::size_t state, std::size_t letterClass)
{
    return (state << classBits) + letterClass;
}

} // namespace

AnchorSet::AnchorSet(const std::vector<std::string_view> &anchors)
{
    assert(anchors.size() <= 64);
    std::size_t states = 1, classes = 1;
    for (const std::string_view anchor : anchors) {
        states += anchor.size();
        m_longest = std::max(m_longest, anchor.size());
        for (const char letter : anchor)
            if (auto &found = m_classOf[static_cast<unsigned char>(letter)]; found == 0)
                found = static_cast<std::uint8_t>(classes++);
    }
    assert(classes <= std::size_t { 1 } << classBits);
    m_next.assign(states << classBits, 0);
    m_found.assign(states, 0);
    std::uint16_t last = 0;
    for (std::size_t i = 0; i < anchors.size(); ++i) {
        std::uint16_t state = 0;
        for (const char letter : anchors[i]) {
            auto &next = m_next[cell(state, m_classOf[static_cast<unsigned char>(letter)])];
            if (next == 0)
                next = ++last;
            state = next;
        }
        m_found[state] |= std::uint64_t { 1 } << i;
    }
    // Where a text breaks off, the longest end of it that begins another goes on.
    std::vector<std::uint16_t> fallback(states, 0), queue;
    for (std::size_t c = 0; c < classes; ++c)
        if (m_next[c] != 0)
            queue.push_back(m_next[c]);
    for (std::size_t head = 0; head < queue.size(); ++head) {
        const std::uint16_t state = queue[head];
        m_found[state] |= m_found[fallback[state]];
        for (std::size_t c = 0; c < classes; ++c) {
            auto &next = m_next[cell(state, c)];
            const std::uint16_t other = m_next[cell(fallback[state], c)];
            if (next == 0) {
                next = other;
            } else {
                fallback[next] = other;
                queue.push_back(next);
            }
        }
    }
}

std::uint64_t AnchorSet::find(std::string_view line) const
{
    // One step waits for the one before it, so two halves run beside each other; the second begins
    // early enough to see what lies across the middle.
    const std::size_t middle = line.size() / 2;
    const std::size_t begin = middle > m_longest ? middle - m_longest : 0;
    const auto *const bytes = reinterpret_cast<const unsigned char *>(line.data());
    std::uint64_t found = 0;
    std::size_t first = 0, second = 0;
    for (std::size_t i = 0, k = begin; k < line.size(); ++i, ++k) {
        first = m_next[cell(first, m_classOf[bytes[i]])];
        second = m_next[cell(second, m_classOf[bytes[k]])];
        found |= m_found[first] | m_found[second];
    }
    return found;
}

} // namespace headroom
