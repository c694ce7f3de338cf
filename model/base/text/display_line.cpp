#include "model/base/text/display_line.h"

#include "model/base/text/utf8.h"

#include <fmt/format.h>

namespace headroom {

std::string displayLine(std::string_view text, std::size_t limit)
{
    std::string line;
    std::size_t count = 0;
    for (std::size_t position = 0; position < text.size();) {
        if (count++ == limit)
            return line + "…";
        const std::size_t start = position;
        const bool isText = utf8Length(text, position) > 0;
        const std::uint32_t code = takeCodePoint(text, position);
        if (!isText)
            line += fmt::format("\\x{{{:x}}}", code);
        else if (code == '\n' || code == '\t')
            line += code == '\n' ? "\\n" : "\\t";
        else if (mustBeEscaped(code))
            line += fmt::format("\\u{{{:x}}}", code);
        else
            line += text.substr(start, position - start);
    }
    return line;
}

} // namespace headroom
