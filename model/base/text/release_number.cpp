#include "model/base/text/release_number.h"

#include <charconv>

namespace headroom {
namespace {

constexpr int largestPart = 99999;
constexpr std::size_t longestText = 40;

bool isBuildMark(std::string_view rest)
{
    for (const std::string_view mark : { "rc", ".dev", "+", ".post", "a", "b" })
        if (rest.starts_with(mark))
            return true;
    return false;
}

/// The number in digits alone; nothing where another character stands among them.
std::optional<int> digits(std::string_view text)
{
    int value = 0;
    for (const char c : text) {
        if (c < '0' || c > '9')
            return std::nullopt;
        value = 10 * value + (c - '0');
    }
    return value;
}

/// 20250415 of "2025-04-15".
std::optional<int> dayNumber(std::string_view text)
{
    constexpr std::string_view form = "YYYY-MM-DD";
    if (text.size() != form.size() || text[4] != '-' || text[7] != '-')
        return std::nullopt;
    const auto year = digits(text.substr(0, 4));
    const auto month = digits(text.substr(5, 2));
    const auto day = digits(text.substr(8, 2));
    if (!year || !month || !day || *month < 1 || *month > 12 || *day < 1 || *day > 31)
        return std::nullopt;
    return (*year * 100 + *month) * 100 + *day;
}

} // namespace

bool isReleaseDay(std::string_view text)
{
    return dayNumber(text).has_value();
}

std::optional<ReleaseNumber> parseReleaseNumber(std::string_view text)
{
    if (text.size() > longestText)
        return std::nullopt;
    if (const std::optional<int> day = dayNumber(text))
        return ReleaseNumber { 0, 0, *day, 0 };
    if (text.starts_with('v'))
        text.remove_prefix(1);
    ReleaseNumber number {};
    std::size_t count = 0;
    while (count < number.size()) {
        int value = 0;
        const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (fault != std::errc {} || value < 0 || value > largestPart || text.front() == '-')
            return std::nullopt;
        number[count++] = value;
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        const bool isNextPart
            = text.size() > 1 && text[0] == '.' && text[1] >= '0' && text[1] <= '9';
        if (!isNextPart)
            break;
        text.remove_prefix(1);
    }
    if (count < 2 || !(text.empty() || isBuildMark(text)))
        return std::nullopt;
    return number;
}

std::string releaseText(const ReleaseNumber &number)
{
    std::string text = std::to_string(number[0]) + '.' + std::to_string(number[1]) + '.'
        + std::to_string(number[2]);
    if (number[3] != 0)
        text += '.' + std::to_string(number[3]);
    return text;
}

bool isRelease(std::string_view version, std::string_view release)
{
    const auto own = parseReleaseNumber(version);
    return !own || *own >= parseReleaseNumber(release).value_or(ReleaseNumber {});
}

} // namespace headroom
