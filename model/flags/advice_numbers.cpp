#include "model/flags/advice_numbers.h"

#include <fmt/format.h>

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

std::string mibText(double bytes)
{
    const double mib = bytes / bytesPerMib;
    if (mib >= 1024 && std::fmod(mib, 1024) == 0)
        return fmt::format("{:.0f} GiB", mib / 1024);
    return std::abs(mib - std::round(mib)) < 0.05 ? fmt::format("{:.0f} MiB", mib)
                                                  : fmt::format("{:.1f} MiB", mib);
}

std::string gibText(double bytes)
{
    return fmt::format("{:.1f} GiB", bytes / bytesPerGib);
}

std::string countText(double count)
{
    return count >= 1e9 ? fmt::format("{:.2f} billion", count / 1e9)
                        : fmt::format("{:.1f} million", count / 1e6);
}

std::string percentText(double share)
{
    return fmt::format("{:.0f} %", share * 100);
}

std::string timesText(double factor)
{
    return std::abs(factor - std::round(factor)) < 0.05 ? fmt::format("{:.0f}", factor)
                                                        : fmt::format("{:.1f}", factor);
}

} // namespace headroom
