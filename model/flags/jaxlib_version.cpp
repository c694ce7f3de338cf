#include "model/flags/jaxlib_version.h"

#include <charconv>

namespace headroom {
namespace {

constexpr int largestPart = 99999;

bool isBuildMark(std::string_view rest)
{
    for (const std::string_view mark : { "rc", ".dev", "+", ".post", "a", "b" })
        if (rest.starts_with(mark))
            return true;
    return false;
}

} // namespace

std::string JaxlibVersion::text() const
{
    std::string result = std::to_string(parts[0]) + '.' + std::to_string(parts[1]) + '.'
        + std::to_string(parts[2]);
    if (parts[3] != 0)
        result += '.' + std::to_string(parts[3]);
    return result;
}

std::optional<JaxlibVersion> parseJaxlibVersion(std::string_view text)
{
    if (text.size() > 40)
        return std::nullopt;
    if (text.starts_with('v'))
        text.remove_prefix(1);
    JaxlibVersion version;
    std::size_t count = 0;
    while (count < version.parts.size()) {
        int value = 0;
        const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (fault != std::errc {} || value < 0 || value > largestPart || text.front() == '-')
            return std::nullopt;
        version.parts[count++] = value;
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        const bool isNextPart
            = text.size() > 1 && text[0] == '.' && text[1] >= '0' && text[1] <= '9';
        if (!isNextPart)
            break;
        text.remove_prefix(1);
    }
    if (count < 2 || !(text.empty() || isBuildMark(text)))
        return std::nullopt;
    return version;
}

} // namespace headroom
