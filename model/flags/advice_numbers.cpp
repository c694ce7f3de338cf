#include "model/flags/advice_numbers.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

double powerOfTwoAbove(double value)
{
    return value <= 1 ? 1 : std::exp2(std::ceil(std::log2(value) - 1e-12));
}

double powerOfTwoBelow(double value)
{
    return value <= 1 ? 1 : std::exp2(std::floor(std::log2(value) + 1e-12));
}

} // namespace

double combineThreshold(double layerBytes, double freeBytes)
{
    double threshold = powerOfTwoAbove(layerBytes);
    if (freeBytes > 0)
        threshold = std::min(threshold, powerOfTwoBelow(freeBytes / 4));
    return std::clamp(threshold, powerOfTwoAbove(defaultCombineBytes), largestCombineBytes);
}

double reduceThreshold(const AdviceInputs &in)
{
    const double moved = powerOfTwoBelow(in.halfLayerBackwardSeconds * in.replicaBandwidth);
    const double most = std::max(leastReduceBytes, powerOfTwoBelow(in.gradientBytes));
    return std::clamp(moved, leastReduceBytes, std::min(most, largestCombineBytes));
}

double scopedVmemAdvice(const AdviceInputs &in)
{
    if (in.accelerator == "tpu-v6e")
        return in.hasExperts ? moeVmemKib : denseVmemKib;
    if (in.accelerator == "tpu-v7x")
        return ironwoodVmemKib;
    return 0;
}

} // namespace headroom
