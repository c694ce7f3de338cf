#include "model/frameworks/maxtext/maxtext_blocks.h"

#include "model/frameworks/maxtext/maxtext_keys.h"

namespace headroom {
namespace {

MaxTextBlock blockWithExperts(const ModelShape &model)
{
    if (model.moe->sharedExperts > 0)
        return { "mixtral", "maxtext-shared-experts" };
    return { model.qkNorm == QkNorm::None ? "mixtral" : "qwen3_moe" };
}

MaxTextBlock blockWithFourNorms(const ModelShape &model)
{
    if (model.moe)
        return { "default", "maxtext-four-norms" };
    return { model.qkNorm == QkNorm::None ? "gemma2" : "gemma3" };
}

} // namespace

MaxTextBlock maxtextBlock(const ModelShape &model)
{
    const bool isRms = model.norm == NormKind::Rms;
    if (model.positionEmbedding == PositionEmbedding::Alibi || model.parallelBlock
        || model.embeddingNorm || model.rotaryFraction != 1)
        return { "default", "maxtext-decoder-block" };
    if (model.mla)
        return { "deepseek", model.moe ? "" : "maxtext-latent-attention" };
    if (!isRms || !model.gatedMlp) {
        const bool isGpt3
            = !isRms && !model.gatedMlp && model.positionEmbedding == PositionEmbedding::Learned;
        return { "gpt3", isGpt3 ? "" : "maxtext-gpt3-block" };
    }
    if (model.normsPerLayer == 4)
        return blockWithFourNorms(model);
    if (model.attentionSinks)
        return { "gpt_oss" };
    if (model.qkNorm == QkNorm::Full)
        return { "olmo3" };
    if (model.moe)
        return blockWithExperts(model);
    if (model.qkNorm != QkNorm::None)
        return { "qwen3" };
    if (model.attentionBias == AttentionBias::Qkv)
        return { "qwen2" };
    return { model.window.tokens > 0 && model.window.globalLayers == 0 ? "mistral" : "llama2" };
}

bool isNamedInMaxText(const ResolvedPlan &resolved)
{
    const std::string &name = resolved.model->maxtextModelName;
    const std::string &release = resolved.releases.maxtext;
    // The files of GPT-3 set keys of the run, which only later commits let a command line override.
    const bool isOverridden = name.starts_with("gpt3");
    return !resolved.plan.model.id.empty() && !name.empty() && maxtextKnowsModel(name, release)
        && (!isOverridden || maxtextKnowsKey("override_model_config", release));
}

} // namespace headroom
