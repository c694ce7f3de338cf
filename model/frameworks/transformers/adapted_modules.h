#pragma once

#include "model/library/architecture/model_shape.h"

#include <array>
#include <string_view>

namespace headroom {

/// Names that the adapted matrices have in a family's code of transformers, as parts of a regular
/// expression over module paths.
struct ModuleNames
{
    std::string_view attention, mlp, experts;
    std::array<std::string_view, 2> expertTensors {}; ///< where all experts lie in one tensor
    bool isSinceFive = false; ///< so they lie since transformers 5; a module for each before
};

/// nullptr: transformers has no code of this family.
const ModuleNames *adaptedModules(const ModelShape &model);

} // namespace headroom
