#pragma once

#include "model/base/document/document.h"
#include "model/library/profiles/profile_library.h"

namespace headroom {

/// Reads remat/policies.yaml; the order of the file is the order of listings.
Result<std::vector<RematPolicy>> readRematPolicies(
    const Document &document, const std::string &file);
/// Reads remat/tensors.yaml.
Result<std::vector<RematTensor>> readRematTensors(
    const Document &document, const std::string &file);
/// Reads recipes/recipes.yaml.
Result<std::vector<PrecisionRecipe>> readRecipes(const Document &document, const std::string &file);

} // namespace headroom
