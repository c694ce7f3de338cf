#include "model/plan/attention_kernels.h"

#include <algorithm>
#include <array>

namespace headroom {

std::span<const std::string_view> attentionKernelNames()
{
    static constexpr std::array<std::string_view, 6> names { "unfused", "flash", "flash-2",
        "flash-3", "cudnn-flash", "splash" };
    return names;
}

bool takesAttention(const Accelerator &chip, std::string_view kernel)
{
    constexpr int ampereYear = 2020;
    constexpr int hopperYear = 2022;
    const bool isTpu = chip.kind == AcceleratorKind::Tpu;
    if (kernel == "splash")
        return isTpu;
    if (kernel == "flash" || kernel == "unfused")
        return true;
    if (kernel == "flash-2")
        return !isTpu && chip.launchYear >= ampereYear;
    const bool isNvidia = chip.vendor == "NVIDIA";
    return isNvidia && chip.launchYear >= (kernel == "flash-3" ? hopperYear : ampereYear);
}

std::string attentionOn(const Accelerator &chip, const std::string &kernel)
{
    if (takesAttention(chip, kernel))
        return kernel;
    // The usual kernel of each kind of chip first; "flash" stands for whatever there is.
    static constexpr std::array<std::string_view, 4> usual { "splash", "cudnn-flash", "flash-2",
        "flash" };
    return std::string { *std::ranges::find_if(
        usual, [&chip](std::string_view name) { return takesAttention(chip, name); }) };
}

} // namespace headroom
