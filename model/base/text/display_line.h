#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace headroom {

/// `text` on one line, harmless in a comment, a terminal and Markdown: control characters, line and
/// paragraph separators and bidirectional marks become \n, \t, \u{…}, and bytes that are no UTF-8
/// \x{…}; longer than `limit` characters is cut with "…".
std::string displayLine(std::string_view text, std::size_t limit = 200);

} // namespace headroom
