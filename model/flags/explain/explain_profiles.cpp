#include "model/flags/explain/explain_profiles.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom {
namespace {

bool isListed(const std::vector<std::string> &ids, const std::string &name)
{
    return std::ranges::find(ids, name) != ids.end();
}

std::string joinedOrNone(const std::vector<std::string> &words)
{
    return words.empty() ? "none" : fmt::format("{}", fmt::join(words, ", "));
}

std::vector<std::string> tensorsAt(const RematPolicy &policy, TensorPlace place)
{
    std::vector<std::string> names;
    for (const auto &[tensor, where] : policy.tensors)
        if (where == place)
            names.push_back(tensor);
    return names;
}

Explanation explainPolicy(const RematPolicy &policy)
{
    Explanation explanation { "policy", policy.id,
        "Rematerialisation policy: which activations of a layer are kept for the backward pass, "
        "sent to host memory, or computed again.",
        {}, {} };
    if (!policy.behavesAs.empty())
        explanation.sections.push_back({ "behaves_as", "Behaves as", { policy.behavesAs } });
    explanation.sections.push_back(
        { "kept", "Kept on the device", { joinedOrNone(tensorsAt(policy, TensorPlace::Device)) } });
    explanation.sections.push_back({ "offloaded", "Kept on the host",
        { joinedOrNone(tensorsAt(policy, TensorPlace::Offload)) } });
    explanation.sections.push_back(
        { "frameworks", "Frameworks", { joinedOrNone(policy.frameworks) } });
    if (!policy.note.empty())
        explanation.sections.push_back({ "note", "Note", { policy.note } });
    explanation.links.push_back({ "MaxText decoder layers, policies",
        "https://github.com/AI-Hypercomputer/maxtext/blob/main/src/MaxText/layers/"
        "decoders.py#L287" });
    return explanation;
}

Explanation explainTensor(const RematTensor &tensor)
{
    Explanation explanation { "policy", tensor.id, tensor.meaning, {}, {} };
    if (explanation.says.empty())
        explanation.says = "Activation tensor that a rematerialisation policy can place.";
    explanation.sections.push_back({ "where", "In", { tensor.where } });
    explanation.sections.push_back({ "elements", "Elements per layer",
        { tensor.elements + ", " + tensor.bytesPerElement + " bytes each" } });
    if (!tensor.note.empty())
        explanation.sections.push_back({ "note", "Note", { tensor.note } });
    return explanation;
}

std::string variantText(const RecipeVariant &variant)
{
    std::string text = "Qwix " + variant.qwix + ", chips "
        + (variant.chips.empty() ? std::string { "none" } : variant.chips) + ": " + variant.outcome;
    const std::pair<const char *, const std::string &> details[] { { "engine", variant.engine },
        { "hardware", variant.hardware }, { "weights", variant.weights },
        { "activations", variant.activations }, { "backward", variant.backward },
        { "scaling", variant.scaling }, { "covers", variant.operations } };
    for (const auto &[name, value] : details)
        if (!value.empty())
            text += std::string { "; " } + name + ' ' + value;
    return text + (variant.note.empty() ? "" : "; " + variant.note);
}

Explanation explainRecipe(const PrecisionRecipe &recipe)
{
    Explanation explanation { "recipe", recipe.id,
        "Low-precision recipe: the number formats in which matrix multiplications are computed.",
        {}, {} };
    explanation.sections.push_back({ "rate", "Rate of the GEMMs",
        { recipe.matmulRate == MatmulRate::None ? "as without a recipe"
                                                : matmulRateName(recipe.matmulRate) } });
    explanation.sections.push_back(
        { "frameworks", "Frameworks", { joinedOrNone(recipe.frameworks) } });
    std::vector<std::string> variants;
    for (const RecipeVariant &variant : recipe.variants)
        variants.push_back(variantText(variant));
    if (!variants.empty())
        explanation.sections.push_back({ "variants", "Ways to run it", std::move(variants) });
    if (!recipe.note.empty())
        explanation.sections.push_back({ "note", "Note", { recipe.note } });
    explanation.links.push_back({ "MaxText quantization",
        "https://github.com/AI-Hypercomputer/maxtext/blob/main/docs/explanations/"
        "quantization.md?plain=1" });
    return explanation;
}

} // namespace

Explanation explainNcclVariable(
    const NcclVariables &nccl, const std::string &name, const NcclVariable &variable)
{
    Explanation explanation { "variable", name,
        "A variable that NCCL reads; its effect is not explained here.", {}, {} };
    const std::string end
        = variable.until.empty() ? std::string {} : ", no longer read from " + variable.until;
    explanation.sections.push_back({ "facts", "Facts",
        { "Written in: the environment.", "Since NCCL " + variable.since + end + '.',
            "Read in: src/" + variable.readAt + '.' } });
    if (!variable.byDefault.empty())
        explanation.sections.push_back({ "defaults", "Default", { variable.byDefault } });
    explanation.sections.push_back(
        { "not_modelled", "Not modelled", { "No term of the estimate reads it." } });
    explanation.sections.push_back(
        { "source", "Source", { nccl.source + ", up to " + nccl.release } });
    return explanation;
}

std::optional<Explanation> explainProfile(const ProfileLibrary &profiles, const std::string &name)
{
    if (isListed(profiles.rematPolicyIds(), name))
        if (const auto policy = profiles.rematPolicy(name))
            return explainPolicy(*policy);
    if (isListed(profiles.recipeIds(), name))
        if (const auto recipe = profiles.recipe(name))
            return explainRecipe(*recipe);
    if (isListed(profiles.rematTensorIds(), name))
        if (const auto tensor = profiles.rematTensor(name))
            return explainTensor(*tensor);
    return std::nullopt;
}

std::vector<std::string> explainableProfiles(const ProfileLibrary &profiles)
{
    std::vector<std::string> names = profiles.rematPolicyIds();
    for (const auto &more : { profiles.recipeIds(), profiles.rematTensorIds() })
        names.insert(names.end(), more.begin(), more.end());
    return names;
}

} // namespace headroom
