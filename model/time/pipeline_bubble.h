#pragma once

namespace headroom {

/// Idle over useful time of a pipeline: (p − 1)/(v·m). @source arXiv 2104.04473 §2.2
constexpr double bubbleRatio(double stages, double microBatches, double chunks = 1)
{
    return (stages - 1) / (chunks * microBatches);
}

/// Idle share of the whole step: (p − 1)/(v·m + p − 1).
constexpr double bubbleFraction(double stages, double microBatches, double chunks = 1)
{
    return (stages - 1) / (chunks * microBatches + stages - 1);
}

} // namespace headroom
