#include "model/base/text/display_line.h"

#include "model/base/text/utf8.h"

#include <fmt/format.h>

#include <limits>

namespace headroom {
namespace {

std::string displayed(std::string_view text, std::size_t limit, bool keepsLines)
{
    std::string line;
    std::size_t count = 0;
    for (std::size_t position = 0; position < text.size();) {
        if (count++ == limit)
            return line + "…";
        const std::size_t start = position;
        const bool isText = utf8Length(text, position) > 0;
        const std::uint32_t code = takeCodePoint(text, position);
        const bool isBreak = code == '\n' || code == '\t';
        if (!isText)
            line += fmt::format("\\x{{{:x}}}", code);
        else if (isBreak && !keepsLines)
            line += code == '\n' ? "\\n" : "\\t";
        else if (mustBeEscaped(code) && !isBreak)
            line += fmt::format("\\u{{{:x}}}", code);
        else
            line += text.substr(start, position - start);
    }
    return line;
}

} // namespace

std::string displayLine(std::string_view text, std::size_t limit)
{
    return displayed(text, limit, false);
}

std::string displayText(std::string_view text)
{
    return displayed(text, std::numeric_limits<std::size_t>::max(), true);
}

} // namespace headroom
