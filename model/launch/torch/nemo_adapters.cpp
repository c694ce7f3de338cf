#include "model/launch/torch/nemo_adapters.h"

#include "model/launch/common/adapter_scaling.h"
#include "model/launch/common/shell_text.h"
#include "model/launch/torch/megatron_arguments.h"
#include "model/library/architecture/fused_projections.h"
#include "model/plan/tuning.h"

#include <fmt/format.h>

#include <initializer_list>

namespace headroom {
namespace {

/// Names of Megatron-Core's modules that get adapters. CanonicalLoRA has pairs for the parts of a
/// matrix that Megatron-Core fuses, LoRA one pair for the whole of it.
class TargetModules
{
public:
    TargetModules(const ModelShape &model, bool isCanonical)
        : m_model(model)
        , m_isCanonical(isCanonical)
    { }

    std::string list(const Tuning &tuning)
    {
        if (tuning.adapts(TuningTarget::Attention))
            addAttention();
        if (tuning.adapts(TuningTarget::Mlp))
            addMlp();
        if (m_model.moe && tuning.adapts(TuningTarget::Experts))
            addFeedForward("*.mlp.experts.");
        return '[' + m_text + ']';
    }

private:
    void add(std::string_view folder, std::initializer_list<std::string_view> names)
    {
        for (const std::string_view name : names)
            m_text += (m_text.empty() ? "" : ", ") + pythonString(std::string(folder).append(name));
    }
    void addAttention()
    {
        if (m_model.mla) {
            if (m_model.mla->qLoraRank > 0)
                add("", { "linear_q_down_proj", "linear_q_up_proj" });
            else
                add("", { "linear_q_proj" });
            add("", { "linear_kv_down_proj", "linear_kv_up_proj" });
        } else if (m_isCanonical) {
            add("", { "linear_q", "linear_k", "linear_v" });
        } else {
            add("", { "linear_qkv" });
        }
        add("", { "linear_proj" });
    }
    /// Plain names would find experts, too.
    void addMlp()
    {
        if (!m_model.moe)
            return addFeedForward("");
        if (m_model.moe->moeLayers < m_model.layers)
            addFeedForward("*.mlp.");
        if (m_model.moe->sharedExperts > 0)
            addFeedForward("*.mlp.shared_experts.");
    }
    void addFeedForward(std::string_view folder)
    {
        if (m_isCanonical)
            add(folder, { "linear_fc1_up", "linear_fc1_gate", "linear_fc2" });
        else
            add(folder, { "linear_fc1", "linear_fc2" });
    }

    const ModelShape &m_model;
    bool m_isCanonical;
    std::string m_text;
};

/// Whether the model's own matrices are those that Megatron-Core fuses. CanonicalLoRA halves the
/// first product of an MLP, which only a gated one has twice.
bool takesFusedPairs(const ModelShape &model, const Tuning &tuning)
{
    const bool hasFirstProduct
        = tuning.adapts(TuningTarget::Mlp) || tuning.adapts(TuningTarget::Experts);
    return fusedProjections(model).queryKeyValue || (!model.gatedMlp && hasFirstProduct);
}

void tellPairs(const LaunchSpec &spec, bool isCanonical, ExportDraft &draft)
{
    const ModelShape &model = spec.model();
    const Tuning &tuning = *spec.plan().tuning;
    const FusedProjections fused = fusedProjections(model);
    if (!isCanonical && !fused.queryKeyValue && !model.mla
        && tuning.adapts(TuningTarget::Attention))
        draft.note("Query, key and value share one pair of adapters here and have one each in the "
                   "plan, which counts more parameters.");
    if (model.moe && tuning.adapts(TuningTarget::Experts) && model.gatedMlp && !fused.expertGateUp)
        draft.note("Gate and up projection of an expert share one pair of adapters here and have "
                   "one each in the plan, which counts more parameters.");
}

} // namespace

std::optional<NemoAdapters> nemoAdapters(const LaunchSpec &spec, ExportDraft &draft)
{
    const Tuning &tuning = *spec.plan().tuning;
    if (!tuning.isAdapted())
        return std::nullopt;
    const bool isCanonical = !takesFusedPairs(spec.model(), tuning);
    NemoAdapters adapters { isCanonical ? "canonical_lora" : "lora",
        isCanonical ? "CanonicalLoRA" : "LoRA",
        { "target_modules=" + TargetModules(spec.model(), isCanonical).list(tuning),
            fmt::format("dim={}", tuning.rank),
            fmt::format("alpha={}", alphaOverRank * tuning.rank) } };
    if (spec.model().moe && tuning.adapts(TuningTarget::Experts))
        adapters.values.emplace_back("share_expert_adapters=False");
    tellPairs(spec, isCanonical, draft);
    draft.note(
        fmt::format("alpha is {} times the rank and there is no dropout: a plan has neither. "
                    "The frozen weights come from MODEL, a folder with a checkpoint of "
                    "Megatron or of Hugging Face.",
            alphaOverRank));
    return adapters;
}

} // namespace headroom
