#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace headroom {

inline constexpr double millisecondsPerSecond = 1e3;

/// Reads a line of a log from left to right without ever failing: what is not there gives nothing.
class Scan
{
public:
    explicit Scan(std::string_view text)
        : m_text(text)
    { }

    /// Moves behind the next occurrence of `mark`; false and no move where there is none.
    bool after(std::string_view mark);
    /// Moves behind `mark` when it stands here.
    bool accept(std::string_view mark);
    void skipBlanks();
    /// A finite number; blanks before it are skipped. Reads "7,034" (groups of three digits) and
    /// "12,5" (a decimal comma) as well.
    std::optional<double> number();
    /// A whole number that fits; "7.0" counts.
    std::optional<std::int64_t> integer();
    /// Up to the next blank.
    std::string_view word();
    /// Up to `mark`, which is passed; to the end where there is none.
    std::string_view until(std::string_view mark);
    std::string_view rest() const { return m_text; }

private:
    std::string_view m_text;
};

/// Reads the number that `text` begins with, as std::from_chars does. Returns how many characters
/// it took; 0, and no value, where there is none or it is out of range.
std::size_t takeDecimal(std::string_view text, double &value);
std::string_view trimmed(std::string_view text);
/// The whole text as a number, blanks around it allowed.
std::optional<double> wholeNumberText(std::string_view text);
/// The number behind the first occurrence of `mark`.
std::optional<double> numberBehind(std::string_view text, std::string_view mark);
std::optional<std::int64_t> integerBehind(std::string_view text, std::string_view mark);

} // namespace headroom
