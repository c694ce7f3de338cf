#pragma once

#include <istream>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// Walks through a JSON document of any size in one pass: the reader of a format asks for what it
/// knows and skips the rest, which costs little more than looking for quotes. Nothing is built, and
/// depth costs nothing. Once the text is not JSON, everything returns false and hasFailed() is
/// true.
class JsonCursor
{
public:
    /// Bytes of a text that are kept.
    static constexpr std::size_t longestText = 4096;

    explicit JsonCursor(std::istream &stream);

    /// First character of the next value or bracket; 0 at the end.
    char peek();
    /// Passes one character if it is next.
    bool accept(char wanted);
    /// Members of an object, elements of an array: enter with accept('{') or accept('['), then
    /// until it returns false; a key is read into `key`.
    bool nextMember(std::string &key, bool &isFirst);
    bool nextElement(bool &isFirst);
    /// A text, a number or a word (true, null) as it stands; of containers nothing is kept.
    void readScalar(std::string &text);
    void skipValue();

    bool hasFailed() const { return m_hasFailed; }
    /// Everything was passed, so that a failure means a text that ends too early.
    bool isAtEnd() { return m_at == m_end && !refill(); }
    /// Bytes passed.
    std::uint64_t position() const { return m_before + m_at; }

private:
    bool refill();
    void fail() { m_hasFailed = true; }
    void readText(std::string *text);
    void readWord(std::string *text);
    void readEscape(std::string *text);

    std::istream &m_stream;
    std::vector<char> m_block;
    std::size_t m_at = 0, m_end = 0;
    std::uint64_t m_before = 0; ///< bytes of earlier blocks
    bool m_hasFailed = false;
};

} // namespace headroom
