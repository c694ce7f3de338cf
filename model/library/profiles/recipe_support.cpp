#include "model/library/profiles/recipe_support.h"

#include <algorithm>

namespace headroom {
namespace {

struct RecipeChips
{
    const char *word, *name;
};
/// The words of recipes for kinds of chips, and how people call those.
constexpr RecipeChips recipeChips[] { { "nvidia", "NVIDIA GPUs" }, { "amd", "AMD GPUs" },
    { "tpu", "TPUs" } };

std::string namesOfChips(const PrecisionRecipe &recipe)
{
    std::string names;
    for (const RecipeChips &kind : recipeChips)
        if (std::ranges::any_of(recipe.variants,
                [&kind](const RecipeVariant &v) { return v.works() && v.chips == kind.word; }))
            names += (names.empty() ? "" : ", ") + std::string { kind.name };
    return names;
}

std::string generationText(const ComputeCapability &value, bool isTpu)
{
    return isTpu ? std::to_string(value.major) : value.text();
}

/// The generations that run the variant, in words.
Message rangeOf(const RecipeVariant &variant, bool isTpu)
{
    const std::string from = generationText(variant.from.value_or(ComputeCapability {}), isTpu);
    if (!variant.until)
        return { "release-least", { from } };
    return { "release-span", { from, generationText(*variant.until, isTpu) } };
}

} // namespace

std::optional<Message> recipeObstacle(const PrecisionRecipe &recipe, const Accelerator &chip)
{
    if (recipe.isNone())
        return std::nullopt;
    const auto isForChip
        = [&chip](const RecipeVariant &v) { return v.works() && v.isForKindOf(chip); };
    const auto variant = std::ranges::find_if(recipe.variants, isForChip);
    if (variant == recipe.variants.end())
        return Message { "recipe-needs-chips", { namesOfChips(recipe) } };
    if (recipe.matmulRate != MatmulRate::None && !peakOf(chip, recipe.matmulRate))
        return Message { "recipe-needs-rate", { matmulRateName(recipe.matmulRate) } };
    if (workingVariant(recipe, chip))
        return std::nullopt;
    const bool isTpu = chip.kind == AcceleratorKind::Tpu;
    return Message { isTpu ? "recipe-needs-generation" : "recipe-needs-capability",
        { rangeOf(*variant, isTpu), generationText(*chip.capability, isTpu) } };
}

bool needsCapability(const PrecisionRecipe &recipe, const Accelerator &chip)
{
    return !chip.capability
        && std::ranges::any_of(recipe.variants, [&chip](const RecipeVariant &v) {
               return v.works() && v.isForKindOf(chip) && (v.from || v.until);
           });
}

} // namespace headroom
