// Profiles of one kind alone: rematerialization policies, their tensors and recipes.
#include "profile_check.h"

#include "model/library/profiles/policy_reader.h"

using namespace headroom;
using namespace headroom::fuzz;

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    checkProfile(textOf(data, size), readRematPolicies, [](const auto &policies) {
        for (const RematPolicy &policy : policies)
            promise(!policy.id.empty(), "a policy has an id");
    });
    checkProfile(textOf(data, size), readRematTensors, [](const auto &tensors) {
        for (const RematTensor &tensor : tensors)
            promise(!tensor.id.empty(), "a tensor has an id");
    });
    checkProfile(textOf(data, size), readRecipes, [](const auto &recipes) {
        for (const PrecisionRecipe &recipe : recipes)
            promise(!recipe.id.empty(), "a recipe has an id");
    });
    return 0;
}
