#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace headroom {

/// Length of the valid UTF-8 sequence that starts at `position`, or 0.
/// @source RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF
/// @pre position < text.size()
std::size_t utf8Length(std::string_view text, std::size_t position);

bool isUtf8(std::string_view text);

/// The code point at `position`, which moves behind it; a byte that starts none counts as itself.
/// @pre position < text.size()
std::uint32_t takeCodePoint(std::string_view text, std::size_t &position);

/// Whether a code point ends a line, hides text, turns its direction or speaks to a terminal:
/// controls (C0, DEL, C1), line and paragraph separators, marks of no width, bidirectional marks,
/// tags.
bool mustBeEscaped(std::uint32_t code);

} // namespace headroom
