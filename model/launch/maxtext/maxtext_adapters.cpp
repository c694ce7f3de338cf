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
    std::string attention, mlp;
    const auto add = [&](std::string &list, TuningTarget target, std::string_view names) {
        if (tuning.adapts(target))
            list.append(list.empty() ? "" : "|").append(names);
    };
    const bool isWhole = tuning.adapts(TuningTarget::Query) && tuning.adapts(TuningTarget::Key)
        && tuning.adapts(TuningTarget::Value);
    add(attention, TuningTarget::Query, "query");
    add(attention, TuningTarget::Key, "key");
    add(attention, TuningTarget::Value, "value");
    if (isWhole)
        attention += "|qkv_proj";
    add(attention, TuningTarget::Query, "wq_a|wq_b");
    add(attention, TuningTarget::Key, "wkv_a|wkv_b");
    add(attention, TuningTarget::Output, "out");
    if (tuning.adapts(TuningTarget::Gate) && tuning.adapts(TuningTarget::Up))
        mlp = "wi";
    add(mlp, TuningTarget::Gate, "wi_0");
    add(mlp, TuningTarget::Up, "wi_1");
    add(mlp, TuningTarget::Down, "wo");
    std::string parts;
    if (!attention.empty())
        parts = "[Aa]ttention[^/]*/(" + attention + ')';
    if (!mlp.empty())
        parts.append(parts.empty() ? "" : "|").append("([Mm]lp[^/]*|shared_experts)/(" + mlp + ')');
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
        { "lora_alpha", alphaByRank(tuning) }, { "lora_module_path", modulePath(tuning) } };
    if (const std::string type = weightType(base); !type.empty()) {
        lora.push_back({ "lora_weight_qtype", type });
        lora.push_back({ "lora_tile_size", weightsPerScale });
    }
    config.sections.push_back(
        { "Adapters next to frozen weights", { { "lora", Document::mapping(std::move(lora)) } } });
    draft.note("The frozen weights come from a checkpoint: `bash run.sh load_parameters_path=…`. "
        + std::string(tuning.rankStabilized
                ? "lora_alpha is 16 times the root of the rank, which MaxText divides by "
                  "the rank."
                : "lora_alpha is twice the rank: a plan has no field for it."));
    if (base == BaseFormat::Nf4)
        draft.note("MaxText keeps the scales of nf4 weights whole; the prediction has them "
                   "quantised once more, as QLoRA does.");
}

} // namespace headroom
