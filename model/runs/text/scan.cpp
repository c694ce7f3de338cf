#include "model/runs/text/scan.h"

#include <array>
#include <charconv>
#include <cmath>

namespace headroom {
namespace {

bool isDigit(char letter)
{
    return letter >= '0' && letter <= '9';
}

/// A decimal number of few digits without exponent, and how many characters it took: its digits and
/// the power of ten are exact, so their quotient is rounded as from_chars rounds it. Nothing where
/// the text is anything else.
std::optional<std::pair<double, std::size_t>> shortDecimal(std::string_view text)
{
    constexpr std::size_t mostDigits = 15; // below 2^53
    static constexpr std::array<double, mostDigits + 1> powers { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6,
        1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15 };
    std::uint64_t digits = 0;
    std::size_t at = 0;
    while (at < text.size() && isDigit(text[at]))
        digits = digits * 10 + static_cast<std::uint64_t>(text[at++] - '0');
    std::size_t behindPoint = 0;
    if (at == 0 || at > mostDigits)
        return std::nullopt;
    if (at + 1 < text.size() && text[at] == '.' && isDigit(text[at + 1])) {
        const std::size_t point = at++;
        while (at < text.size() && at <= mostDigits && isDigit(text[at]))
            digits = digits * 10 + static_cast<std::uint64_t>(text[at++] - '0');
        behindPoint = at - point - 1;
    }
    if (at < text.size()
        && (isDigit(text[at]) || text[at] == '.' || text[at] == 'e' || text[at] == 'E'))
        return std::nullopt;
    return std::pair { static_cast<double>(digits) / powers[behindPoint], at };
}

/// Digits with commas in them as from_chars wants them, and how many characters they took.
/// Nothing when no comma stands inside.
std::optional<std::pair<std::string, std::size_t>> withoutCommas(std::string_view text)
{
    constexpr std::size_t group = 3;
    constexpr std::size_t most = 32;
    std::string digits;
    std::size_t at = 0;
    if (!text.empty() && text[0] == '-')
        digits += text[at++];
    bool hasComma = false;
    while (at < text.size() && digits.size() < most) {
        if (isDigit(text[at])) {
            digits += text[at++];
            continue;
        }
        if (text[at] != ',' || at == 0 || !isDigit(text[at - 1]))
            break;
        std::size_t end = at + 1;
        while (end < text.size() && isDigit(text[end]))
            ++end;
        const std::size_t count = end - at - 1;
        if (count == 0)
            break;
        hasComma = true;
        if (count != group)
            digits += '.';
        digits.append(text.substr(at + 1, count));
        at = end;
        if (count != group)
            return std::pair { digits, at };
    }
    if (!hasComma)
        return std::nullopt;
    if (at + 1 < text.size() && text[at] == '.' && isDigit(text[at + 1])) {
        std::size_t end = at + 1;
        while (end < text.size() && isDigit(text[end]))
            ++end;
        digits.append(text.substr(at, end - at));
        at = end;
    }
    return std::pair { digits, at };
}

} // namespace

std::size_t takeDecimal(std::string_view text, double &value)
{
    if (const auto plain = shortDecimal(text)) {
        value = plain->first;
        return plain->second;
    }
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    return failure == std::errc {} ? static_cast<std::size_t>(end - text.data()) : 0;
}

bool Scan::after(std::string_view mark)
{
    const std::size_t at = m_text.find(mark);
    if (at == std::string_view::npos)
        return false;
    m_text.remove_prefix(at + mark.size());
    return true;
}

bool Scan::accept(std::string_view mark)
{
    if (m_text.empty() || m_text.front() != mark.front() || !m_text.starts_with(mark))
        return false;
    m_text.remove_prefix(mark.size());
    return true;
}

void Scan::skipBlanks()
{
    while (!m_text.empty() && (m_text.front() == ' ' || m_text.front() == '\t'))
        m_text.remove_prefix(1);
}

std::optional<double> Scan::number()
{
    std::string_view text = m_text;
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    if (!text.empty() && text.front() == '+')
        text.remove_prefix(1);
    double value = 0;
    std::size_t taken = takeDecimal(text, value);
    if (taken == 0 || !std::isfinite(value))
        return std::nullopt;
    if (taken < text.size() && text[taken] == ',')
        if (const auto plain = withoutCommas(text)) {
            std::from_chars(plain->first.data(), plain->first.data() + plain->first.size(), value);
            taken = plain->second;
        }
    m_text = text.substr(taken);
    return value;
}

std::optional<std::int64_t> Scan::integer()
{
    const Scan before = *this;
    const std::optional<double> value = number();
    constexpr double most = 9e15; // whole doubles end at 2^53
    if (value && *value == std::floor(*value) && std::abs(*value) <= most)
        return static_cast<std::int64_t>(*value);
    *this = before;
    return std::nullopt;
}

std::string_view Scan::word()
{
    skipBlanks();
    const std::size_t end = std::min(m_text.find_first_of(" \t"), m_text.size());
    const std::string_view found = m_text.substr(0, end);
    m_text.remove_prefix(end);
    return found;
}

std::string_view Scan::until(std::string_view mark)
{
    const std::size_t at = m_text.find(mark);
    const std::string_view found = m_text.substr(0, at);
    m_text.remove_prefix(at == std::string_view::npos ? m_text.size() : at + mark.size());
    return found;
}

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::optional<double> wholeNumberText(std::string_view text)
{
    Scan scan { trimmed(text) };
    const std::optional<double> value = scan.number();
    return value && scan.rest().empty() ? value : std::nullopt;
}

std::optional<double> numberBehind(std::string_view text, std::string_view mark)
{
    Scan scan { text };
    return scan.after(mark) ? scan.number() : std::nullopt;
}

std::optional<std::int64_t> integerBehind(std::string_view text, std::string_view mark)
{
    Scan scan { text };
    return scan.after(mark) ? scan.integer() : std::nullopt;
}

} // namespace headroom
