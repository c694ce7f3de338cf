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

Bytes combineThreshold(Bytes layer, Bytes free)
{
    double threshold = powerOfTwoAbove(layer.value());
    if (free > Bytes {})
        threshold = std::min(threshold, powerOfTwoBelow(free.value() / 4));
    return Bytes { std::clamp(
        threshold, powerOfTwoAbove(defaultCombineBytes), largestCombineBytes) };
}

Bytes reduceThreshold(const AdviceInputs &in)
{
    const double moved
        = powerOfTwoBelow(in.halfLayerBackward.value() * in.replicaBandwidth.value());
    const double most = std::max(leastReduceBytes, powerOfTwoBelow(in.gradients.value()));
    return Bytes { std::clamp(moved, leastReduceBytes, std::min(most, largestCombineBytes)) };
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
