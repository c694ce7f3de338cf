#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace headroom {

/// Finds which of any number of texts occur in a line, in one pass over it (Aho and Corasick 1975):
/// most lines of a log say nothing, and are put aside at the speed of this pass.
class AnchorSet
{
public:
    explicit AnchorSet(const std::vector<std::string_view> &anchors);
    /// Replaces `found` by the indices of the anchors that occur, ascending, each once.
    void find(std::string_view line, std::vector<std::size_t> &found) const;

private:
    /// Offset of a state's row in m_next; the highest bit says that an anchor ends there.
    using Step = std::uint32_t;

    const std::vector<std::size_t> &endingAt(Step state) const;

    std::array<std::uint8_t, 256> m_classOf {}; ///< bytes that no anchor has share class 0
    std::size_t m_longest = 0;
    std::size_t m_classes = 1;
    std::vector<Step> m_next; ///< by state and class
    std::vector<std::vector<std::size_t>> m_ending; ///< anchors, by state
};

} // namespace headroom
