#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

namespace headroom {

/// How a number is known, the surest first.
enum class Evidence { Exact, Compiled, Measured, Cited, Fitted, Assumed };

/// Its words in files, in the order of the enumeration.
inline constexpr std::array<const char *, 6> evidenceNames { "exact", "compiled", "measured",
    "cited", "fitted", "assumed" };

/// What a result is known by that rests on both.
constexpr Evidence weaker(Evidence a, Evidence b)
{
    return std::max(a, b);
}

} // namespace headroom
