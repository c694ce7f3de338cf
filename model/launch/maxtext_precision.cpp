#include "model/launch/maxtext_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace headroom {
namespace {

std::string maxtextType(std::string_view type)
{
    if (type == "bf16")
        return "bfloat16";
    return type == "fp16" ? "float16" : "float32";
}

void addTypes(const LaunchSpec &spec, MaxTextSection &section, ExportDraft &draft)
{
    const Plan &plan = spec.plan();
    const Precision &precision = plan.precision;
    section.settings.push_back({ "dtype", maxtextType(precision.compute) });
    section.settings.push_back({ "weight_dtype", maxtextType(precision.weights) });
    if (maxtextKnowsKey("grad_dtype", plan.software.maxtext))
        section.settings.push_back({ "grad_dtype", maxtextType(precision.gradients) });
    else if (precision.gradients != "fp32")
        draft.note(
            "This MaxText release has no grad_dtype: gradients have the type of the weights.");
}

void addRecipe(const LaunchSpec &spec, MaxTextSection &section, ExportDraft &draft)
{
    const std::string &recipe = spec.plan().precision.recipe;
    if (recipe.empty() || recipe == "none") {
        section.settings.push_back({ "quantization", "" });
        section.settings.push_back({ "use_qwix_quantization", false });
        return;
    }
    const RecipeVariant *variant = workingVariant(spec.resolved().recipe, spec.chip());
    if (!variant)
        return draft.refuse({ "recipe-chip", { recipe, spec.chip().name } });
    if (recipe == "intmp")
        return draft.refuse({ "recipe-intmp" });
    const bool usesQwix = variant->qwix == "required";
    section.settings.push_back({ "quantization", recipe });
    section.settings.push_back({ "use_qwix_quantization", usesQwix });
    if (spec.resolved().recipe.refusesGradientAccumulation && spec.batch.accumulation > 1)
        draft.refuse(
            { "recipe-accumulation", { recipe, std::to_string(spec.batch.accumulation) } });
}

/// The plan's optimizers that MaxText has; the others are refused.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> optimizers { {
    { "adamw", "adamw" },
    { "adamw_bf16", "adamw" },
    { "sgd_momentum", "sgd" },
    { "muon", "muon" },
} };

void addOptimizer(const LaunchSpec &spec, MaxTextSection &section, ExportDraft &draft)
{
    const Plan &plan = spec.plan();
    const auto row = std::find_if(optimizers.begin(), optimizers.end(),
        [&](const auto &pair) { return pair.first == plan.optimizer; });
    if (row == optimizers.end())
        return draft.refuse({ "no-optimizer", { "MaxText", plan.optimizer } });
    section.settings.push_back({ "opt_type", std::string(row->second) });
    const bool wants16Bit
        = plan.optimizer == "adamw_bf16" || plan.precision.optimizerState == "bf16";
    const bool inherits16Bit = plan.precision.weights == "bf16";
    if (row->second == "adamw" && wants16Bit != inherits16Bit) {
        section.settings.push_back({ "mu_dtype", wants16Bit ? "bfloat16" : "float32" });
        draft.note(
            "MaxText's mu_dtype sets the type of the first moment; the second one follows the "
            "weights.");
    }
    if (plan.optimizer == "sgd_momentum")
        draft.note("MaxText's sgd keeps no momentum: it holds less state than the plan counts.");
    if (plan.options.offloadOptimizer)
        section.settings.push_back({ "optimizer_memory_host_offload", true });
}

/// Tensor names of the plan that are no key of MaxText, and why.
const std::map<std::string_view, std::string_view> tensorsWithoutKey {
    { "quantization", "it is saved by the *_quantization policies, not by a key" },
    { "iteration_input", "the pipeline places it by itself" },
    { "engram", "MaxText has the key but nothing reads it" },
};

void addCustomTensors(const LaunchSpec &spec, MaxTextSection &section, ExportDraft &draft)
{
    const Plan &plan = spec.plan();
    for (const auto &[tensor, place] : plan.remat.tensors) {
        if (const auto row = tensorsWithoutKey.find(tensor); row != tensorsWithoutKey.end()) {
            draft.leaveOut("remat tensor " + tensor, std::string(row->second));
            continue;
        }
        if (!maxtextKnowsKey(tensor, plan.software.maxtext)) {
            if (place != "remat")
                draft.leaveOut("remat tensor " + tensor,
                    fmt::format("MaxText {} does not know the key", plan.software.maxtext));
            continue;
        }
        section.settings.push_back({ tensor, place });
    }
}

void addRemat(const LaunchSpec &spec, MaxTextSection &section, ExportDraft &draft)
{
    const RematPolicy &remat = spec.resolved().remat;
    const std::string &policy
        = remat.behavesAs.empty() ? spec.plan().remat.policy : remat.behavesAs;
    // MaxText reads the word none as null and then behaves as full: say what it does.
    section.settings.push_back({ "remat_policy", policy == "none" ? "full" : policy });
    if (remat.perTensorKeys || policy == "custom")
        addCustomTensors(spec, section, draft);
    section.settings.push_back({ "scan_layers", spec.plan().options.scanLayers });
}

} // namespace

void addMaxTextPrecision(const LaunchSpec &spec, MaxTextConfig &config, ExportDraft &draft)
{
    MaxTextSection types { "Number formats and optimizer", {} };
    addTypes(spec, types, draft);
    addRecipe(spec, types, draft);
    addOptimizer(spec, types, draft);
    config.sections.push_back(std::move(types));
    MaxTextSection remat { "What the backward pass recomputes", {} };
    addRemat(spec, remat, draft);
    config.sections.push_back(std::move(remat));
}

} // namespace headroom
