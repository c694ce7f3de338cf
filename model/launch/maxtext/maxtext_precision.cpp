#include "model/frameworks/maxtext/maxtext_keys.h"
#include "model/launch/common/plain_options.h"
#include "model/launch/maxtext/maxtext_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace headroom {
namespace {

void addTypes(const LaunchSpec &spec, MaxTextSection &section, ExportDraft &draft)
{
    const Plan &plan = spec.plan();
    const Precision &precision = plan.precision;
    section.settings.push_back({ "dtype", dtypeOf(precision.compute) });
    if (precision.compute == NumberFormat::Fp16)
        draft.note(
            "MaxText does not scale the loss: in fp16 small gradients become 0, and training "
            "may diverge where other frameworks keep going. bf16 has the range of fp32.");
    section.settings.push_back({ "weight_dtype", dtypeOf(precision.weights) });
    if (maxtextKnowsKey("grad_dtype", spec.resolved().releases.maxtext))
        section.settings.push_back({ "grad_dtype", dtypeOf(precision.gradients) });
    else if (precision.gradients != NumberFormat::Fp32)
        draft.note(
            "This MaxText release has no grad_dtype: gradients have the type of the weights.");
}

void addRecipe(const LaunchSpec &spec, MaxTextSection &section, ExportDraft &draft)
{
    const std::string &recipe = spec.plan().precision.recipe;
    if (spec.resolved().recipe.isNone()) {
        section.settings.push_back({ "quantization", "" });
        section.settings.push_back({ "use_qwix_quantization", false });
        return;
    }
    const RecipeVariant *variant = workingVariant(spec.resolved().recipe, spec.chip());
    const bool usesQwix = variant && variant->qwix == "required";
    section.settings.push_back({ "quantization", recipe });
    section.settings.push_back({ "use_qwix_quantization", usesQwix });
    if (spec.resolved().recipe.refusesGradientAccumulation && spec.batch.accumulation > 1)
        draft.refuse("precision.recipe",
            { "recipe-accumulation", { recipe, std::to_string(spec.batch.accumulation) } });
}

void addOptimizer(const LaunchSpec &spec, MaxTextSection &section, ExportDraft &draft)
{
    const Plan &plan = spec.plan();
    const OptimizerTraits &optimizer = spec.resolved().optimizer();
    section.settings.push_back(
        { "opt_type", std::string(optimizer.nameIn(Framework::MaxText).name) });
    const NumberFormat state = plan.precision.optimizerState;
    const bool isMomentum = optimizer.id == Optimizer::SgdMomentum;
    const bool wants16Bit = optimizer.id == Optimizer::AdamWBf16 || state == NumberFormat::Bf16;
    const bool inherits16Bit = plan.precision.weights == NumberFormat::Bf16;
    if (!isMomentum && wants16Bit != inherits16Bit) {
        section.settings.push_back(
            { "mu_dtype", dtypeOf(wants16Bit ? NumberFormat::Bf16 : NumberFormat::Fp32) });
        draft.note(
            "MaxText's mu_dtype sets the type of the first moment; the second one follows the "
            "weights.");
    }
    if (optimizer.id == Optimizer::AdamWBf16 && inherits16Bit)
        draft.settle("optimizer", nameOf(plan.optimizer),
            "`opt_type: adamw`, whose moments have the type of the weights");
    if (isMomentum) {
        draft.note("MaxText's sgd keeps no momentum: it holds less state than the plan counts.");
        if (state == NumberFormat::Bf16)
            draft.lose("precision.optimizer_state", nameOf(state), "MaxText's sgd keeps no state");
    }
    if (plan.options.offloadOptimizer)
        section.settings.push_back({ "optimizer_memory_host_offload", true });
    if (plan.options.offloadParameters)
        section.settings.push_back({ "parameter_memory_host_offload", true });
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
            draft.lose("remat.tensors." + tensor, nameOf(place), std::string(row->second));
            continue;
        }
        if (!maxtextKnowsKey(tensor, spec.resolved().releases.maxtext)) {
            if (place != TensorPlace::Remat)
                draft.lose("remat.tensors." + tensor, nameOf(place),
                    fmt::format(
                        "MaxText {} does not know the key", spec.resolved().releases.maxtext));
            continue;
        }
        section.settings.push_back({ tensor, nameOf(place) });
    }
}

void addRemat(const LaunchSpec &spec, MaxTextSection &section, ExportDraft &draft)
{
    const RematPolicy &remat = spec.resolved().remat;
    const RematKind kind = spec.resolved().rematKind();
    // MaxText reads the word none as null and then behaves as full: say what it does.
    const std::string &policy = isFullRemat(kind) ? fullRematId
        : remat.behavesAs.empty()                 ? spec.plan().remat.policy
                                                  : remat.behavesAs;
    const bool isEarly
        = policy == contextPolicy && !maxtextKnowsWord(policy, spec.resolved().releases.maxtext);
    section.settings.push_back(
        { "remat_policy", isEarly ? std::string(earlyContextPolicy) : policy });
    if (policy != spec.plan().remat.policy)
        draft.settle("remat.policy", spec.plan().remat.policy,
            fmt::format("`remat_policy: {}`, which is how MaxText behaves then", policy));
    if (kind == RematKind::Custom)
        addCustomTensors(spec, section, draft);
    for (PlainOption &option : plainOptions(spec.plan(), Framework::MaxText))
        section.settings.push_back({ std::move(option.name), std::move(option.value) });
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
