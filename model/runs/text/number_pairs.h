#pragma once

#include <cstddef>
#include <string_view>

namespace headroom {

/// A number of a line with the words before it and the unit after it: "iter time: 529.46 ms" is
/// {"iter time", 529.46, "ms"}, "global_step=10/120" {"global_step", 10, total 120}.
struct NumberPair
{
    std::string_view key; ///< without marks around it; may be empty
    double value = 0; ///< a time of several parts ("5:13:22", "1m 8s") in seconds
    std::string_view unit; ///< as printed: "ms", "GiB", "s/it"; multipliers (11.5K) are applied
    double total = 0; ///< behind a slash; 0: none
    bool isDuration = false; ///< of several parts
    std::string_view rest; ///< of the line, behind the number
};

/// Calls `visit` for each number of a line, whatever marks join it to its name: "key: 1", "key=1",
/// "key 1", "'key': '1'", "\"key\": 1". Stops where `visit` returns false.
template <class Visit> void forEachNumber(std::string_view text, Visit visit);

/// What a letter right behind a number multiplies it by ("11.5K", "85.8G"); 1: any other letter.
constexpr double letterScale(char letter)
{
    switch (letter) {
    case 'K':
        return 1e3;
    case 'M':
        return 1e6;
    case 'G':
    case 'B':
        return 1e9;
    case 'T':
        return 1e12;
    default:
        return 1;
    }
}

/// Reads the next number at or after `at`; false at the end. `from` is where its key may begin.
bool nextNumber(std::string_view text, std::size_t &at, std::size_t &from, NumberPair &pair);

template <class Visit> void forEachNumber(std::string_view text, Visit visit)
{
    NumberPair pair;
    for (std::size_t at = 0, from = 0; nextNumber(text, at, from, pair);)
        if (!visit(pair))
            return;
}

} // namespace headroom
