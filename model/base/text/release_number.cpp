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

} // namespace

std::optional<ReleaseNumber> parseReleaseNumber(std::string_view text)
{
    if (text.size() > longestText)
        return std::nullopt;
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
