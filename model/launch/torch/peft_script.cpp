#include "model/launch/torch/peft_script.h"

#include "model/base/document/document.h"
#include "model/frameworks/book/adapter_switches.h"
#include "model/frameworks/transformers/adapted_modules.h"
#include "model/launch/common/adapter_scaling.h"
#include "model/launch/common/script_text.h"
#include "model/launch/torch/hf_script.h"
#include "model/library/architecture/fused_projections.h"
#include "model/plan/tuning.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace headroom {
namespace {

/// The regular expression that PEFT matches module paths with, as a whole.
std::string modulePattern(const Tuning &tuning, const ModuleNames &names, bool hasExperts)
{
    std::string parts;
    const auto add = [&](std::string_view part) {
        if (!part.empty())
            parts.append(parts.empty() ? "" : "|").append(part);
    };
    add(adaptedPattern(names.attention, true, tuning));
    add(adaptedPattern(names.mlp, false, tuning));
    if (hasExperts && tuning.adapts(TuningTarget::Experts))
        add(names.experts);
    return parts.empty() ? "" : R"(.*\.()" + parts + ")";
}

Document expertTensors(const LaunchSpec &spec, const ModuleNames &names)
{
    Document list = Document::sequence();
    if (!spec.model().moe || !adapts(spec.plan(), TuningTarget::Experts))
        return list;
    for (const std::string_view tensor : names.expertTensors)
        if (!tensor.empty())
            list.append(Document(std::string(tensor)));
    return list;
}

std::string_view methodWord(TuningMethod method)
{
    return method == TuningMethod::Qlora ? "qlora" : "lora";
}

std::string_view baseWord(BaseFormat base)
{
    return base == BaseFormat::Nf4 ? "nf4"
        : base == BaseFormat::Int8 ? "int8"
        : base == BaseFormat::Gptq ? "gptq"
        : base == BaseFormat::Awq  ? "awq"
        : base == BaseFormat::Fp32 ? "fp32"
                                   : "bf16";
}

/// What the program compares its own count with; 0: nothing is known.
std::int64_t trainedParameters(const ExportRequest &request)
{
    return request.prediction ? std::llround(request.prediction->parametersTrained) : 0;
}

} // namespace

bool isPrequantised(BaseFormat base)
{
    return base == BaseFormat::Gptq || base == BaseFormat::Awq;
}

void addPeftScript(const LaunchSpec &spec, ExportDraft &draft)
{
    const Plan &plan = spec.plan();
    const Tuning &tuning = *plan.tuning;
    const ModuleNames *names = adaptedModules(spec.model());
    const bool packs = plan.workload.packing.meanTokens.has_value();
    std::vector<Document::Member> switches;
    addAdapterSwitches(tuning, &AdapterSwitch::peft, switches);
    const Document settings = Document::mapping({
        { "method", std::string(methodWord(tuning.method)) },
        { "base_format", std::string(baseWord(tuning.storedBase())) },
        { "lora_rank", tuning.rank },
        { "lora_alpha", adapterAlpha(tuning) },
        { "switches", Document::mapping(std::move(switches)) },
        { "trained_modules", Document::texts(trainedModules(spec.model(), tuning)) },
        { "lora_modules", modulePattern(tuning, *names, spec.model().moe.has_value()) },
        { "lora_parameters", expertTensors(spec, *names) },
        { "trained_parameters", trainedParameters(*spec.request) },
        { "adapter_dtype", nameOf(plan.precision.weights) },
        { "compute", nameOf(plan.precision.compute) },
        { "attention", transformersAttention(plan.attention) },
        { "sequence_length", plan.workload.sequenceLength },
        { "packing", packs },
    });
    draft.add(
        "tuning.json", writeJson(settings) + "\n", "what the plan says about adapters and data");
    draft.addScript("train.py", introducedScript(spec, "train_adapters.py"),
        "trains the adapters with Hugging Face's Trainer and PEFT");
    draft.note(adapterScalingNote(tuning));
    if (isPrequantised(tuning.storedBase()))
        draft.note(prequantisedNote);
    else if (isQuantised(tuning.storedBase()))
        draft.note("The frozen matrices are quantised by bitsandbytes while the model loads; "
                   "embedding, head, norms and routers stay as they are.");
    if (names->isSinceFive && spec.model().moe && tuning.adapts(TuningTarget::Experts))
        draft.note("transformers 5 keeps the experts of a layer in one tensor, where gate and up "
                   "projection share a pair of adapters; the plan counts a pair for each, as "
                   "transformers 4 has them. train.py takes what the model has.");
    if (packs)
        draft.note("Documents are packed one after another up to the sequence length; how long "
                   "they are is a matter of your data, and the prediction holds for the plan's "
                   "mean length. Only flash attention keeps documents apart without a mask.");
}

} // namespace headroom
