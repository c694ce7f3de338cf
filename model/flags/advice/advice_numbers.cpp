#include "model/flags/advice/advice_numbers.h"

#include <algorithm>
#include <cmath>

namespace headroom {
namespace {

Bytes powerOfTwoAbove(Bytes size)
{
    return Bytes { std::exp2(std::max(0.0, std::ceil(std::log2(size.value()) - 1e-12))) };
}

Bytes powerOfTwoBelow(Bytes size)
{
    return Bytes { std::exp2(std::max(0.0, std::floor(std::log2(size.value()) + 1e-12))) };
}

} // namespace

Bytes combineThreshold(Bytes layer, Bytes free)
{
    Bytes threshold = powerOfTwoAbove(layer);
    if (free > Bytes {})
        threshold = std::min(threshold, powerOfTwoBelow(free / 4));
    return std::clamp(threshold, powerOfTwoAbove(defaultCombine), largestCombine);
}

Bytes reduceThreshold(const AdviceInputs &in)
{
    const Bytes moved
        = powerOfTwoBelow(Bytes { in.halfLayerBackward.value() * in.replicaBandwidth.value() });
    const Bytes most = std::max(minReduce, powerOfTwoBelow(in.gradients));
    return std::clamp(moved, minReduce, std::min(most, largestCombine));
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
