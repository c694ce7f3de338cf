#include "model/runs/text/line_source.h"

#include "model/runs/text/scan.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <utility>

namespace headroom {
namespace {

constexpr std::size_t lineBlockBytes = 1u << 20;
constexpr char escape = '\x1b';

/// Behind the escape sequence at `at`: CSI "ESC [ … letter", OSC "ESC ] … BEL", else two bytes.
std::size_t behindEscape(std::string_view line, std::size_t at)
{
    if (at + 1 >= line.size())
        return line.size();
    const char kind = line[at + 1];
    if (kind != '[' && kind != ']')
        return at + 2;
    for (std::size_t end = at + 2; end < line.size(); ++end) {
        const bool isEnd = kind == '[' ? line[end] >= '@' && line[end] <= '~' : line[end] == '\a';
        if (isEnd)
            return end + 1;
    }
    return line.size();
}

} // namespace

LineSource::LineSource(std::istream &stream)
    : m_stream(stream)
    , m_block(lineBlockBytes)
{ }

bool LineSource::refill()
{
    m_stream.read(m_block.data(), static_cast<std::streamsize>(m_block.size()));
    m_begin = 0;
    m_lineEnd = std::string::npos; // not looked for
    m_end = static_cast<std::size_t>(m_stream.gcount());
    return m_end > 0;
}

/// The end of the line in the block, or of the block.
const char *LineSource::lineEnd()
{
    const char *const from = m_block.data() + m_begin;
    if (m_lineEnd < m_begin || m_lineEnd > m_end) {
        const auto *const end = static_cast<const char *>(std::memchr(from, '\n', m_end - m_begin));
        m_lineEnd = end ? static_cast<std::size_t>(end - m_block.data()) : m_end;
    }
    return m_block.data() + m_lineEnd;
}

bool LineSource::next(LogLine &line)
{
    m_carry.clear();
    bool isCut = false, hasAny = false, isOver = false;
    std::string_view part;
    while (!isOver) {
        if (m_begin == m_end && !refill())
            break;
        hasAny = true;
        const char *const from = m_block.data() + m_begin;
        const char *const lineEnds = lineEnd();
        const auto length = static_cast<std::size_t>(lineEnds - from);
        // A terminal overwrites what stands before a carriage return.
        const auto *const overwritten = static_cast<const char *>(std::memchr(from, '\r', length));
        const std::size_t size
            = overwritten ? static_cast<std::size_t>(overwritten - from) : length;
        isOver = overwritten || m_lineEnd < m_end;
        if (!std::exchange(m_isInside, true))
            ++m_number;
        m_begin += isOver ? size + 1 : size;
        if (overwritten && m_begin < m_end && m_block[m_begin] == '\n')
            ++m_begin; // "\r\n" ends one line
        const bool isLineOver = isOver && m_block[m_begin - 1] == '\n';
        if (isLineOver)
            m_isInside = false;
        if (isOver && m_carry.empty()) {
            part = { from, size };
            break;
        }
        const std::size_t room = longest - std::min(m_carry.size(), longest);
        isCut = isCut || size > room;
        m_carry.append(from, std::min(size, room));
        part = m_carry;
    }
    if (!hasAny)
        return false;
    line.number = m_number;
    line.isCut = isCut || part.size() > longest;
    line.text = part.substr(0, longest);
    return true;
}

std::string_view withoutEscapes(std::string_view line, std::string &buffer)
{
    std::size_t at = line.find(escape);
    if (at == std::string_view::npos)
        return line;
    buffer.assign(line.substr(0, at));
    while (at < line.size()) {
        at = behindEscape(line, at);
        const std::size_t next = std::min(line.find(escape, at), line.size());
        buffer.append(line.substr(at, next - at));
        at = next;
    }
    return buffer;
}

int takeRank(std::string_view &line)
{
    constexpr std::int64_t maxRanks = 10'000'000;
    Scan scan { line };
    scan.skipBlanks();
    if (Scan tag { scan.rest() }; tag.accept("[1,")) { // mpirun -tag-output: "[1,5]<stdout>:"
        const auto rank = tag.integer();
        if (!rank || *rank < 0 || *rank >= maxRanks || !tag.accept("]<std") || !tag.after(">:"))
            return -1;
        line = tag.rest();
        return static_cast<int>(*rank);
    }
    if (scan.accept("[pod/")) {
        const std::size_t pod = std::hash<std::string_view> {}(scan.until("] "));
        line = scan.rest();
        const auto inside = static_cast<std::size_t>(std::max(takeRank(line), 0));
        return static_cast<int>((pod + inside) % maxRanks);
    }
    const bool isTorch = scan.accept("[rank") || scan.accept("[default");
    if (!isTorch && (scan.rest().empty() || scan.rest()[0] < '0' || scan.rest()[0] > '9'))
        return -1;
    std::size_t digits = 0;
    const std::string_view from = scan.rest();
    while (digits < from.size() && from[digits] >= '0' && from[digits] <= '9')
        ++digits;
    if (digits >= from.size() || from[digits] != (isTorch ? ']' : ':'))
        return -1;
    const std::optional<std::int64_t> rank = scan.integer();
    if (!rank || *rank >= maxRanks || scan.rest().size() != from.size() - digits
        || !scan.accept(isTorch ? "]:" : ":"))
        return -1;
    if (!isTorch && !scan.rest().starts_with(' '))
        return -1; // "10:35:02", not the label of srun
    line = scan.rest();
    return static_cast<int>(*rank);
}

} // namespace headroom
