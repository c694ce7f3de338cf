#pragma once

#include "model/library/profiles/profile_library.h"

#include <optional>

namespace headroom {

/// Why a recipe does not run on a chip: it is for other chips, the chip has no units for its
/// products, or another generation has. Nothing where it runs, or where the chip's file does not
/// state the compute capability that would decide.
std::optional<Message> recipeObstacle(const PrecisionRecipe &recipe, const Accelerator &chip);

/// Whether the answer of recipeObstacle() waits for a compute capability that the chip's file does
/// not state.
bool needsCapability(const PrecisionRecipe &recipe, const Accelerator &chip);

} // namespace headroom
