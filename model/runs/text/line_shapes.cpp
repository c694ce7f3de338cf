#include "model/runs/text/line_shapes.h"

#include "model/base/text/ascii.h"

#include <charconv>
#include <cmath>
#include <cstring>

namespace headroom {
namespace {

constexpr std::uint64_t everyByte = 0x0101010101010101;
constexpr std::size_t wordBytes = sizeof(std::uint64_t);

/// Eight letters with 0 for every digit.
std::uint64_t withoutDigits(std::uint64_t letters)
{
    constexpr std::uint64_t high = 0x80 * everyByte;
    const std::uint64_t low = letters & ~high;
    const std::uint64_t fromZero = low + (0x80 - '0') * everyByte;
    const std::uint64_t aboveNine = low + (0x80 - ('9' + 1)) * everyByte;
    const std::uint64_t isDigit = (fromZero & ~aboveNine & ~letters & high) >> 7;
    const std::uint64_t mask = isDigit * 0xff;
    return (letters & ~mask) | ('0' * everyByte & mask);
}

std::size_t offsetIn(std::string_view text, std::string_view part)
{
    return part.data() ? static_cast<std::size_t>(part.data() - text.data()) : 0;
}

} // namespace

LineShape *LineShapes::find(std::string_view line)
{
    if (line.size() > longest)
        return nullptr;
    m_size = line.size();
    std::uint64_t hash = line.size();
    for (std::size_t i = 0; i < line.size(); i += wordBytes) {
        std::uint64_t word = 0;
        std::memcpy(&word, line.data() + i, std::min(wordBytes, line.size() - i));
        word = withoutDigits(word);
        std::memcpy(m_masked.data() + i, &word, wordBytes);
        constexpr std::uint64_t odd = 0x9e3779b97f4a7c15; // 2^64 over the golden ratio
        hash = (hash ^ word) * odd;
        hash ^= hash >> 29;
    }
    if (m_shapes.empty())
        m_shapes.resize(kept);
    LineShape &shape = m_shapes[hash % kept];
    if (shape.masked != masked())
        shape = LineShape {};
    return &shape;
}

void LineShapes::keep(LineShape &shape)
{
    shape.masked = masked();
}

std::size_t LineShape::behind(std::string_view text, std::string_view mark)
{
    if (markedSize != text.size()) { // a rank in front may take another part of the line
        marks.clear();
        markedSize = text.size();
    }
    for (std::size_t i = 0; i < marks.size(); ++i) {
        nextMark = nextMark < marks.size() ? nextMark : 0;
        const MarkSpot &known = marks[nextMark++];
        if (known.mark.data() == mark.data() && known.mark.size() == mark.size())
            return known.behind;
    }
    const std::size_t at = text.find(mark);
    const std::size_t behind = at == std::string_view::npos ? at : at + mark.size();
    marks.push_back({ mark, behind });
    return behind;
}

NumberSpot spotOf(std::string_view text, std::size_t at, std::size_t from, const NumberPair &pair)
{
    NumberSpot spot;
    spot.at = at;
    spot.from = from;
    spot.key = offsetIn(text, pair.key);
    spot.keySize = pair.key.size();
    spot.unit = offsetIn(text, pair.unit);
    spot.unitSize = pair.unit.size();
    spot.rest = offsetIn(text, pair.rest);
    // The number: digits, a point and an exponent, which end where unit or rest begin.
    std::size_t begin = std::max(from, at);
    while (begin < text.size() && !isAsciiDigit(text[begin]))
        ++begin;
    if (spot.keySize > 0)
        begin = std::max(begin, spot.key + spot.keySize);
    while (begin < text.size() && !isAsciiDigit(text[begin]))
        ++begin;
    const bool isWordBefore
        = begin >= 2 && (isAsciiLetterOrDigit(text[begin - 2]) || text[begin - 2] == '_');
    const bool isNegative = begin > from && text[begin - 1] == '-' && !isWordBefore;
    spot.value = begin - (isNegative ? 1 : 0);
    double value = 0;
    const auto [end, failure]
        = std::from_chars(text.data() + spot.value, text.data() + text.size(), value);
    const std::size_t stop = static_cast<std::size_t>(end - text.data());
    const std::size_t next = spot.unitSize > 0 ? spot.unit : spot.rest;
    const bool hasBlank = next == stop + 1 && text[stop] == ' ';
    if (stop < text.size() && spot.unitSize == 0 && next == stop + 1)
        spot.scale = letterScale(text[stop]); // "11.5K"
    const bool isScaled = spot.scale != 1;
    spot.isPlain = failure == std::errc {} && value * spot.scale == pair.value && pair.total == 0
        && !pair.isDuration && (next == stop || hasBlank || isScaled)
        && (stop >= text.size() || text[stop] != ',' || stop + 1 >= text.size()
            || !isAsciiDigit(text[stop + 1]));
    return spot;
}

bool readSpot(std::string_view text, const NumberSpot &spot, NumberPair &pair)
{
    if (!spot.isPlain) {
        std::size_t at = spot.at, from = spot.from;
        return nextNumber(text, at, from, pair) && offsetIn(text, pair.key) == spot.key
            && pair.key.size() == spot.keySize && offsetIn(text, pair.rest) == spot.rest;
    }
    pair = { text.substr(spot.key, spot.keySize), 0, text.substr(spot.unit, spot.unitSize), 0,
        false, text.substr(spot.rest) };
    const bool isRead = takeDecimal(text.substr(spot.value), pair.value) > 0;
    pair.value *= spot.scale;
    return isRead && std::isfinite(pair.value);
}

} // namespace headroom
