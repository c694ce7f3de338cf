#include "model/base/text/plain_number.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace headroom {

double leadingNumber(std::string_view text, std::size_t *length)
{
    double value = 0;
    const auto [rest, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (length)
        *length = status == std::errc {} ? static_cast<std::size_t>(rest - text.data()) : 0;
    return status == std::errc {} ? value : 0;
}

std::optional<double> plainNumber(std::string_view text)
{
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    if (text.size() > 1 && text[0] == '+' && text[1] != '-')
        text.remove_prefix(1);
    std::size_t length = 0;
    const double value = leadingNumber(text, &length);
    return length > 0 && length == text.size() ? std::optional { value } : std::nullopt;
}

std::string numberText(double value)
{
    constexpr double wholeLimit = 1e15;
    if (std::abs(value) < wholeLimit && value == std::trunc(value))
        return std::to_string(static_cast<std::int64_t>(value));
    std::array<char, 32> buffer {};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return { buffer.data(), end.ptr };
}

} // namespace headroom
