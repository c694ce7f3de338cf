#pragma once

#include "model/library/architecture/model_shape.h"
#include "model/plan/tuning.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {

/// Names that the adapted matrices have in a family's code of transformers, as parts of a regular
/// expression over module paths.
struct ModuleNames
{
    std::string_view attention, mlp, experts;
    std::array<std::string_view, 2> expertTensors {}; ///< where all experts lie in one tensor
    bool isSinceFive = false; ///< so they lie since transformers 5; a module for each before
};

/// nullptr: of this family they are not known.
const ModuleNames *adaptedModules(const ModelShape &model);

/// The projection that a module of the family's attention (or else MLP) is; one that holds several
/// counts as the one that leads rules (`k` of query, key and value, `up` of gate and up).
TuningTarget projectionOf(std::string_view module, bool isAttention);

/// The modules of a part of ModuleNames that get adapters; `pattern` is attention or mlp.
std::vector<std::string_view> adaptedNames(
    std::string_view pattern, bool isAttention, const Tuning &tuning);
/// The part of the regular expression that finds them; empty: none.
std::string adaptedPattern(std::string_view pattern, bool isAttention, const Tuning &tuning);

/// Modules that are trained whole next to the adapters, embedding first.
std::vector<std::string> trainedModules(const ModelShape &model, const Tuning &tuning);

} // namespace headroom
