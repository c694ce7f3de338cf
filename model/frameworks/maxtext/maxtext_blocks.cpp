#include "model/frameworks/maxtext/maxtext_blocks.h"

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
    return !resolved.plan.model.id.empty() && !resolved.model->maxtextModelName.empty();
}

} // namespace headroom
