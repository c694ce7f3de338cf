#include "model/launch/shell_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <vector>

namespace headroom {
namespace {

constexpr std::string_view plainCharacters
    = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+./:@%=";

bool isLowerOrDigit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

bool isLetterOrDigit(char c)
{
    return isLowerOrDigit(c) || (c >= 'A' && c <= 'Z');
}

char toLowerAscii(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool isControl(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f;
}

/// Words that YAML 1.1 readers turn into booleans, null or numbers.
constexpr std::array<std::string_view, 12> yamlWords { "true", "false", "yes", "no", "on", "off",
    "null", "none", "y", "n", "nan", "inf" };

/// Next code point of UTF-8; a stray byte counts as itself. Advances `position`.
std::uint32_t nextCodePoint(std::string_view text, std::size_t &position)
{
    const auto lead = static_cast<unsigned char>(text[position]);
    const int extra = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : lead >= 0xc0 ? 1 : 0;
    if (extra == 0 || position + static_cast<std::size_t>(extra) >= text.size()) {
        ++position;
        return lead;
    }
    std::uint32_t code = lead & (0x3fU >> extra);
    for (int i = 1; i <= extra; ++i)
        code = (code << 6)
            | (static_cast<unsigned char>(text[position + static_cast<std::size_t>(i)]) & 0x3fU);
    position += static_cast<std::size_t>(extra) + 1;
    return code;
}

/// Characters that end a line, hide text or turn its direction.
bool mustBeEscaped(std::uint32_t code)
{
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x2028 || code == 0x2029
        || (code >= 0x200b && code <= 0x200f) || (code >= 0x202a && code <= 0x202e)
        || (code >= 0x2066 && code <= 0x2069) || code == 0xfeff;
}

} // namespace

std::string shellQuote(std::string_view text)
{
    if (!text.empty() && text.find_first_not_of(plainCharacters) == std::string_view::npos)
        return std::string(text);
    const bool hasControl = std::any_of(text.begin(), text.end(), isControl);
    std::string quoted = hasControl ? "$'" : "'";
    for (const char c : text) {
        if (hasControl && isControl(c))
            quoted += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
        else if (hasControl && (c == '\'' || c == '\\'))
            quoted += { '\\', c };
        else if (c == '\'')
            quoted += "'\\''";
        else
            quoted += c;
    }
    return quoted + '\'';
}

std::string slug(std::string_view text, std::string_view fallback, std::size_t limit)
{
    constexpr std::size_t hashDigits = 8;
    std::string name;
    for (const char raw : text) {
        const char c = toLowerAscii(raw);
        if (isLowerOrDigit(c))
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
    if (name.front() >= '0' && name.front() <= '9')
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

std::string displayLine(std::string_view text, std::size_t limit)
{
    std::string line;
    std::size_t count = 0;
    for (std::size_t position = 0; position < text.size();) {
        if (count++ == limit)
            return line + "…";
        const std::size_t start = position;
        const std::uint32_t code = nextCodePoint(text, position);
        if (code == '\n')
            line += "\\n";
        else if (code == '\t')
            line += "\\t";
        else if (mustBeEscaped(code))
            line += fmt::format("\\u{{{:x}}}", code);
        else
            line += text.substr(start, position - start);
    }
    return line;
}

std::string contentHash(std::string_view text)
{
    std::uint64_t hash = 0xcbf29ce484222325ULL; // FNV-1a offset basis
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL; // FNV-1a prime
    return fmt::format("{:016x}", hash);
}

bool isEnvironmentName(std::string_view name)
{
    return isFlagName(name) && !(name.front() >= '0' && name.front() <= '9');
}

bool isFlagName(std::string_view name)
{
    return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
        return isLetterOrDigit(c) || c == '_';
    });
}

std::string pythonString(std::string_view text)
{
    std::string literal = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            literal += { '\\', c };
        else if (isControl(c))
            literal += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
        else
            literal += c;
    }
    return literal + '"';
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

std::string numberText(double value)
{
    if (value == std::floor(value) && std::abs(value) < 1e15)
        return fmt::format("{:.0f}", value);
    std::array<char, 32> buffer {};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return { buffer.data(), end.ptr };
}

} // namespace headroom
