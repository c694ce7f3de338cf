#pragma once

#include <algorithm>
#include <string>
#include <string_view>

// Letters of names and keys. The functions of <cctype> follow the locale that Qt sets from the
// environment: in Turkish, the lower case of 'I' is no 'i', and in Latin-1 locales bytes of UTF-8
// are letters.
namespace headroom {

constexpr bool isAsciiDigit(char c)
{
    return c >= '0' && c <= '9';
}

constexpr bool isAsciiLower(char c)
{
    return c >= 'a' && c <= 'z';
}

constexpr bool isAsciiUpper(char c)
{
    return c >= 'A' && c <= 'Z';
}

constexpr bool isAsciiLetter(char c)
{
    return isAsciiLower(c) || isAsciiUpper(c);
}

constexpr bool isAsciiLetterOrDigit(char c)
{
    return isAsciiLetter(c) || isAsciiDigit(c);
}

/// A blank, tab, line break or the like.
constexpr bool isAsciiSpace(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

constexpr char asciiLower(char c)
{
    return isAsciiUpper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}

/// `text` with its ASCII letters small; all other bytes as they are.
inline std::string asciiLowered(std::string_view text)
{
    std::string result { text };
    std::ranges::transform(result, result.begin(), asciiLower);
    return result;
}

} // namespace headroom
