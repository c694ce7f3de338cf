#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// Finds names that a misspelt one was probably meant to be, fast enough for hundreds of look-ups.
class NameIndex
{
public:
    NameIndex() = default;
    explicit NameIndex(std::vector<std::string> names);

    /// At most `count` names, nearest first, whose edit distance is at most a quarter of the
    /// length (and at least two letters); where there is none, names that hold all words of the
    /// wanted one in its order, those with the fewest further letters first.
    std::vector<std::string> nearest(std::string_view name, std::size_t count = 1) const;

private:
    struct Candidate
    {
        std::string name;
        std::vector<unsigned char> letters; ///< how often each letter class occurs
    };
    std::vector<Candidate> m_candidates;
};

/// Insertions, deletions and substitutions that turn one text into the other.
std::size_t editDistance(std::string_view a, std::string_view b);

} // namespace headroom
