#include "model/base/text/release_number.h"
#include "model/launch/adapter_scaling.h"
#include "model/launch/maxtext_config.h"

#include <string>

namespace headroom {
namespace {

/// First release that trains adapters with train.py. @source MaxText 0.2.4, configs/types.py (LoRA)
constexpr std::string_view firstWithAdapters = "0.2.4";
/// Weights that share a scale. @source QLoRA (arXiv 2305.14314) §3
constexpr int weightsPerScale = 64;

/// Paths of MaxText's modules that get adapters, as a regular expression over those of all its
/// decoder blocks. @source MaxText configs/post_train/lora_module_path.yml
std::string modulePath(const Tuning &tuning)
{
    constexpr std::string_view attention
        = "[Aa]ttention[^/]*/(query|key|value|qkv_proj|wq_a|wq_b|wkv_a|wkv_b|out)";
    constexpr std::string_view mlp = "([Mm]lp[^/]*|shared_experts)/(wi|wi_0|wi_1|wo)";
    std::string parts;
    if (tuning.adapts(TuningTarget::Attention))
        parts = attention;
    if (tuning.adapts(TuningTarget::Mlp))
        parts.append(parts.empty() ? "" : "|").append(mlp);
    return "decoder/.*(" + parts + ")";
}

std::string weightType(BaseFormat base)
{
    return base == BaseFormat::Nf4 ? "nf4" : base == BaseFormat::Int8 ? "int8" : "";
}

} // namespace

void addMaxTextAdapters(const LaunchSpec &spec, MaxTextConfig &config, ExportDraft &draft)
{
    const Plan &plan = spec.plan();
    const Tuning &tuning = plan.tuning;
    if (!tuning.isAdapted())
        return;
    if (!plan.software.maxtext.empty() && !isRelease(plan.software.maxtext, firstWithAdapters))
        return draft.refuse("tuning.method", { "maxtext-no-adapters", { plan.software.maxtext } });
    if (spec.model().moe && tuning.adapts(TuningTarget::Experts))
        return draft.refuse("tuning.targets", { "maxtext-adapter-experts" });
    const BaseFormat base = tuning.storedBase();
    if (base == BaseFormat::Fp8)
        return draft.refuse("tuning.base", { "maxtext-adapter-base", { "fp8" } });
    if (base == BaseFormat::Bf16 && plan.precision.weights != NumberFormat::Bf16)
        return draft.refuse(
            "precision.weights", { "maxtext-adapter-weights", { nameOf(plan.precision.weights) } });
    std::vector<Document::Member> lora { { "enable_lora", true }, { "lora_rank", tuning.rank },
        { "lora_alpha", alphaOverRank * tuning.rank }, { "lora_module_path", modulePath(tuning) } };
    if (const std::string type = weightType(base); !type.empty()) {
        lora.push_back({ "lora_weight_qtype", type });
        lora.push_back({ "lora_tile_size", weightsPerScale });
    }
    config.sections.push_back(
        { "Adapters beside frozen weights", { { "lora", Document::mapping(std::move(lora)) } } });
    draft.note("The frozen weights come from a checkpoint: `bash run.sh load_parameters_path=…`. "
               "lora_alpha is twice the rank: a plan has no field for it.");
    if (base == BaseFormat::Nf4)
        draft.note("MaxText keeps the scales of nf4 weights whole; the prediction has them "
                   "quantised once more, as QLoRA does.");
}

} // namespace headroom
