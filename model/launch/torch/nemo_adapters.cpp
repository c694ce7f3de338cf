#include "model/launch/torch/nemo_adapters.h"

#include "model/base/text/plain_number.h"
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
        addAttention(tuning);
        addMlp(tuning);
        if (m_model.moe && tuning.adapts(TuningTarget::Experts))
            addFeedForward("*.mlp.experts.", Tuning {});
        return '[' + m_text + ']';
    }

private:
    void add(std::string_view folder, std::initializer_list<std::string_view> names)
    {
        for (const std::string_view name : names)
            m_text += (m_text.empty() ? "" : ", ") + pythonString(std::string(folder).append(name));
    }
    void addAttention(const Tuning &tuning)
    {
        const bool query = tuning.adapts(TuningTarget::Query);
        const bool key = tuning.adapts(TuningTarget::Key);
        if (m_model.mla) {
            if (query && m_model.mla->qLoraRank > 0)
                add("", { "linear_q_down_proj", "linear_q_up_proj" });
            else if (query)
                add("", { "linear_q_proj" });
            if (key)
                add("", { "linear_kv_down_proj", "linear_kv_up_proj" });
        } else if (m_isCanonical) {
            if (query)
                add("", { "linear_q" });
            if (key)
                add("", { "linear_k" });
            if (tuning.adapts(TuningTarget::Value))
                add("", { "linear_v" });
        } else if (key) {
            add("", { "linear_qkv" });
        }
        if (tuning.adapts(TuningTarget::Output))
            add("", { "linear_proj" });
    }
    /// Plain names would find experts, too.
    void addMlp(const Tuning &tuning)
    {
        if (!m_model.moe)
            return addFeedForward("", tuning);
        if (m_model.moe->moeLayers < m_model.layers)
            addFeedForward("*.mlp.", tuning);
        if (m_model.moe->sharedExperts > 0)
            addFeedForward("*.mlp.shared_experts.", tuning);
    }
    void addFeedForward(std::string_view folder, const Tuning &tuning)
    {
        if (m_isCanonical) {
            if (tuning.adapts(TuningTarget::Up))
                add(folder, { "linear_fc1_up" });
            if (tuning.adapts(TuningTarget::Gate))
                add(folder, { "linear_fc1_gate" });
        } else if (tuning.adapts(TuningTarget::Up)) {
            add(folder, { "linear_fc1" });
        }
        if (tuning.adapts(TuningTarget::Down))
            add(folder, { "linear_fc2" });
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
        = tuning.adaptsPart(TuningTarget::Mlp) || tuning.adapts(TuningTarget::Experts);
    return fusedProjections(model).queryKeyValue || (!model.gatedMlp && hasFirstProduct);
}

void tellPairs(const LaunchSpec &spec, bool isCanonical, ExportDraft &draft)
{
    const ModelShape &model = spec.model();
    const Tuning &tuning = *spec.plan().tuning;
    const FusedProjections fused = fusedProjections(model);
    if (!isCanonical && !fused.queryKeyValue && !model.mla && tuning.adapts(TuningTarget::Query))
        draft.note("Query, key and value share one pair of adapters here and have one each in the "
                   "plan, which counts more parameters.");
    if (tuning.dora && !model.moe && model.gatedMlp && tuning.adapts(TuningTarget::Up))
        draft.note("Gate and up projection share one pair of adapters here and have one each in "
                   "the plan, which counts more parameters.");
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
    const bool isCanonical = !tuning.dora && !takesFusedPairs(spec.model(), tuning);
    NemoAdapters adapters { tuning.dora ? "dora"
            : isCanonical               ? "canonical_lora"
                                        : "lora",
        tuning.dora       ? "DoRA"
            : isCanonical ? "CanonicalLoRA"
                          : "LoRA",
        { "target_modules=" + TargetModules(spec.model(), isCanonical).list(tuning),
            fmt::format("dim={}", tuning.rank),
            fmt::format("alpha={}", numberText(alphaByRank(tuning))) } };
    if (spec.model().moe && tuning.adapts(TuningTarget::Experts))
        adapters.values.emplace_back("share_expert_adapters=False");
    tellPairs(spec, isCanonical, draft);
    draft.note(std::string(tuning.rankStabilized
                       ? "alpha is 16 times the root of the rank, which Megatron-Bridge divides "
                         "by the rank"
                       : "alpha is 2 times the rank")
        + " and there is no dropout: a plan has neither. The frozen weights come from MODEL, a "
          "folder with a checkpoint of Megatron or of Hugging Face.");
    return adapters;
}

} // namespace headroom
