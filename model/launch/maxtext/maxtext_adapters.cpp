#include "model/launch/common/adapter_scaling.h"
#include "model/launch/maxtext/maxtext_config.h"
#include "model/plan/tuning.h"

#include <string>

namespace headroom {
namespace {

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
    const Tuning &tuning = *spec.plan().tuning;
    if (!tuning.isAdapted())
        return;
    const BaseFormat base = tuning.storedBase();
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
