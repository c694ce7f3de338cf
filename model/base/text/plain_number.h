#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace headroom {

/// The whole text as a number with a decimal point, as files and fields hold it, in every locale;
/// blanks around it do not count. Nothing for any other text. Infinities and NaN are numbers here.
std::optional<double> plainNumber(std::string_view text);

/// The number that the text starts with, and how many characters it takes (0: none).
double leadingNumber(std::string_view text, std::size_t *length = nullptr);

/// The shortest text that reads back as the same number, without an exponent where that is short:
/// "8", "0.25", "1e+20".
std::string numberText(double value);

} // namespace headroom
