#include "model/launch/common/shell_text.h"

#include "model/base/text/ascii.h"
#include "model/base/text/plain_number.h"
#include "model/base/text/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace headroom {
namespace {

constexpr std::string_view plainCharacters
    = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+./:@%=";

bool hasHiddenCharacter(std::string_view text)
{
    for (std::size_t position = 0; position < text.size();)
        if (mustBeEscaped(takeCodePoint(text, position)))
            return true;
    return false;
}

/// Words that YAML 1.1 readers turn into booleans, null or numbers.
constexpr std::array<std::string_view, 12> yamlWords { "true", "false", "yes", "no", "on", "off",
    "null", "none", "y", "n", "nan", "inf" };

} // namespace

std::string shellQuote(std::string_view text)
{
    if (!text.empty() && text.find_first_not_of(plainCharacters) == std::string_view::npos)
        return std::string(text);
    const bool isEscaped = hasHiddenCharacter(text);
    std::string quoted = isEscaped ? "$'" : "'";
    for (std::size_t position = 0; position < text.size();) {
        const std::size_t start = position;
        const std::uint32_t code = takeCodePoint(text, position);
        const std::string_view bytes = text.substr(start, position - start);
        if (isEscaped && mustBeEscaped(code))
            for (const char byte : bytes) // octal: \u would depend on the locale of the script
                quoted += fmt::format("\\{:03o}", static_cast<unsigned char>(byte));
        else if (isEscaped && (code == '\'' || code == '\\'))
            (quoted += '\\') += bytes;
        else if (code == '\'')
            quoted += "'\\''";
        else
            quoted += bytes;
    }
    return quoted + '\'';
}

std::string slug(std::string_view text, std::string_view fallback, std::size_t limit)
{
    constexpr std::size_t hashDigits = 8;
    std::string name;
    for (const char raw : text) {
        const char c = asciiLower(raw);
        if (isAsciiLower(c) || isAsciiDigit(c))
            name += c;
        else if (!name.empty() && name.back() != '-')
            name += '-';
    }
    while (!name.empty() && name.back() == '-')
        name.pop_back();
    if (name.empty()) {
        const bool saysNothing = text.empty();
        return saysNothing
            ? std::string(fallback)
            : fmt::format("{}-{}", fallback, contentHash(text).substr(0, hashDigits));
    }
    if (isAsciiDigit(name.front()))
        name.insert(0, "p-");
    if (std::find(yamlWords.begin(), yamlWords.end(), name) != yamlWords.end())
        name += "-run";
    if (name.size() <= limit)
        return name;
    name.resize(limit - hashDigits - 1);
    while (name.back() == '-')
        name.pop_back();
    return name + '-' + contentHash(text).substr(0, hashDigits);
}

std::string contentHash(std::string_view text)
{
    ContentHash hash;
    hash.add(text);
    return hash.text();
}

void ContentHash::add(std::string_view piece)
{
    constexpr std::uint64_t prime = 0x100000001b3; // of FNV-1a
    std::uint64_t state = m_state;
    for (const char c : piece)
        state = (state ^ static_cast<unsigned char>(c)) * prime;
    m_state = state;
}

std::string ContentHash::text() const
{
    return fmt::format("{:016x}", m_state);
}

bool isEnvironmentName(std::string_view name)
{
    return isFlagName(name) && !(isAsciiDigit(name.front()));
}

bool isFlagName(std::string_view name)
{
    return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
        return isAsciiLetterOrDigit(c) || c == '_';
    });
}

std::string pythonString(std::string_view text)
{
    std::string literal = "\"";
    for (std::size_t position = 0; position < text.size();) {
        const std::size_t start = position;
        const std::uint32_t code = takeCodePoint(text, position);
        if (code == '"' || code == '\\')
            literal += { '\\', static_cast<char>(code) };
        else if (mustBeEscaped(code)) // none lies beyond four digits
            literal += fmt::format("\\u{:04x}", code);
        else
            literal += text.substr(start, position - start);
    }
    return literal + '"';
}

std::string yamlNumber(double value)
{
    std::string text = numberText(value);
    const std::size_t exponent = text.find('e');
    if (exponent != std::string::npos && text.find('.') == std::string::npos)
        text.insert(exponent, ".0");
    return text;
}

std::string tomlString(std::string_view text)
{
    return pythonString(text);
}

std::string markdownCode(std::string_view text)
{
    std::size_t longest = 0;
    std::size_t run = 0;
    for (const char c : text) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    const std::string fence(longest + 1, '`');
    const char *pad = longest > 0 ? " " : "";
    return fence + pad + displayLine(text) + pad + fence;
}

} // namespace headroom
