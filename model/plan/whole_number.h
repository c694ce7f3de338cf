#pragma once

#include <algorithm>
#include <cmath>

namespace headroom {

/// Relative; batches are ratios of small integers.
inline constexpr double wholeTolerance = 1e-9;

/// Whether a ratio of batches or degrees is a whole number but for rounding.
inline bool isWhole(double value)
{
    return std::abs(value - std::round(value)) <= wholeTolerance * std::max(1.0, std::abs(value));
}

} // namespace headroom
