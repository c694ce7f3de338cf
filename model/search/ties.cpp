#include "model/search/ties.h"

#include "model/estimate/intervals.h"

#include <cmath>
#include <numbers>

namespace headroom {

double tieShare()
{
    return std::exp(deviationsAt(1 - tieDoubt) * std::numbers::sqrt2 * scatterWithinSet) - 1;
}

double tieLimit(Objective objective, const RankedPoint &best, double share)
{
    switch (objective) {
    case Objective::Throughput:
    case Objective::Cost:
        return best.value * (1 + share);
    case Objective::Memory:
        return best.value + share * best.peak;
    case Objective::Devices:
        break;
    }
    return best.value;
}

} // namespace headroom
