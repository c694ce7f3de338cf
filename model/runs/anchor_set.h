#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace headroom {

/// Finds which of up to 64 texts occur in a line, in one pass over it (Aho and Corasick 1975):
/// most lines of a log say nothing, and are put aside at the speed of this pass.
class AnchorSet
{
public:
    explicit AnchorSet(const std::vector<std::string_view> &anchors);
    /// Bit i is set when anchor i occurs.
    std::uint64_t find(std::string_view line) const;

private:
    std::array<std::uint8_t, 256> m_classOf {}; ///< bytes that no anchor has share class 0
    std::size_t m_longest = 0;
    std::vector<std::uint16_t> m_next; ///< by state and class
    std::vector<std::uint64_t> m_found; ///< by state
};

} // namespace headroom
