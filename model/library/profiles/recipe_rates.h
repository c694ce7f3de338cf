#pragma once

#include "model/library/profiles/profile_library.h"

#include <optional>
#include <string>

namespace headroom {

/// The rate that a recipe multiplies at and a chip has no units for, by name; nothing where it
/// runs. Units that scale blocks of 32 came with those for fp4, in Blackwell and CDNA 4.
/// @source Transformer Engine quantization.py check_mxfp8_support (compute capability 10.0)
inline std::optional<std::string> missingRate(
    const PrecisionRecipe &recipe, const Accelerator &chip)
{
    if (recipe.matmulRate != MatmulRate::None && !peakOf(chip, recipe.matmulRate))
        return matmulRateName(recipe.matmulRate);
    if (recipe.scales == RecipeScales::MicroBlocks && !chip.peak.fp4)
        return "mxfp8";
    return std::nullopt;
}

} // namespace headroom
