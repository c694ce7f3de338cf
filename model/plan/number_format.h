#pragma once

#include "model/base/units/quantity.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace headroom {

/// Number formats that a plan keeps weights, gradients, moments and activations in.
enum class NumberFormat : std::uint8_t { Bf16, Fp16, Fp32, Int8 };

/// What a number format decides: one row of a table.
struct NumberFormatTraits
{
    NumberFormat id;
    std::string_view name; ///< of plan files: "bf16"
    std::string_view dtype; ///< of PyTorch, JAX and NumPy: "bfloat16"
    Bytes element; ///< of one number
};

/// All rows, in the order of the enumeration.
inline constexpr std::array<NumberFormatTraits, 4> numberFormats {
    NumberFormatTraits { NumberFormat::Bf16, "bf16", "bfloat16", Bytes { 2 } },
    NumberFormatTraits { NumberFormat::Fp16, "fp16", "float16", Bytes { 2 } },
    NumberFormatTraits { NumberFormat::Fp32, "fp32", "float32", Bytes { 4 } },
    NumberFormatTraits { NumberFormat::Int8, "int8", "int8", Bytes { 1 } },
};

constexpr const NumberFormatTraits &formatTraits(NumberFormat format)
{
    return numberFormats[static_cast<std::size_t>(format)];
}
constexpr bool numberFormatsAreInOrder()
{
    for (const NumberFormatTraits &row : numberFormats)
        if (&formatTraits(row.id) != &row)
            return false;
    return true;
}
static_assert(numberFormatsAreInOrder());

constexpr std::span<const NumberFormatTraits> allFormats()
{
    return numberFormats;
}
constexpr Bytes elementBytes(NumberFormat format)
{
    return formatTraits(format).element;
}
inline std::string nameOf(NumberFormat format)
{
    return std::string { formatTraits(format).name };
}
inline std::string dtypeOf(NumberFormat format)
{
    return std::string { formatTraits(format).dtype };
}
/// By the word of plans; nullptr: there is no such format.
constexpr const NumberFormatTraits *findFormat(std::string_view name)
{
    for (const NumberFormatTraits &row : numberFormats)
        if (row.name == name)
            return &row;
    return nullptr;
}

} // namespace headroom
