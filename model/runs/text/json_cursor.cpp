#include "model/runs/text/json_cursor.h"

#include <algorithm>
#include <cstring>

namespace headroom {
namespace {

constexpr std::size_t jsonBlockBytes = 256u << 10;

bool isBlank(char letter)
{
    return letter == ' ' || letter == '\n' || letter == '\t' || letter == '\r';
}

/// Ends a number or a word.
bool isDelimiter(char letter)
{
    return isBlank(letter) || letter == ',' || letter == ']' || letter == '}' || letter == ':'
        || letter == '"' || letter == '[' || letter == '{';
}

void append(std::string *text, const char *from, std::size_t count)
{
    if (text)
        text->append(from,
            std::min(
                count, JsonCursor::longestText - std::min(text->size(), JsonCursor::longestText)));
}

} // namespace

JsonCursor::JsonCursor(std::istream &stream)
    : m_stream(stream)
    , m_block(jsonBlockBytes)
{ }

bool JsonCursor::refill()
{
    m_before += m_end;
    m_at = 0;
    m_stream.read(m_block.data(), static_cast<std::streamsize>(m_block.size()));
    m_end = static_cast<std::size_t>(m_stream.gcount());
    return m_end > 0;
}

char JsonCursor::peek()
{
    for (; !m_hasFailed && (m_at < m_end || refill()); ++m_at)
        if (!isBlank(m_block[m_at]))
            return m_block[m_at];
    return 0;
}

bool JsonCursor::accept(char wanted)
{
    if (peek() != wanted || wanted == 0)
        return false;
    ++m_at;
    return true;
}

bool JsonCursor::nextElement(bool &isFirst)
{
    if (accept(']') || m_hasFailed)
        return false;
    if (!isFirst && !accept(',')) {
        fail();
        return false;
    }
    isFirst = false;
    return peek() != 0 || (fail(), false);
}

bool JsonCursor::nextMember(std::string &key, bool &isFirst)
{
    if (accept('}') || m_hasFailed)
        return false;
    if ((!isFirst && !accept(',')) || peek() != '"') {
        fail();
        return false;
    }
    isFirst = false;
    key.clear();
    ++m_at;
    readText(&key);
    if (!accept(':'))
        fail();
    return !m_hasFailed;
}

/// The rest of a text behind its first quote, the last quote included.
void JsonCursor::readText(std::string *text)
{
    while (m_at < m_end || refill()) {
        const char *const from = m_block.data() + m_at;
        const std::size_t size = m_end - m_at;
        const auto *const quote = static_cast<const char *>(std::memchr(from, '"', size));
        const std::size_t part = quote ? static_cast<std::size_t>(quote - from) : size;
        const auto *const escape = static_cast<const char *>(std::memchr(from, '\\', part));
        if (escape) {
            const auto plain = static_cast<std::size_t>(escape - from);
            append(text, from, plain);
            m_at += plain + 1;
            readEscape(text);
            continue;
        }
        append(text, from, part);
        m_at += quote ? part + 1 : part;
        if (quote)
            return;
    }
    fail();
}

/// Behind a backslash; letters outside ASCII stay as the escape spells them.
void JsonCursor::readEscape(std::string *text)
{
    if (m_at == m_end && !refill())
        return fail();
    const char letter = m_block[m_at++];
    const char plain = letter == 'n' ? '\n' : letter == 't' ? '\t' : letter == 'r' ? '\r' : letter;
    append(text, &plain, 1);
}

void JsonCursor::readWord(std::string *text)
{
    std::size_t count = 0;
    while (m_at < m_end || refill()) {
        const char letter = m_block[m_at];
        if (isDelimiter(letter))
            break;
        append(text, &letter, 1);
        ++m_at;
        ++count;
    }
    if (count == 0)
        fail();
}

void JsonCursor::readScalar(std::string &text)
{
    text.clear();
    const char first = peek();
    if (first == '{' || first == '[')
        return skipValue();
    if (first != '"')
        return readWord(&text);
    ++m_at;
    readText(&text);
}

void JsonCursor::skipValue()
{
    std::size_t depth = 0;
    do {
        const char first = peek();
        switch (first) {
        case 0:
            return fail();
        case '"':
            ++m_at;
            readText(nullptr);
            break;
        case '{':
        case '[':
            ++m_at;
            ++depth;
            break;
        case '}':
        case ']':
            if (depth == 0)
                return fail();
            ++m_at;
            --depth;
            break;
        case ',':
        case ':':
            if (depth == 0)
                return fail();
            ++m_at;
            break;
        default:
            readWord(nullptr);
        }
    } while (depth > 0 && !m_hasFailed);
}

} // namespace headroom
