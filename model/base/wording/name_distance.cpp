#include "model/base/wording/name_distance.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>

namespace headroom {
namespace {

constexpr std::size_t letterClasses = 28; // a–z, underscore or hyphen, everything else
constexpr std::size_t longestName = 160;
constexpr std::size_t wordBits = 64;

std::size_t letterClass(char letter)
{
    if (letter >= 'a' && letter <= 'z')
        return static_cast<std::size_t>(letter - 'a');
    if (letter >= 'A' && letter <= 'Z')
        return static_cast<std::size_t>(letter - 'A');
    return letter == '_' || letter == '-' ? 26 : 27;
}

std::vector<unsigned char> countLetters(std::string_view name)
{
    std::vector<unsigned char> counts(letterClasses);
    for (const char letter : name)
        if (counts[letterClass(letter)] < 255)
            ++counts[letterClass(letter)];
    return counts;
}

/// The distance is never smaller than this.
std::size_t minDistance(const std::vector<unsigned char> &a, const std::vector<unsigned char> &b)
{
    std::size_t missing = 0;
    std::size_t extra = 0;
    for (std::size_t i = 0; i < letterClasses; ++i)
        if (a[i] > b[i])
            missing += static_cast<std::size_t>(a[i] - b[i]);
        else
            extra += static_cast<std::size_t>(b[i] - a[i]);
    return std::max(missing, extra);
}

std::size_t editDistanceTable(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t { 0 });
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t above = row[j];
            row[j] = std::min(
                { above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1) });
            diagonal = above;
        }
    }
    return row[b.size()];
}

/// Myers' bit-parallel algorithm for patterns of up to 64 letters.
/// @source G. Myers, A fast bit-vector algorithm for approximate string matching, JACM 46(3), 1999
std::size_t editDistanceBits(std::string_view pattern, std::string_view text)
{
    std::array<std::uint64_t, 256> positions {};
    for (std::size_t i = 0; i < pattern.size(); ++i)
        positions[static_cast<unsigned char>(pattern[i])] |= std::uint64_t { 1 } << i;
    std::uint64_t up = ~std::uint64_t { 0 };
    std::uint64_t down = 0;
    std::size_t distance = pattern.size();
    const std::uint64_t last = std::uint64_t { 1 } << (pattern.size() - 1);
    for (const char letter : text) {
        const std::uint64_t match = positions[static_cast<unsigned char>(letter)];
        const std::uint64_t diagonal = (((match & up) + up) ^ up) | match | down;
        std::uint64_t right = down | ~(diagonal | up);
        std::uint64_t left = up & diagonal;
        if (right & last)
            ++distance;
        if (left & last)
            --distance;
        right = (right << 1) | 1;
        left <<= 1;
        up = left | ~(diagonal | right);
        down = right & diagonal;
    }
    return distance;
}

/// Words are parted by underscores. A name of one or two words says too little to look for.
constexpr std::size_t minWords = 3, maxFurtherWords = 3;

std::size_t wordCount(std::string_view name)
{
    return static_cast<std::size_t>(std::ranges::count(name, '_')) + 1;
}

std::string_view takeWord(std::string_view &rest)
{
    const std::size_t end = std::min(rest.find('_'), rest.size());
    const std::string_view word = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return word;
}

/// Whether `whole` has every word of `part`, in the same order.
bool holdsWords(std::string_view whole, std::string_view part)
{
    while (!part.empty()) {
        const std::string_view wanted = takeWord(part);
        bool isFound = false;
        while (!isFound && !whole.empty())
            isFound = takeWord(whole) == wanted;
        if (!isFound)
            return false;
    }
    return true;
}

} // namespace

std::size_t editDistance(std::string_view a, std::string_view b)
{
    if (a.empty() || b.empty())
        return a.size() + b.size();
    return a.size() <= wordBits ? editDistanceBits(a, b) : editDistanceTable(a, b);
}

NameIndex::NameIndex(std::vector<std::string> names)
{
    for (std::string &name : names) {
        std::vector<unsigned char> letters = countLetters(name);
        m_candidates.push_back({ std::move(name), std::move(letters) });
    }
}

std::vector<std::string> NameIndex::nearest(std::string_view name, std::size_t count) const
{
    if (name.empty() || name.size() > longestName)
        return {};
    const std::size_t limit = std::max<std::size_t>(2, name.size() / 4);
    const std::vector<unsigned char> letters = countLetters(name);
    std::vector<std::pair<std::size_t, const std::string *>> found;
    for (const Candidate &candidate : m_candidates) {
        const std::size_t length = candidate.name.size();
        const std::size_t gap = length > name.size() ? length - name.size() : name.size() - length;
        if (gap > limit || minDistance(letters, candidate.letters) > limit)
            continue;
        const std::size_t distance = editDistance(name, candidate.name);
        if (distance <= limit)
            found.emplace_back(distance, &candidate.name);
    }
    const std::size_t words = wordCount(name);
    if (found.empty() && words >= minWords)
        for (const Candidate &candidate : m_candidates)
            if (candidate.name.size() > name.size()
                && wordCount(candidate.name) <= words + maxFurtherWords
                && holdsWords(candidate.name, name))
                found.emplace_back(candidate.name.size() - name.size(), &candidate.name);
    std::ranges::sort(found, [](const auto &a, const auto &b) {
        return a.first != b.first ? a.first < b.first : *a.second < *b.second;
    });
    std::vector<std::string> names;
    for (const auto &[distance, candidate] : found)
        if (names.size() < count)
            names.push_back(*candidate);
    return names;
}

} // namespace headroom
