#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// A line of a text; where a terminal overwrote it (carriage returns), each version is one.
struct LogLine
{
    std::string_view text; ///< valid until the next one is read
    std::int64_t number = 0; ///< 1-based
    bool isCut = false; ///< longer than LineSource::longest; only its beginning is here
};

/// Reads a text of any size and content line by line. What it holds does not grow with the text:
/// one block, and of a longer line its beginning.
class LineSource
{
public:
    /// Bytes of a line that are kept: configurations printed on one line are a few thousand.
    static constexpr std::size_t longest = 64u << 10;

    explicit LineSource(std::istream &stream);

    bool next(LogLine &line); ///< false at the end

private:
    bool refill();
    const char *lineEnd();

    std::istream &m_stream;
    std::vector<char> m_block;
    std::size_t m_begin = 0, m_end = 0; ///< unread part of the block
    std::size_t m_lineEnd = std::string::npos; ///< of the line at m_begin; beyond: not looked for
    std::string m_carry; ///< beginning of a line that the last block cut
    std::int64_t m_number = 0;
    bool m_isInside = false; ///< of a line, behind a carriage return
};

/// The line without terminal colours and other escape sequences; `buffer` holds the result where
/// there were any.
std::string_view withoutEscapes(std::string_view line, std::string &buffer);

/// Rank in front of a line ("[rank3]:", "[default3]:", "3: "), which is taken off; −1: none. The
/// pod in front of a line of `kubectl logs --prefix` gives a number of its own.
int takeRank(std::string_view &line);

} // namespace headroom
