#pragma once

#include <charconv>
#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace headroom {

/// What a chip's driver calls its generation: the compute capability of an NVIDIA GPU ("9.0"), the
/// same two numbers as PyTorch reports them for an AMD GPU (gfx942: "9.4"), the generation of a TPU
/// ("6"). Comparable between chips of one vendor.
struct ComputeCapability
{
    int major = 0;
    int minor = 0;
    auto operator<=>(const ComputeCapability &) const = default;

    std::string text() const { return std::to_string(major) + '.' + std::to_string(minor); }
};

/// Reads "9.0" or "9"; nothing for any other form.
inline std::optional<ComputeCapability> parseCapability(std::string_view text)
{
    constexpr std::size_t longest = 6; // far beyond any generation
    ComputeCapability value;
    const char *end = text.data() + text.size();
    const auto [point, fault] = std::from_chars(text.data(), end, value.major);
    if (text.size() > longest || fault != std::errc {} || value.major < 1)
        return std::nullopt;
    if (point == end)
        return value;
    const auto [rest, minorFault] = std::from_chars(point + 1, end, value.minor);
    if (*point != '.' || minorFault != std::errc {} || rest != end || value.minor < 0)
        return std::nullopt;
    return value;
}

/// Generations of NVIDIA's GPUs, each from the first compute capability that has it.
/// @source CUDA C++ programming guide, compute capabilities
namespace capability {
inline constexpr ComputeCapability turing { 7, 5 }, ampere { 8, 0 }, ada { 8, 9 }, hopper { 9, 0 },
    blackwell { 10, 0 };
} // namespace capability

} // namespace headroom
