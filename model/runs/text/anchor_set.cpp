#include "model/runs/text/anchor_set.h"

#include <algorithm>
#include <cstddef>

namespace headroom {
namespace {

constexpr std::uint32_t anchorEnds = std::uint32_t { 1 } << 31;

} // namespace

AnchorSet::AnchorSet(const std::vector<std::string_view> &anchors)
{
    std::size_t states = 1;
    std::array<bool, 256> isUsed {};
    for (const std::string_view anchor : anchors) {
        states += anchor.size();
        m_longest = std::max(m_longest, anchor.size());
        for (const char letter : anchor)
            isUsed[static_cast<unsigned char>(letter)] = true;
    }
    // Where anchors use all 256 bytes, nothing else is in class 0, and the last byte has it.
    for (std::size_t byte = 0; byte < isUsed.size(); ++byte)
        if (isUsed[byte] && m_classes <= UINT8_MAX)
            m_classOf[byte] = static_cast<std::uint8_t>(m_classes++);
    m_next.assign(states * m_classes, 0);
    m_ending.resize(states);
    const auto next = [this](std::size_t state, char letter) -> Step & {
        return m_next[state * m_classes + m_classOf[static_cast<unsigned char>(letter)]];
    };
    Step last = 0;
    for (std::size_t i = 0; i < anchors.size(); ++i) {
        std::size_t state = 0;
        for (const char letter : anchors[i]) {
            Step &to = next(state, letter);
            if (to == 0)
                to = ++last;
            state = to;
        }
        m_ending[state].push_back(i);
    }
    // Where a text breaks off, the longest end of it that begins another goes on.
    std::vector<Step> fallback(states, 0), queue;
    for (std::size_t c = 0; c < m_classes; ++c)
        if (m_next[c] != 0)
            queue.push_back(m_next[c]);
    for (std::size_t head = 0; head < queue.size(); ++head) {
        const Step state = queue[head];
        const std::vector<std::size_t> &shorter = m_ending[fallback[state]];
        m_ending[state].insert(m_ending[state].end(), shorter.begin(), shorter.end());
        for (std::size_t c = 0; c < m_classes; ++c) {
            Step &to = m_next[state * m_classes + c];
            const Step other = m_next[fallback[state] * m_classes + c];
            if (to == 0) {
                to = other;
            } else {
                fallback[to] = other;
                queue.push_back(to);
            }
        }
    }
    for (Step &to : m_next)
        to = static_cast<Step>(to * m_classes) | (m_ending[to].empty() ? 0 : anchorEnds);
}

const std::vector<std::size_t> &AnchorSet::endingAt(Step state) const
{
    return m_ending[(state & ~anchorEnds) / m_classes];
}

void AnchorSet::find(std::string_view line, std::vector<std::size_t> &found) const
{
    // One step waits for the one before it, so two halves run beside each other; the second begins
    // early enough to see what lies across the middle.
    const std::size_t middle = line.size() / 2;
    const std::size_t begin = middle > m_longest ? middle - m_longest : 0;
    const auto *const bytes = reinterpret_cast<const unsigned char *>(line.data());
    found.clear();
    Step first = 0, second = 0;
    for (std::size_t i = 0, k = begin; k < line.size(); ++i, ++k) {
        first = m_next[(first & ~anchorEnds) + m_classOf[bytes[i]]];
        second = m_next[(second & ~anchorEnds) + m_classOf[bytes[k]]];
        if (((first | second) & anchorEnds) == 0)
            continue;
        for (const Step state : { first, second }) {
            const std::vector<std::size_t> &ending = endingAt(state);
            found.insert(found.end(), ending.begin(), ending.end());
        }
    }
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
}

} // namespace headroom
