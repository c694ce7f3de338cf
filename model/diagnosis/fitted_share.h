#pragma once

#include <cmath>

namespace headroom {

/// The largest share of a rate, from `least` to 1, at which something takes `seconds` or longer;
/// `least` where it never does. `secondsAt` falls as the share grows.
template <class SecondsAt>
double shareThatTakes(const SecondsAt &secondsAt, double seconds, double least)
{
    constexpr int rounds = 16; // to a thousandth of the range
    if (secondsAt(least) <= seconds)
        return least;
    double low = least, high = 1;
    for (int round = 0; round < rounds; ++round) {
        const double middle = std::sqrt(low * high);
        (secondsAt(middle) >= seconds ? low : high) = middle;
    }
    return low;
}

} // namespace headroom
