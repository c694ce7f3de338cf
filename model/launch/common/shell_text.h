#pragma once

#include "model/base/text/display_line.h"
#include "model/base/text/plain_number.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace headroom {

/// One bash word that expands to exactly `text`, whatever it holds: plain where nothing in it means
/// anything to the shell, else single quotes, else $'…' when it holds control characters,
/// bidirectional marks or other text that a reader does not see.
/// @pre text has no NUL (no program argument can hold one).
std::string shellQuote(std::string_view text);

/// A name that schedulers, Kubernetes and file systems take: a–z, 0–9 and dashes, a letter first,
/// no dash at the end, at most `limit` characters; a longer one is cut and ends in a short hash of
/// the whole text. Never a word that YAML reads as something else than text. `fallback` stands in
/// when nothing of the text is left.
std::string slug(std::string_view text, std::string_view fallback = "plan", std::size_t limit = 40);

/// Sixteen hexadecimal digits that name the content (FNV-1a, 64 bits; no protection against
/// intent).
std::string contentHash(std::string_view text);

/// The same for content that comes in pieces.
class ContentHash
{
public:
    void add(std::string_view piece);
    std::string text() const;

private:
    std::uint64_t m_state = 0xcbf29ce484222325; ///< begins with the offset basis of FNV-1a
};

/// True for a name that a shell variable may have.
bool isEnvironmentName(std::string_view name);
/// True for a name that XLA and libtpu flags may have: letters, digits, underscores.
bool isFlagName(std::string_view name);

/// A string literal of Python, also valid JSON and TOML for text without lone surrogates.
std::string pythonString(std::string_view text);
/// A basic string of TOML.
std::string tomlString(std::string_view text);
/// A number that YAML 1.1 reads as one, as PyYAML does: with a point in front of an exponent.
std::string yamlNumber(double value);
/// Inline code of Markdown, safe for text with backticks and table bars.
std::string markdownCode(std::string_view text);

} // namespace headroom
