#pragma once

#include "model/runs/text/number_pairs.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// A number of a line whose digits may be others in the next line of the same shape.
struct NumberSpot
{
    std::size_t at = 0, from = 0; ///< where nextNumber began, and where its key may begin
    std::size_t value = 0; ///< where the number itself begins, its sign included
    std::size_t key = 0, keySize = 0, unit = 0, unitSize = 0, rest = 0;
    double scale = 1; ///< letters behind it that multiply
    bool isPlain = false; ///< digits alone: neither a time of parts, nor groups, nor a total
    int metric = 0; ///< the reader's word for what it means
};

/// Where a text of a reader ends in lines of one shape.
struct MarkSpot
{
    std::string_view mark; ///< a literal: the same is at the same address
    std::size_t behind = 0; ///< npos: it is not there
};

/// What was found out about lines of one shape: two lines have the same shape when they differ in
/// digits alone.
struct LineShape
{
    std::string masked; ///< the line with 0 for every digit
    std::vector<std::size_t> anchors; ///< texts that occur in it
    std::vector<NumberSpot> spots; ///< numbers that matter, once they are known
    std::size_t size = 0; ///< of the text that the spots lie in, the end of the line
    bool hasSpots = false;
    std::vector<MarkSpot> marks; ///< that readers asked for
    std::size_t markedSize = 0; ///< of the text that these lie in, the end of the line
    std::size_t nextMark = 0; ///< readers ask in the same order each time

    /// Where the first `mark` of a line of this shape ends; npos: nowhere.
    /// @param mark  a literal without digits
    std::size_t behind(std::string_view text, std::string_view mark);
};

/// Remembers the newest shapes of lines, so that the thousandth line of a kind costs a comparison.
/// Bounded: what does not fit is looked at anew.
class LineShapes
{
public:
    static constexpr std::size_t longest = 1024; ///< lines beyond are not kept

    /// The shape of a line; its `masked` is empty where it was not seen before, and is to be filled
    /// in with the rest. nullptr: too long.
    LineShape *find(std::string_view line);
    /// Marks the shape that find() gave last as known.
    void keep(LineShape &shape);
    std::string_view masked() const { return { m_masked.data(), m_size }; } ///< of the last line

private:
    static constexpr std::size_t kept = 512;

    std::array<char, longest + 8> m_masked {};
    std::size_t m_size = 0;
    std::vector<LineShape> m_shapes;
};

/// The spot of a number that nextNumber has found in `text`.
NumberSpot spotOf(std::string_view text, std::size_t at, std::size_t from, const NumberPair &pair);
/// The same number of another line of that shape; false where it cannot be told without looking
/// at the whole line.
bool readSpot(std::string_view text, const NumberSpot &spot, NumberPair &pair);

} // namespace headroom
