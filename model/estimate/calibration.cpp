#include "model/estimate/calibration.h"

#include <cmath>

namespace headroom {

double shrinkageFactor(std::span<const double> measuredOverPredicted, bool sameStackAndModel)
{
    constexpr double betweenStacks = 0.12;
    const double inside = sameStackAndModel ? 0.04 : 0.10;
    double sum = 0;
    double count = 0;
    for (const double ratio : measuredOverPredicted) {
        if (!(ratio > 0) || !std::isfinite(ratio))
            continue;
        sum += std::log(ratio);
        ++count;
    }
    const double prior = betweenStacks * betweenStacks;
    return std::exp(prior * sum / (count * prior + inside * inside));
}

} // namespace headroom
